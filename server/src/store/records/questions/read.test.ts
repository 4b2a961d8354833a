// The statements as they are sent, kept as files: a change to what is asked of the engine shows in review.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { arrivedCallsSql } from './arrived-calls.ts';
import type { CallFilter } from './call-filter.ts';
import { sealedContentSql } from './content.ts';
import { exportCallsSql, exportParquetSql } from './export-calls.ts';
import { facetSql } from './facets.ts';
import { getCallSql } from './get-call.ts';
import { listCallsSql, SORT_COLUMNS, type CallPlace, type SortColumn } from './list-calls.ts';
import { sessionFiguresSql, sessionOrderSql } from './list-sessions.ts';
import { locateCallSql } from './locate-call.ts';
import { reviewCallsSql, reviewCandidatesSql } from './review-candidates.ts';
import { newestCallsSql, scannableCallsSql } from './scannable-calls.ts';
import type { Scope } from './scope.ts';
import { searchCallsSql } from './search-calls.ts';
import { sessionSql } from './session.ts';
import { traceSql } from './trace.ts';
import { traceSpansSql } from './trace-spans.ts';

const scope: Scope = { account: 7, project: null, sinceMs: 1_700_000_000_000.5 };
const inProject: Scope = { ...scope, project: 3 };
const place: CallPlace = { value: 'gpt', timestampMs: 1_700_000_000_500, id: "it's" };

const EVERY_FILTER: CallFilter = {
  startMs: 1_700_000_000_000,
  endMs: 1_700_000_100_000,
  provider: 'openai',
  model: 'gpt',
  tags: { env: 'prod', team: '' },
  error: 'limit',
  traceId: 't',
  sessionId: 's',
  userId: 'u',
  minLatencyMs: 5,
  minCostUsd: 0.5,
  search: 'x',
};

const PROMPTS = [
  { id: 7, version: '2' },
  { id: 2 ** 32, version: 'no call can name it' },
];

interface Statement {
  sql: string;
  params: Record<string, unknown>;
}

const shown = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? `${part}n` : part));

const written = (...statements: readonly Statement[]): string =>
  statements
    .map(({ sql, params }) => {
      const values = Object.entries(params).map(([name, value]) => `-- ${name} = ${shown(value)}`);
      return `${sql}\n${values.join('\n')}\n`;
    })
    .join('\n');

const page = (by: SortColumn, descending: boolean, after: CallPlace | null = null) => ({
  order: { by, descending },
  after,
  limit: 51,
});

const CASES: Record<string, readonly Statement[]> = {
  'list-calls': [listCallsSql(scope, {}, page('timestamp', true))],
  'list-calls-beside-loads': [listCallsSql(scope, {}, page('cost_usd', true), undefined, "file('rows')")],
  'list-calls-in-project': [listCallsSql(inProject, {}, page('timestamp', false))],
  'list-calls-filters': [
    listCallsSql(scope, EVERY_FILTER, page('timestamp', true)),
    listCallsSql(scope, { error: true, includeEvalRuns: true }, page('timestamp', true)),
    listCallsSql(scope, { error: false }, page('timestamp', true)),
  ],
  'list-calls-of-prompt': [
    listCallsSql(scope, { promptName: "it's" }, page('timestamp', true)),
    listCallsSql(scope, { promptName: 'greet', prompts: PROMPTS }, page('timestamp', true)),
    listCallsSql(
      scope,
      { promptName: 'greet', promptVersion: '2', prompts: PROMPTS },
      page('timestamp', true),
    ),
    listCallsSql(scope, { promptVersion: '2', prompts: [] }, page('timestamp', true)),
  ],
  ...Object.fromEntries(
    SORT_COLUMNS.map((by) => [
      `list-calls-by-${by.replace('_', '-')}`,
      [listCallsSql(scope, {}, page(by, true, place)), listCallsSql(scope, {}, page(by, false, place))],
    ]),
  ),
  export: [
    exportCallsSql(inProject, EVERY_FILTER, { order: { by: 'timestamp', descending: true }, cap: 1_000 }),
    exportParquetSql(inProject, EVERY_FILTER, { order: { by: 'error', descending: false }, cap: 50_000 }),
  ],
  'search-calls': [
    searchCallsSql(
      inProject,
      { ...EVERY_FILTER, search: "it's" },
      {
        startMs: 1,
        endMs: 2,
        descending: true,
        onlyContent: false,
        after: place,
        limit: 100,
        words: [
          [1, 2],
          [3, 4],
        ],
      },
    ),
    searchCallsSql(
      scope,
      { search: 'x' },
      { startMs: 1, endMs: 2, descending: false, onlyContent: true, after: null, limit: 100, words: [[5]] },
    ),
  ],
  'get-call': [getCallSql(inProject, "it's")],
  content: [
    sealedContentSql(inProject, [
      { id: 'a', timestampMs: 1 },
      { id: 'b', timestampMs: 1 },
    ]),
    sealedContentSql(inProject, [{ id: 'a', timestampMs: 1 }], 1_000),
  ],
  'locate-call': [locateCallSql(inProject, "it's")],
  'arrived-calls': [
    arrivedCallsSql(scope, {}, { sinceMs: 1_700_000_000_000, after: null, limit: 2_000 }),
    arrivedCallsSql(
      inProject,
      { model: 'gpt' },
      { sinceMs: 1_700_000_000_000, after: { receivedMs: 1_700_000_000_500, id: "it's" }, limit: 2_000 },
    ),
  ],
  'review-candidates': [
    reviewCandidatesSql(scope, { startMs: 1, endMs: 2, failed: true, after: null, limit: 200 }),
    reviewCandidatesSql(inProject, { startMs: 1, endMs: 2, failed: false, after: place, limit: 800 }),
  ],
  'review-calls': [
    reviewCallsSql(inProject, [
      { id: 'a', timestampMs: 1 },
      { id: 'b', timestampMs: 1 },
    ]),
  ],
  'scannable-calls': [
    newestCallsSql(scope, { after: null, limit: 500 }),
    newestCallsSql(inProject, { after: place, limit: 4_000 }),
    scannableCallsSql(inProject, [
      { id: 'a', timestampMs: 1 },
      { id: 'b', timestampMs: 1 },
    ]),
  ],
  'list-sessions': [
    sessionOrderSql(scope, {}, { after: null, limit: 51 }),
    sessionOrderSql(inProject, EVERY_FILTER, {
      after: { endMs: 1_700_000_000_500, sessionId: "it's", untilMs: 1_700_000_000_900 },
      limit: 201,
    }),
    sessionFiguresSql(inProject, { model: 'gpt' }, ["it's", '🚀'], 1_700_000_000_900),
  ],
  'trace-spans': [
    ...traceSpansSql(inProject, 'trace', { after: null, limit: 5_001 }),
    traceSpansSql(scope, 'trace', { after: { startMs: 1_700_000_000_500, id: "it's" }, limit: 5_001 })[0],
  ],
  facets: (['tagKey', 'tag', 'userId', 'promptName', 'error'] as const).map((facet) =>
    facetSql(
      inProject,
      { startMs: 1_700_000_000_000, endMs: 1_700_000_100_000 },
      { facet, tagKey: "it's", prompts: [{ id: 7, name: 'greet', version: '2' }], limit: 50 },
    ),
  ),
  trace: traceSql(inProject, 'trace', 500),
  session: sessionSql(inProject, 'session', 1_000),
};

