// The statements as they are sent, kept as files, so that a review shows every change of the SQL.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { sqlText } from '#test/support/sql-text';
import { arrivedCallsSql } from './arrived-calls.ts';
import type { CallFilter } from './call-filter.ts';
import { sealedContentSql } from './content.ts';
import { mediaExpirySql, mediaOfSql, traceMediaSql } from './media.ts';
import { exportCallsSql, exportParquetSql } from './export-calls.ts';
import { callsOfDaysSql, daysOfRecordsSql, observationsOfDaysSql } from './exported-days.ts';
import { facetSql } from './facets.ts';
import { selectCallSql } from './call.ts';
import { selectCallsSql, SORT_COLUMNS, type CallPlace, type SortColumn } from './calls.ts';
import { everyPlaceSql, spanOrderSql } from './newest-spans.ts';
import { sessionOrder, type SessionPlace } from './sessions.ts';
import { sessionFiguresSql } from './session-figures.ts';
import { countSql, cutSql, sortedRunsSql, type SortedPage } from './sorted-runs.ts';
import { usersSql } from './users.ts';
import { callLocationSql } from './call-location.ts';
import type { RunCondition } from './run-filter.ts';
import type { Scope } from './scope.ts';
import { foundCallsSql } from './found-calls.ts';
import { sessionSql } from './session.ts';
import { observationSql } from './observation.ts';
import { reachSql, type Reach } from './run-reach.ts';
import { traceSql } from './trace.ts';
import { contentPlacesSql } from './content-places.ts';
import { traceFiguresSql } from './trace-figures.ts';
import { spanPageSql } from './span-page.ts';
import { traceSpansSql } from './trace-spans.ts';
import { traceOrderSql } from './traces.ts';
import { callsAtSql } from './calls-at.ts';
import type { Statement } from './question.ts';

const scope: Scope = { account: 7, project: null, sinceMs: 1_700_000_000_000.5 };
const inProject: Scope = { ...scope, project: 3 };
const sessionPlace: SessionPlace = {
  atMs: 1_700_000_000_500,
  sessionId: "it's",
  untilMs: 1_700_000_000_900,
};
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

const reach: Reach = { fromMs: 1_700_000_000_000, toMs: 1_700_000_009_000 };

const byCost: SortedPage = {
  order: { by: 'costUsd', descending: true },
  after: null,
  limit: 51,
  nowMs: 1_700_000_000_900,
};

const EVERY_FIGURE: RunCondition[] = [
  { field: 'run.costUsd', op: 'atLeast', values: [0.5] },
  { field: 'run.errors', op: 'atMost', values: [3] },
  { field: 'run.agent', op: 'is', values: ["it's"] },
  { field: 'run.tool', op: 'isNot', values: ['🚀'] },
  { field: 'release', op: 'is', values: ['1', '2'] },
  { field: 'environment', op: 'isNot', values: ['dev'] },
  { field: 'run.status', op: 'is', values: ['failed'] },
];

const EVERY_TRACE_FILTER = {
  calls: {},
  name: 'flow',
  agent: 'planner',
  tool: 'search',
  failingTool: true,
  hasError: true,
};
const tracePlace = { atMs: 1_700_000_000_500, traceId: "it's", untilMs: 1_700_000_000_900 };
const EVERY_CONDITION: CallFilter = {
  where: [
    { field: 'model', op: 'is', values: ['gpt-5', "it's"] },
    { field: 'provider', op: 'isNot', values: ['openai'] },
    { field: 'status', op: 'is', values: ['failed'] },
    { field: 'tag:env', op: 'is', values: ['prod', ''] },
    { field: 'tag:team', op: 'isNot', values: ['a'] },
    { field: 'tool', op: 'is', values: ['search'] },
    { field: 'finishReason', op: 'isNot', values: ['stop'] },
    { field: 'promptVersion', op: 'is', values: ['2'] },
    { field: 'latencyMs', op: 'atLeast', values: [5] },
    { field: 'ttftMs', op: 'atMost', values: [0.5] },
  ],
  known: [{ id: 7, name: 'greet', version: '2' }],
};

const PROMPTS = [
  { id: 7, version: '2' },
  { id: 2 ** 32, version: 'no call can name it' },
];

const NOT_SCORED = { calls: [], spans: [], traces: [], sessions: [] };
const SCORED = {
  ...NOT_SCORED,
  calls: [
    { id: "it's", project: 3 },
    { id: 'judged', project: null },
  ],
  spans: [{ id: 'span', project: 3 }],
  traces: [{ id: 'trace', project: null }],
};

