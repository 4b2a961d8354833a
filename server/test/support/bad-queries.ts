// Input that the query endpoints must reject, and values at each limit that they must accept: by field, so
// that every endpoint with the field gets the same tests.
import { DAY_MS, HOUR_MS, isoTime, MINUTE_MS } from '#lib/clock';

/** An endpoint with a body: the smallest valid body, and the fields that it knows. */
export interface QueryEndpoint {
  path: string;
  least: Readonly<Record<string, unknown>>;
  fields: readonly string[];
}

const FILTER = [
  'startTime',
  'endTime',
  'provider',
  'model',
  'tags',
  'error',
  'includeEvalRuns',
  'traceId',
  'sessionId',
  'userId',
  'promptName',
  'promptVersion',
  'minLatencyMs',
  'minCostUsd',
  'where',
];
const PAGE = ['search', 'limit', 'cursor', 'preview'];
const LIST = [...FILTER, ...PAGE, 'content', 'sortBy', 'sortOrder'];

export const QUERY_ENDPOINTS: readonly QueryEndpoint[] = [
  { path: '/v1/query/calls', least: {}, fields: LIST },
  { path: '/v1/query/export', least: {}, fields: LIST },
  {
    path: '/v1/query/aggregate',
    least: { groupBy: 'day', metric: 'cost' },
    fields: [...FILTER, 'groupBy', 'metric', 'tagKey', 'tzOffsetMinutes', 'every', 'splitBy'],
  },
  {
    path: '/v1/query/aggregate',
    least: { of: 'spans', groupBy: 'day', metric: 'count' },
    fields: [
      ...FILTER,
      'of',
      'type',
      'name',
      'agent',
      'tool',
      'groupBy',
      'tzOffsetMinutes',
      'every',
      'splitBy',
    ],
  },
  {
    path: '/v1/query/percentiles',
    least: { groupBy: 'day' },
    fields: [...FILTER, 'metric', 'groupBy', 'tzOffsetMinutes', 'every'],
  },
  {
    path: '/v1/query/distribution',
    least: { groupBy: 'day' },
    fields: [...FILTER, 'metric', 'buckets', 'scale', 'groupBy', 'tzOffsetMinutes', 'every'],
  },
  {
    path: '/v1/query/spans',
    least: { sortBy: 'name' },
    fields: [...FILTER, 'search', 'limit', 'cursor', 'sortOrder', 'type', 'name', 'agent', 'tool'],
  },
  { path: '/v1/query/users', least: {}, fields: [...FILTER, 'limit'] },
  { path: '/v1/query/sessions', least: {}, fields: [...FILTER, ...PAGE] },
  {
    path: '/v1/query/traces',
    least: {},
    fields: [...FILTER, ...PAGE, 'name', 'agent', 'tool', 'failingTool', 'hasError'],
  },
];

/** Texts with a meaning in some layer: SQL, its parameters, formats, terminals. */
export const INJECTIONS: readonly string[] = [
  "'",
  "''",
  '"',
  '`',
  '\\',
  "\\'",
  "\\\\'; --",
  '\\N',
  '\\x00',
  '{x:String}',
  '{account: UInt32}',
  '{account:UInt32} OR 1=1',
  "' OR 1=1 --",
  "' OR account != 0 /*",
  "') UNION ALL SELECT * FROM calls --",
  "';DROP TABLE calls;",
  "'; DROP DATABASE default; SELECT '",
  '-- x',
  '/* x */',
  '# x',
  'a\n\nSELECT 1',
  'a\r\n\r\nDROP TABLE calls\n\n',
  '\n\n',
  '\t\v\f\b\u001b[2J',
  '%s%n%27%00',
  '?x=1&param_account=1&',
  'FORMAT TSV',
  ') SETTINGS max_execution_time = 0, readonly = 0 --',
  "unhex('27')",
  "file('/etc/passwd')",
  '\u202eevil\u202c \u200f',
  '\ufeff',
  '\ud800',
  'a\udc00b',
  '\u2028\u2029',
  '日本🚀',
  '%',
  '_',
  '*',
  '.*',
  '$(id)',
  '<script>alert(1)</script>',
  'constructor',
  'null',
  'NaN',
];