describe('statements that read records', () => {
  it.each(Object.entries(CASES))('%s', async (name, statements) => {
    await expect(written(...statements)).toMatchFileSnapshot(`__snapshots__/${name}.sql`);
  });

  it('bind every value that came from outside', () => {
    const odd = "'; DROP TABLE calls --";
    const filter = { ...EVERY_FILTER, provider: odd, model: odd, error: odd, tags: { [odd]: odd } };
    const { sql } = listCallsSql(scope, filter, page('model', true, { ...place, value: odd, id: odd }));
    for (const made of [
      sql,
      getCallSql(scope, odd).sql,
      ...traceSql(scope, odd, 1).map((each) => each.sql),
      ...traceSpansSql(scope, odd, { after: { startMs: 1, id: odd }, limit: 1 }).map((each) => each.sql),
      sessionOrderSql(scope, filter, { after: { endMs: 1, sessionId: odd, untilMs: 1 }, limit: 1 }).sql,
      sessionFiguresSql(scope, filter, [odd], 1).sql,
      listCallsSql(
        scope,
        { promptName: odd, promptVersion: odd, prompts: [{ id: 1, version: odd }] },
        page('timestamp', true),
      ).sql,
      facetSql(scope, { startMs: 1, endMs: 2 }, { facet: 'tag', tagKey: odd, limit: 1 }).sql,
    ]) {
      expect(made).not.toContain('DROP');
    }
  });
});

/** Tables, and files, with rows of accounts in them. */
const OF_ACCOUNTS =
  /\b(?:FROM|JOIN)\s+(?:calls|observations|call_content|agg_15m|call_ids|arrivals|staged_costs|file)\b/;
const EACH_OF_ACCOUNTS = new RegExp(OF_ACCOUNTS, 'g');

describe('every statement about one account', () => {
  it('binds the account once for each table that it reads', () => {
    const folder = new URL('./', import.meta.url);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.sql') && !file.startsWith('all-accounts'),
    );
    expect(files.length).toBeGreaterThanOrEqual(Object.keys(CASES).length);
    for (const file of files) {
      const text = readFileSync(new URL(file, folder), 'utf8');
      expect([file, OF_ACCOUNTS.test(text)]).toEqual([file, true]);
      // Statements are parted by their values.
      for (const statement of text.split(/^(?:-- .*\n)+/m)) {
        const tables = statement.match(EACH_OF_ACCOUNTS) ?? [];
        const bindings = statement.match(/\baccount = \{account: UInt32\}/g) ?? [];
        expect([file, statement, bindings.length]).toEqual([file, statement, tables.length]);
      }
    }
  });
});