const page = (by: SortColumn, descending: boolean, after: CallPlace | null = null) => ({
  order: { by, descending },
  after,
  limit: 51,
});

const CASES: Record<string, readonly Statement[]> = {
  'list-calls': [selectCallsSql(scope, {}, page('timestamp', true))],
  'list-calls-beside-loads': [selectCallsSql(scope, {}, page('cost_usd', true), undefined, "file('rows')")],
  'list-calls-in-project': [selectCallsSql(inProject, {}, page('timestamp', false))],
  'list-calls-filters': [
    selectCallsSql(scope, EVERY_FILTER, page('timestamp', true)),
    selectCallsSql(scope, { error: true, includeEvalRuns: true }, page('timestamp', true)),
    selectCallsSql(scope, { error: false }, page('timestamp', true)),
  ],
  'list-calls-where': [selectCallsSql(scope, EVERY_CONDITION, page('timestamp', true))],
  'list-calls-scored': [
    selectCallsSql(
      scope,
      { scoredBy: [SCORED, { ...NOT_SCORED, sessions: [{ id: 's', project: 1 }] }] },
      page('timestamp', true),
    ),
    selectCallsSql(scope, { scoredBy: [NOT_SCORED] }, page('timestamp', true)),
  ],
  'list-calls-of-prompt': [
    selectCallsSql(scope, { promptName: "it's" }, page('timestamp', true)),
    selectCallsSql(scope, { promptName: 'greet', prompts: PROMPTS }, page('timestamp', true)),
    selectCallsSql(
      scope,
      { promptName: 'greet', promptVersion: '2', prompts: PROMPTS },
      page('timestamp', true),
    ),
    selectCallsSql(scope, { promptVersion: '2', prompts: [] }, page('timestamp', true)),
  ],
  ...Object.fromEntries(
    SORT_COLUMNS.map((by) => [
      `list-calls-by-${by.replace('_', '-')}`,
      [selectCallsSql(scope, {}, page(by, true, place)), selectCallsSql(scope, {}, page(by, false, place))],
    ]),
  ),
  export: [
    exportCallsSql(inProject, EVERY_FILTER, { order: { by: 'timestamp', descending: true }, cap: 1_000 }),
    exportParquetSql(inProject, EVERY_FILTER, { order: { by: 'error', descending: false }, cap: 50_000 }),
  ],
  'exported-days': [
    daysOfRecordsSql(scope, 'calls', { startMs: 1, endMs: 2 }),
    daysOfRecordsSql(inProject, 'observations', { startMs: 1, endMs: 2 }),
    callsOfDaysSql(inProject, { startMs: 1, endMs: 2 }),
    observationsOfDaysSql(scope, { startMs: 1, endMs: 2 }),
  ],
  'search-calls': [
    foundCallsSql(
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
    foundCallsSql(
      scope,
      { search: 'x' },
      { startMs: 1, endMs: 2, descending: false, onlyContent: true, after: null, limit: 100, words: [[5]] },
    ),
  ],
  'get-call': [selectCallSql(inProject, "it's")],
  content: [
    sealedContentSql(inProject, [
      { id: 'a', timestampMs: 1 },
      { id: 'b', timestampMs: 1 },
    ]),
    sealedContentSql(inProject, [{ id: 'a', timestampMs: 1 }], 1_000),
  ],
  'locate-call': [callLocationSql(inProject, "it's")],
  'arrived-calls': [
    arrivedCallsSql(scope, {}, { sinceMs: 1_700_000_000_000, after: null, limit: 2_000 }),
    arrivedCallsSql(
      inProject,
      { model: 'gpt' },
      { sinceMs: 1_700_000_000_000, after: { receivedMs: 1_700_000_000_500, id: "it's" }, limit: 2_000 },
    ),
  ],
  'review-calls': [
    callsAtSql(inProject, [
      { id: 'a', timestampMs: 1 },
      { id: 'b', timestampMs: 1 },
    ]),
  ],
  'list-users': [
    usersSql(scope, { startMs: 0, endMs: 3_600_000 }, { order: 'lastSeen', limit: 50 }),
    usersSql(
      inProject,
      { ...EVERY_FILTER, startMs: 1, endMs: 2 },
      { order: 'cost', limit: 200, search: "it's" },
    ),
  ],
  'list-sessions': [
    spanOrderSql(scope, sessionOrder({}, null), 3_264),
    spanOrderSql(inProject, sessionOrder(EVERY_FILTER, sessionPlace), 12_864),
    everyPlaceSql(inProject, sessionOrder({}, sessionPlace), 201),
    sessionFiguresSql(inProject, ["it's", '🚀']),
    sessionFiguresSql(scope, ['s'], { includeEvalRuns: true, firstContent: true }),
  ],
  'list-traces': [
    traceOrderSql(scope, { calls: {} }, null, 816),
    traceOrderSql(
      inProject,
      { calls: { startMs: 1_700_000_000_000, endMs: 1_700_000_100_000 } },
      tracePlace,
      816,
    ),
    traceOrderSql(scope, { calls: EVERY_FILTER }, tracePlace, 816),
    traceOrderSql(scope, EVERY_TRACE_FILTER, null, 816),
    traceOrderSql(scope, { calls: {}, failingTool: false, hasError: false }, null, 816),
    ...traceFiguresSql(inProject, [
      { traceId: "it's", fromMs: 1_700_000_000_900, toMs: 1_700_000_000_950 },
      { traceId: '🚀', fromMs: 1_700_000_000_000, toMs: 1_700_000_000_000 },
      { traceId: 'long ago', fromMs: 1_600_000_000_000, toMs: 1_600_000_000_900 },
    ]),
  ],
  'sorted-traces': [
    countSql(inProject, { calls: EVERY_FILTER }),
    cutSql(inProject, { calls: EVERY_FILTER }),
    sortedRunsSql(scope, 'runs', { calls: {} }, byCost),
    sortedRunsSql(
      inProject,
      'runs',
      { ...EVERY_TRACE_FILTER, calls: EVERY_FILTER, figures: EVERY_FIGURE },
      { ...byCost, after: { value: 0.5, id: "it's", untilMs: 1_700_000_000_900 } },
      { unloaded: 'file(1)', unloadedObservations: 'file(2)' },
    ),
  ],
  'sorted-sessions': [
    sortedRunsSql(
      inProject,
      'sessions',
      { calls: { startMs: 1_700_000_000_000, endMs: 1_700_000_100_000 } },
      { ...byCost, order: { by: 'endTime', descending: false } },
    ),
  ],
  media: [
    mediaExpirySql(scope, ['med_2N9xQk5bWc7TfYzR3pLhA'], 1_700_000_000_900),
    mediaOfSql(scope, [{ id: "it's", timestampMs: 1_700_000_000_500 }]),
    traceMediaSql(inProject, "it's", reach, 500),
  ],
  'content-places': [contentPlacesSql(inProject, ["it's", `${'a'.repeat(32)}-${'b'.repeat(16)}`])],
  'trace-spans': [
    ...traceSpansSql(inProject, 'trace', reach, { after: null, limit: 5_001 }),
    traceSpansSql(scope, 'trace', reach, {
      after: { startMs: 1_700_000_000_500, id: "it's" },
      limit: 5_001,
    })[0],
  ],
  facets: (
    [
      'tagKey',
      'tag',
      'userId',
      'sessionId',
      'promptName',
      'promptVersion',
      'error',
      'status',
      'finishReason',
      'tool',
    ] as const
  ).map((facet) =>
    facetSql(
      inProject,
      {
        startMs: 1_700_000_000_000,
        endMs: 1_700_000_100_000,
        known: [{ id: 7, name: 'greet', version: '2' }],
      },
      { facet, tagKey: "it's", limit: 50 },
    ),
  ),
  'list-spans': [
    spanPageSql(
      inProject,
      { startMs: 1_700_000_000_000, type: 'tool', search: "it's" },
      {
        order: { by: 'name', descending: false },
        after: { value: 'search', timestampMs: 1_700_000_000_500, id: 'x' },
        limit: 51,
      },
    ),
    spanPageSql(
      scope,
      {},
      {
        order: { by: 'startTime', descending: true },
        after: { value: 1_700_000_000_500, timestampMs: 1_700_000_000_500, id: 'x' },
        limit: 51,
      },
    ),
  ],
  trace: [reachSql(inProject, 'trace'), ...traceSql(inProject, 'trace', reach, 500)],
  observation: [observationSql(inProject, 'trace', "it's")],
  session: [
    sessionSql(inProject, 'session', 1_000),
    sessionFiguresSql(inProject, ['session'], { includeEvalRuns: true }),
  ],
};

describe('statements that read records', () => {
  it.each(Object.entries(CASES))('%s', async (name, statements) => {
    await expect(sqlText(...statements)).toMatchFileSnapshot(`__snapshots__/${name}.sql`);
  });

  it('bind every value that came from outside', () => {
    const odd = "'; DROP TABLE calls --";
    const filter = { ...EVERY_FILTER, provider: odd, model: odd, error: odd, tags: { [odd]: odd } };
    const { sql } = selectCallsSql(scope, filter, page('model', true, { ...place, value: odd, id: odd }));
    for (const made of [
      sql,
      selectCallSql(scope, odd).sql,
      observationSql(scope, odd, odd).sql,
      reachSql(scope, odd).sql,
      ...traceSql(scope, odd, reach, 1).map((each) => each.sql),
      ...traceSpansSql(scope, odd, reach, { after: { startMs: 1, id: odd }, limit: 1 }).map(
        (each) => each.sql,
      ),
      spanOrderSql(scope, sessionOrder(filter, { atMs: 1, sessionId: odd, untilMs: 1 }), 1).sql,
      everyPlaceSql(scope, sessionOrder(filter, { atMs: 1, sessionId: odd, untilMs: 1 }), 1).sql,
      sessionFiguresSql(scope, [odd]).sql,
      sortedRunsSql(
        scope,
        'runs',
        {
          calls: filter,
          name: odd,
          agent: odd,
          tool: odd,
          ids: [odd],
          figures: [
            { field: 'run.agent', op: 'is', values: [odd] },
            { field: 'release', op: 'isNot', values: [odd] },
          ],
        },
        { ...byCost, after: { value: 1, id: odd, untilMs: 1 } },
      ).sql,
      traceOrderSql(
        scope,
        { ...EVERY_TRACE_FILTER, calls: filter, name: odd, agent: odd, tool: odd },
        { atMs: 1, traceId: odd, untilMs: 1 },
        1,
      ).sql,
      ...traceFiguresSql(scope, [{ traceId: odd, fromMs: 1, toMs: 1 }]).map((each) => each.sql),
      contentPlacesSql(scope, [odd]).sql,
      selectCallsSql(
        scope,
        { promptName: odd, promptVersion: odd, prompts: [{ id: 1, version: odd }] },
        page('timestamp', true),
      ).sql,
      facetSql(scope, { startMs: 1, endMs: 2 }, { facet: 'tag', tagKey: odd, limit: 1 }).sql,
      usersSql(scope, { startMs: 1, endMs: 2 }, { search: odd, order: 'calls', limit: 1 }).sql,
      selectCallsSql(
        scope,
        { where: [`tag:${odd}`, 'error', 'tool'].map((field) => ({ field, op: 'is', values: [odd] })) },
        page('timestamp', true),
      ).sql,
    ]) {
      expect(made).not.toContain('DROP');
    }
  });
});

/** Tables, and files, with rows of accounts in them. */
const OF_ACCOUNTS =
  /\b(?:FROM|JOIN)\s+(?:calls|observations|call_content|messages|agg_15m|call_ids|arrivals|run_times|staged_costs|staged_additions|file)\b/;
/** Service questions of features. */
const ABOUT_ALL_ACCOUNTS = new Set(['accounts-with-calls.sql', 'guardian-arrivals.sql']);
const EACH_OF_ACCOUNTS = new RegExp(OF_ACCOUNTS, 'g');

describe('every statement about one account', () => {
  it('binds the account once for each table that it reads', () => {
    const folder = new URL('../../../', import.meta.url);
    const files = ['features/**/__snapshots__/*.sql', 'store/records/questions/__snapshots__/*.sql']
      .flatMap((pattern) => globSync(pattern, { cwd: fileURLToPath(folder) }))
      .filter((file) => !ABOUT_ALL_ACCOUNTS.has(path.basename(file)));
    expect(files.length).toBeGreaterThan(Object.keys(CASES).length + 15);
    for (const file of files) {
      const text = readFileSync(new URL(file, folder), 'utf8');
      expect([file, OF_ACCOUNTS.test(text)]).toEqual([file, true]);
      // Statements are separated by comments with their values.
      for (const statement of text.split(/^(?:-- .*\n)+/m)) {
        const tables = statement.match(EACH_OF_ACCOUNTS) ?? [];
        const bindings = statement.match(/\baccount = \{account: UInt32\}/g) ?? [];
        expect([file, statement, bindings.length]).toEqual([file, statement, tables.length]);
      }
    }
  });
});