const long = (length: number): string => 'x'.repeat(length);
const many = (count: number, value = 'v') =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, value]));

/** Own keys, as in a parsed body, not the accessors that an object literal would set. */
const parsed = (json: string): unknown => JSON.parse(json);

// Without `'7'`, which is valid where a text is expected.
const NO_TEXT = [7, true, null, [], {}, ['x']];
const NO_NUMBER = ['7', 'NaN', 'Infinity', '0x10', '1e3', '', true, null, [], {}, [1]];
const NO_WORD = [
  '',
  ' ',
  'constructor',
  '__proto__',
  'toString',
  "'; DROP TABLE calls --",
  'x'.repeat(10_000),
  ...NO_TEXT,
];

const NO_FLAG = ['true', 1, 0, null, 'yes', []];
const is = (field: unknown, ...values: unknown[]) => ({ field, op: 'is', values });
const least = (field: unknown, ...values: unknown[]) => ({ field, op: 'atLeast', values });

const NO_TIMES = [
  '',
  'yesterday',
  'now()',
  '2026-02-30T00:00:00Z',
  '2026-02-29T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-00-01T00:00:00Z',
  '2026-01-32T00:00:00Z',
  '2026-01-01T24:00:00Z',
  '2026-01-01T00:60:00Z',
  '2026-01-01T00:00:60Z',
  '2026-01-01T00:00:00',
  '2026-01-01 00:00:00',
  '2026-01-01',
  '2026-01-01T00:00:00+25:00',
  '2026-01-01T00:00:00 UTC',
  '2026-01-01T00:00:00Z\n',
  '2026-01-01T00:00:00Z; DROP TABLE calls',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+14:00',
  '9999-12-31T23:59:59-01:00',
  '+275760-09-13T00:00:00Z',
  '-000001-01-01T00:00:00Z',
  '275760-09-13T00:00:00.001Z',
  '1780000000000',
  1_780_000_000_000,
  ...NO_TEXT,
];

const TIMES = [
  '0001-01-01T00:00:00Z',
  '1969-12-31T23:59:59.999Z',
  '2024-02-29T00:00:00Z',
  '2026-01-01T00:00:00.123456789+14:00',
  '9999-12-31T23:59:59.999Z',
];

