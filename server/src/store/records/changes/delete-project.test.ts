import { expect, it } from 'vitest';
import { deleteProject, PROJECT_DELETIONS, PROJECT_ROWS } from './delete-project.ts';
import type { RecordsEngine } from '../engine/engine.ts';

it('names what is deleted in each table, and in which order', async () => {
  const steps = PROJECT_DELETIONS.map((step) =>
    step.map(({ table, action }) => `ALTER TABLE ${table} ${action};\n`).join('\n'),
  );
  await expect([`${PROJECT_ROWS};\n`, ...steps].join('\n')).toMatchFileSnapshot(
    '__snapshots__/delete-project.sql',
  );
});

it('rewrites nothing where nothing is stored', async () => {
  const engine = {
    query: async () => [{ rows: '0' }],
    command: () => Promise.reject(new Error('asked')),
  } as unknown as RecordsEngine;
  await expect(deleteProject(3).run(engine, 7)).resolves.toBeUndefined();
});
