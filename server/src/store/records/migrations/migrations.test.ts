import { describe, expect, it } from 'vitest';
import { migrations } from './index.ts';

describe('migrations', () => {
  it('are numbered from 1 without a gap', () => {
    expect(migrations.map((step) => step.version)).toEqual(migrations.map((_step, index) => index + 1));
  });

  it('may each run twice', () => {
    for (const statement of migrations.flatMap((step) => step.statements)) {
      // A setting that is set again is the same. An insert adds what is missing.
      expect(statement).toMatch(/IF (NOT )?EXISTS|MODIFY SETTING|NOT IN \(SELECT/);
    }
  });

  // A review sees the SQL; and a step that was released is seen to change, which it must not.
  it.each(migrations)('$version $name reads as it did', async ({ version, name, statements }) => {
    const file = `${String(version).padStart(4, '0')}-${name}.sql`;
    const sql = `${statements.map((statement) => statement.trim()).join(';\n\n')};\n`;
    await expect(sql).toMatchFileSnapshot(`__snapshots__/${file}`);
  });
});