/** By field: values that are rejected, with the rest of the body that makes the value the only fault. */
export const REFUSED: Readonly<Record<string, readonly unknown[]>> = {
  startTime: NO_TIMES,
  endTime: NO_TIMES,
  provider: ['', long(65), ...NO_TEXT],
  model: ['', long(129), ...NO_TEXT],
  error: ['', long(257), 7, null, [], {}],
  traceId: ['', long(257), ...NO_TEXT],
  sessionId: ['', long(257), ...NO_TEXT],
  userId: ['', long(257), ...NO_TEXT],
  promptName: ['', long(201), ...NO_TEXT],
  promptVersion: ['', long(101), ...NO_TEXT],
  search: ['', long(257), ...NO_TEXT],
  tags: [
    many(21),
    { '': 'v' },
    { [long(65)]: 'v' },
    { [long(900_000)]: 'v' },
    many(1_000),
    { k: long(257) },
    { k: 7 },
    { k: null },
    { k: { deeper: 'v' } },
    { k: ['v'] },
    { 'a\nb': 7 },
    { 'a\nb': null },
    { '\n': long(257) },
    { [`${long(64)}\n`]: 'v' },
    parsed('{"constructor": {"prototype": {}}}'),
    ['env'],
    'env=prod',
    7,
    null,
  ],
  includeEvalRuns: NO_FLAG,
  preview: NO_FLAG,
  content: NO_FLAG,
  failingTool: NO_FLAG,
  hasError: NO_FLAG,
  type: ['', long(65), ...NO_TEXT],
  name: ['', long(257), ...NO_TEXT],
  agent: ['', long(257), ...NO_TEXT],
  tool: ['', long(257), ...NO_TEXT],
  minLatencyMs: [-1, -1e-9, ...NO_NUMBER],
  minCostUsd: [-1, -Number.MAX_VALUE, ...NO_NUMBER],
  where: [
    7,
    true,
    null,
    {},
    'model',
    ['model'],
    [[]],
    [null],
    [{}],
    ...[...NO_WORD, 'account', 'Model', 'tag', 'tag:', `tag:${long(65)}`, 'latency_ms'].map((field) => [
      is(field, 'x'),
    ]),
    ...[...NO_WORD, 'IS', 'lt'].map((op) => [{ field: 'model', op, values: ['x'] }]),
    [{ field: 'model', op: 'is' }],
    [{ ...is('model', 'x'), more: 1 }],
    [{ field: 'model', op: 'is', values: 'x' }],
    [is('model')],
    [is('model', long(257))],
    [is('model', ...Array.from({ length: 201 }, String))],
    [is('model', 7)],
    [is('model', null)],
    [is('model', 'x', {})],
    [is('status', 'broken')],
    [is('latencyMs', 5)],
    [least('model', 5)],
    [least('tag:env', 5)],
    [least('costUsd', '5')],
    [least('costUsd', -1)],
    [least('costUsd', 1, 2)],
    Array.from({ length: 21 }, () => is('model', 'x')),
  ],
  limit: [0, -1, 201, 1.5, 200.000001, 1e308, Number.MAX_SAFE_INTEGER, ...NO_NUMBER],
  cursor: ['', long(4_001), ...NO_TEXT],
  sortBy: ['id', 'account', 'timestamp,id', 'TIMESTAMP', ...NO_WORD],
  sortOrder: ['DESC', 'ascending', ...NO_WORD],
  groupBy: ['week', 'Day', 'account', ...NO_WORD],
  metric: ['joy', 'COST', 'call', ...NO_WORD],
  tagKey: ['', long(65), ...NO_TEXT],
  tzOffsetMinutes: [-841, 841, 0.5, 1e308, -Number.MAX_SAFE_INTEGER, 'Asia/Tokyo', ...NO_NUMBER],
  every: [0, -1, 61, 1.5, 1e308, ...NO_NUMBER],
  splitBy: ['day', 'users', 'Model', ...NO_WORD],
  of: ['call', 'Spans', ...NO_WORD],
  buckets: [0, -1, 101, 1.5, 1e308, ...NO_NUMBER],
  scale: ['cubic', 'LOG', ...NO_WORD],
};

/** Values just within the limits. Texts of 256 are counted in characters, however many bytes they have. */
export const TAKEN: Readonly<Record<string, readonly unknown[]>> = {
  startTime: ['2025-12-31T23:00:00-12:00', '2026-01-01T00:00:00.123456789+14:00'],
  endTime: TIMES,
  provider: ['x', long(64)],
  model: ['x', long(128), '日'.repeat(128)],
  error: [true, false, 'x', long(256), '🚀'.repeat(256)],
  traceId: ['x', long(256)],
  sessionId: ['x', long(256)],
  userId: ['x', long(256)],
  promptName: ['x', long(200), '🚀'.repeat(200)],
  promptVersion: ['x', long(100)],
  search: ['x', long(256)],
  tags: [
    {},
    many(20, long(256)),
    { [long(64)]: '' },
    { 'a\nb': '' },
    { ['🚀'.repeat(64)]: 'v' },
    parsed('{"constructor": "v", "toString": "v", "hasOwnProperty": "v"}'),
  ],
  includeEvalRuns: [true, false],
  preview: [true, false],
  content: [true, false],
  failingTool: [true, false],
  hasError: [true, false],
  type: ['x', long(64)],
  name: ['x', '日'.repeat(256)],
  agent: ['x', long(256)],
  tool: ['x', '🚀'.repeat(256)],
  minLatencyMs: [0, -0, 5e-324, Number.MAX_VALUE],
  minCostUsd: [0, 5e-324, Number.MAX_VALUE],
  where: [
    [],
    [is('model', 'x', '')],
    [is('tag:a\nb', '🚀'.repeat(256)), { field: 'tool', op: 'isNot', values: INJECTIONS }],
    [is('id', ...Array.from({ length: 200 }, String)), is('status', 'ok', 'failed')],
    [least('ttftMs', 0), { field: 'outputTokens', op: 'atMost', values: [Number.MAX_VALUE] }],
    Array.from({ length: 20 }, () => is('finishReason', 'x')),
  ],
  limit: [1, 200, 2e2],
  sortBy: ['timestamp', 'error'],
  sortOrder: ['asc', 'desc'],
  groupBy: ['day', 'hour', 'minute'],
  metric: ['latency', 'cost'],
  tagKey: ['x', long(64)],
  tzOffsetMinutes: [-840, 0, -0, 840],
  every: [1, 60],
  splitBy: ['model', 'provider', 'error'],
  of: ['spans'],
  buckets: [1, 100],
  scale: ['linear', 'log'],
};

