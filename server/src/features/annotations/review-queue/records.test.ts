import { expect, it } from 'vitest';
import type { Scope } from '#records';
import { sqlText } from '#test/support/sql-text';
import { reviewCandidatesSql } from './records.ts';

const scope: Scope = { account: 7, project: null, sinceMs: 1_700_000_000_000.5 };
const after = { timestampMs: 1_700_000_000_500, id: "it's" };

it('review-candidates', async () => {
  const text = sqlText(
    reviewCandidatesSql(scope, { startMs: 1, endMs: 2, failed: true, after: null, limit: 200 }),
    reviewCandidatesSql({ ...scope, project: 3 }, { startMs: 1, endMs: 2, failed: false, after, limit: 800 }),
  );
  await expect(text).toMatchFileSnapshot('__snapshots__/review-candidates.sql');
});
