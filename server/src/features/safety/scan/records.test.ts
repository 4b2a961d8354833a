import { expect, it } from 'vitest';
import type { Scope } from '#records';
import { sqlText } from '#test/support/sql-text';
import { newestCallsSql, scannableCallsSql } from './records.ts';

const scope: Scope = { account: 7, project: null, sinceMs: 1_700_000_000_000.5 };
const inProject: Scope = { ...scope, project: 3 };
const after = { timestampMs: 1_700_000_000_500, id: "it's" };

it('scannable-calls', async () => {
  const text = sqlText(
    newestCallsSql(scope, { after: null, limit: 500 }),
    newestCallsSql(inProject, { after, limit: 4_000 }),
    scannableCallsSql(inProject, [
      { id: 'a', timestampMs: 1 },
      { id: 'b', timestampMs: 1 },
    ]),
  );
  await expect(text).toMatchFileSnapshot('__snapshots__/scannable-calls.sql');
});