const at = Date.parse('2026-02-28T12:00:00.000Z');
const window = (ms: number) => ({ startTime: isoTime(at), endTime: isoTime(at + ms) });

/** Bodies whose fields are valid but cannot be combined: [body, reason, field that is named]. */
export const UNFIT: readonly [body: Record<string, unknown>, reason: string, field: string][] = [
  [window(0), 'invalid_request', 'endTime'],
  [window(-1), 'invalid_request', 'endTime'],
  [{ startTime: '9999-12-31T23:59:59.999Z', endTime: '0001-01-01T00:00:00Z' }, 'invalid_request', 'endTime'],
  [{ where: [is('id', ...Array.from({ length: 100 }, () => '🚀'.repeat(256)))] }, 'where_too_large', 'where'],
];

/** Only with a time axis. */
export const UNFIT_ON_AXIS: readonly [body: Record<string, unknown>, reason: string, field: string][] = [
  [{ groupBy: 'minute', ...window(60 * MINUTE_MS + 1) }, 'window_too_long', 'endTime'],
  [{ groupBy: 'hour', ...window(168 * HOUR_MS + 1) }, 'window_too_long', 'endTime'],
  [{ groupBy: 'day', ...window(366 * DAY_MS + 1) }, 'window_too_long', 'endTime'],
  [{ groupBy: 'minute', every: 10, ...window(600 * MINUTE_MS + 1) }, 'window_too_long', 'endTime'],
  [{ groupBy: 'day', every: 7, ...window(366 * DAY_MS + 1) }, 'window_too_long', 'endTime'],
  [
    { groupBy: 'day', startTime: '0001-01-01T00:00:00Z', endTime: '9999-12-31T23:59:59.999Z' },
    'window_too_long',
    'endTime',
  ],
  [{ groupBy: 'day', startTime: '0001-01-01T00:00:00Z' }, 'window_too_long', 'startTime'],
  [{ groupBy: 'day', startTime: '9999-01-01T00:00:00Z' }, 'invalid_request', 'startTime'],
  [{ groupBy: 'hour', tzOffsetMinutes: 0 }, 'invalid_request', 'tzOffsetMinutes'],
  [{ groupBy: 'minute', tzOffsetMinutes: 60 }, 'invalid_request', 'tzOffsetMinutes'],
];

export const FIT: readonly Record<string, unknown>[] = [
  window(1),
  { startTime: TIMES[0], endTime: TIMES[1] },
  { endTime: TIMES[0] },
  { startTime: TIMES[0], endTime: TIMES[4] },
];

export const FIT_ON_AXIS: readonly Record<string, unknown>[] = [
  { groupBy: 'minute', ...window(60 * MINUTE_MS) },
  { groupBy: 'hour', ...window(168 * HOUR_MS) },
  { groupBy: 'day', ...window(366 * DAY_MS) },
  { groupBy: 'minute', every: 10, ...window(600 * MINUTE_MS) },
  { groupBy: 'hour', every: 3, ...window(504 * HOUR_MS) },
  { groupBy: 'day', every: 7, ...window(366 * DAY_MS) },
  { groupBy: 'day', tzOffsetMinutes: 840, ...window(1) },
];
