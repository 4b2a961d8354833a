import { expect, it } from 'vitest';
import type { Scope } from '#records';
import { sqlText } from '#test/support/sql-text';
import { scoredRecordsSql } from './records.ts';

const scope: Scope = { account: 7, project: null, sinceMs: 1_700_000_000_000.5 };
const none = { callIds: [], spans: [], traceIds: [], sessionIds: [] };

it('scored-records', async () => {
  const spans = [
    { traceId: "it's", spanId: 'a' },
    { traceId: null, spanId: 'b' },
  ];
  const text = sqlText(
    scoredRecordsSql(scope, { callIds: ['c'], spans, traceIds: ['t'], sessionIds: ['s'] }),
    scoredRecordsSql({ ...scope, project: 3 }, { ...none, spans: spans.slice(1) }),
  );
  await expect(text).toMatchFileSnapshot('__snapshots__/scored-records.sql');
});
