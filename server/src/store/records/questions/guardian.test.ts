// The statements of the guardian as they are sent, kept as files.
import { describe, expect, it } from 'vitest';
import { guardianGroupsSql } from './guardian-groups.ts';
import { guardianEvidenceSql, guardianQuartersSql } from './guardian-quarters.ts';
import { guardianRedactedSql, guardianRedactionsSql } from './guardian-redactions.ts';
import { guardianRetriesSql } from './guardian-retries.ts';
import { guardianRepeatsSql, guardianTracesSql } from './guardian-traces.ts';
import {
  guardianUsualAnswersSql,
  guardianUsualLatenciesSql,
  guardianUsualQuartersSql,
  guardianUsualTracesSql,
} from './guardian-usual.ts';
import type { Scope } from './scope.ts';

const scope: Scope = { account: 7, project: null, sinceMs: 1_700_000_000_000 };
const window = { afterMs: 1_700_100_000_000, untilMs: 1_700_100_300_000 };
const span = { fromMs: 1_700_000_000_000, toMs: 1_700_100_000_000 };

const shown = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? `${part}n` : part));

const evidence = { project: 3, fromMs: 1, toMs: 2, responseModel: null } as const;

const CASES = {
  'guardian-groups': [guardianGroupsSql(scope, window)],
  'guardian-traces': [guardianTracesSql(scope, window, { spans: 60, costUsd: 0.5 })],
  'guardian-repeats': [guardianRepeatsSql(scope, window, 5)],
  'guardian-retries': [
    guardianRetriesSql(scope, window, { sinceMs: 1, leastAttempts: 10, leastFailures: 7 }),
  ],
  'guardian-redactions': [
    guardianRedactedSql(scope, window, 2_001),
    guardianRedactionsSql(scope, window, {
      settledMs: 1_700_100_240_000,
      seen: ['1'],
      fresh: ['18446744073709551615'],
      kinds: ['email'],
    }),
  ],
  'guardian-quarters': [guardianQuartersSql(scope, [1_889_000, 1_889_001])],
  'guardian-evidence': [
    guardianEvidenceSql(scope, { ...evidence, model: null, by: 'errors' }),
    guardianEvidenceSql(scope, {
      ...evidence,
      model: { provider: 'openai', model: "it's" },
      responseModel: 'x',
      by: 'latency',
    }),
  ],
  'guardian-usual': [
    guardianUsualQuartersSql(scope, span),
    guardianUsualLatenciesSql(scope, span, 4),
    guardianUsualTracesSql(scope, span, 4),
    guardianUsualAnswersSql(scope, span, ['gpt-5']),
  ],
};

describe('what the guardian asks', () => {
  it.each(Object.entries(CASES))('%s reads as it did', async (name, statements) => {
    const text = statements
      .map(({ sql, params }) => {
        const values = Object.entries(params).map(([key, value]) => `-- ${key} = ${shown(value)}`);
        return `${sql}\n${values.join('\n')}\n`;
      })
      .join('\n');
    await expect(text).toMatchFileSnapshot(`__snapshots__/${name}.sql`);
  });
});
