import { expect, it } from 'vitest';
import { sqlText } from '#test/support/sql-text';
import { comparedSpansSql } from './records.ts';

it('compared-spans', async () => {
  const scope = { account: 7, project: 3, sinceMs: 1_700_000_000_000 };
  const text = sqlText(comparedSpansSql(scope, "it's", 10));
  await expect(text).toMatchFileSnapshot('__snapshots__/compared-spans.sql');
});
