// Compares the statements of the guardian with stored files.
import { describe, expect, it } from 'vitest';
import { callGroupsSql } from './call-groups.ts';
import { evidenceSql, quartersSql } from './quarters.ts';
import { redactedCallsSql, redactionsSql } from './redactions.ts';
import { retriesSql } from './retries.ts';
import { toolRepeatsSql, largeTracesSql } from './traces.ts';
import {
  answeringModelsSql,
  latencyBaselinesSql,
  quarterBaselinesSql,
  traceBaselinesSql,
} from './baseline.ts';
import type { Scope } from '#records';
import { sqlText } from '#test/support/sql-text';

const scope: Scope = { account: 7, project: null, sinceMs: 1_700_000_000_000 };
const window = { afterMs: 1_700_100_000_000, untilMs: 1_700_100_300_000 };
const span = { fromMs: 1_700_000_000_000, toMs: 1_700_100_000_000 };

const evidence = { project: 3, fromMs: 1, toMs: 2, responseModel: null } as const;

const CASES = {
  'guardian-groups': [callGroupsSql(scope, window)],
  'guardian-traces': [largeTracesSql(scope, window, { spans: 60, costUsd: 0.5 })],
  'guardian-repeats': [toolRepeatsSql(scope, window, 5)],
  'guardian-retries': [retriesSql(scope, window, { sinceMs: 1, leastAttempts: 10, leastFailures: 7 })],
  'guardian-redactions': [
    redactedCallsSql(scope, window, 2_001),
    redactionsSql(scope, window, {
      settledMs: 1_700_100_240_000,
      seen: ['1'],
      fresh: ['18446744073709551615'],
      kinds: ['email'],
    }),
  ],
  'guardian-quarters': [quartersSql(scope, [1_889_000, 1_889_001])],
  'guardian-evidence': [
    evidenceSql(scope, { ...evidence, model: null, by: 'errors' }),
    evidenceSql(scope, {
      ...evidence,
      model: { provider: 'openai', model: "it's" },
      responseModel: 'x',
      by: 'latency',
    }),
  ],
  'guardian-usual': [
    quarterBaselinesSql(scope, span),
    latencyBaselinesSql(scope, span, 4),
    traceBaselinesSql(scope, span, 4),
    answeringModelsSql(scope, span, ['gpt-5']),
  ],
};

describe('statements of the guardian', () => {
  it.each(Object.entries(CASES))('%s is unchanged', async (name, statements) => {
    await expect(sqlText(...statements)).toMatchFileSnapshot(`__snapshots__/${name}.sql`);
  });
});
