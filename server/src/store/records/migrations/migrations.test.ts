import { describe, expect, it } from 'vitest';
import type { RecordsEngine } from '../engine/engine.ts';
import { migrations } from './index.ts';
import { migrateRecords } from './migrate.ts';

describe('migrations', () => {
  it('are numbered from 1 without a gap', () => {
    expect(migrations.map((step) => step.version)).toEqual(migrations.map((_step, index) => index + 1));
  });

  it('may each run twice', () => {
    for (const statement of migrations.flatMap((step) => step.statements)) {
      // A setting that is set again is the same.
      expect(statement).toMatch(/IF (NOT )?EXISTS|MODIFY SETTING/);
    }
  });

  /** The rule begins with this version (docs/adr/0072-old-and-new-at-once.md). */
  const ADDS_ONLY = 2;
  const removes = /\b(?:DROP|RENAME)\b|MODIFY (?:COLUMN|QUERY|ORDER BY)|\b(?:DELETE|UPDATE)\b/i;

  it('only add, so that processes of the version before continue', () => {
    const later = migrations.filter(({ version }) => version >= ADDS_ONLY);
    for (const statement of later.flatMap(({ statements }) => statements))
      expect(statement).not.toMatch(removes);
    expect('ALTER TABLE calls DROP COLUMN IF EXISTS tags').toMatch(removes);
    expect('ALTER TABLE calls ADD COLUMN IF NOT EXISTS tier String').not.toMatch(removes);
  });

  /** The statements that a new database of this kind receives. */
  async function definitions(database: string): Promise<string[]> {
    const statements: string[] = [];
    const engine = {
      query: async (sql: string) => (sql.includes('system.databases') ? [{ engine: database }] : []),
      command: async (sql: string) => void statements.push(sql),
      insert: async () => undefined,
    } as unknown as RecordsEngine;
    await migrateRecords(engine);
    return statements;
  }

  it('replicate every table of a replicated database, and no other', async () => {
    const engines = (statements: readonly string[]) =>
      statements.flatMap((sql) => /\bENGINE = (\w+)/.exec(sql)?.[1] ?? []);
    const [single, replicated] = [await definitions('Atomic'), await definitions('Replicated')];
    expect(engines(single)).toHaveLength(12);
    expect(engines(replicated)).toEqual(engines(single).map((name) => `Replicated${name}`));
    expect(replicated.join('\n')).not.toMatch(/non_replicated/);
    expect(single.join('\n')).not.toMatch(/[^_]replicated_deduplication|Replicated/);
    expect(replicated.join('\n').replaceAll(/Replicated(?=\w*MergeTree)/g, '')).toBe(
      single.join('\n').replaceAll('non_replicated_', 'replicated_'),
    );
  });

  // A review sees the SQL; and a step that was released is seen to change, which it must not.
  it.each(migrations)('$version reads as it did', async ({ version, statements }) => {
    const file = `${String(version).padStart(4, '0')}.sql`;
    const sql = `${statements.map((statement) => statement.trim()).join(';\n\n')};\n`;
    await expect(sql).toMatchFileSnapshot(`__snapshots__/${file}`);
  });
});
