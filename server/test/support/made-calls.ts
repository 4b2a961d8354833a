// Calls that look like a busy installation's, made by the engine itself and the same ones every time: traces
// of eight, sessions of about thirty, 24 models of unequal weight, four tags, three errors in a hundred, one
// account with more than all others.

import { CONTENT_RULES } from '../../src/semconv/index.ts';

export interface MadeCalls {
  rows: number;
  busyAccount: number;
  /** How many of the rows are of the busy account, on average. */
  busyRows: number;
  /** Accounts that share the rest, numbered upwards from `firstOther`. */
  others: number;
  firstOther: number;
  /** The calls lie evenly in the days before this. */
  endMs: number;
  days: number;
}

const TRACE_CALLS = 8;
const SESSION_CALLS = 30;
const DAY_MS = 86_400_000;

/** No record of these expires while anybody looks. */
const EXPIRES = `toDateTime('2100-01-01 00:00:00', 'UTC')`;

const traceId = (trace: string): string => `lower(hex(sipHash128(${trace})))`;

const columns = ({ rows, busyRows, endMs, days }: MadeCalls): Record<string, string> => {
  const spanMs = days * DAY_MS;
  // A session is what one account does in a while; so long a while that the busy one does about thirty calls
  // in it.
  const whileTraces = Math.max(1, Math.round((SESSION_CALLS / TRACE_CALLS) * (rows / busyRows)));
  return {
    account: 'whose',
    project: 'toUInt32(1)',
    id: 'toString(reinterpretAsUUID(sipHash128(number)))',
    timestamp: `fromUnixTimestamp64Milli(toInt64(${endMs - spanMs} + floor(trace * ${(TRACE_CALLS * spanMs) / rows})) + toInt64(number % ${TRACE_CALLS} * 900 + h1 % 800), 'UTC')`,
    // Long ago, so that they use no quota of this month.
    received_at: `fromUnixTimestamp64Milli(toInt64(${endMs - spanMs}), 'UTC')`,
    expires_at: EXPIRES,
    provider: `['openai', 'anthropic', 'google', 'mistral'][1 + m % 4]`,
    model: `concat('model-', ['a', 'b', 'c', 'd', 'e', 'f'][1 + m % 6], '-', toString(1 + intDiv(m, 4)), '-', ['mini', 'large', 'turbo', 'pro'][1 + m % 4])`,
    prompt_tokens: '20 + floor(8000 * u1 * u2)',
    completion_tokens: 'floor(2000 * u2 * u3)',
    total_tokens: 'prompt_tokens + completion_tokens',
    cached_tokens: 'floor(prompt_tokens / 2)',
    cost_usd: 'round(prompt_tokens * 2.5e-6 + completion_tokens * 1e-5, 8)',
    price_source: `'catalog'`,
    latency_ms: 'round(200 + exp(u3 * 4) * 1000 * u1)',
    ttft_ms: 'toFloat64(100 + h2 % 900)',
    tags: `map('env', if(h1 % 5 < 4, 'production', 'staging'), 'feature', concat('feature-', toString(h2 % 20)), 'userId', user_id, 'region', ['eu-west-1', 'us-east-1', 'ap-northeast-1'][1 + h2 % 3])`,
    error: `if(h1 % 100 < 3, ['rate_limit_exceeded', 'context_length_exceeded', 'timeout', 'server_error', 'invalid_request'][1 + h2 % 5], '')`,
    error_details: `if(error = '', '', concat('{"status":429,"type":"', error, '"}'))`,
    trace_id: traceId('trace'),
    span_id: 'lower(hex(h1))',
    parent_span_id: `if(number % ${TRACE_CALLS} = 0, '', lower(hex(cityHash64(number - 1, 1))))`,
    session_id: `concat('sess-', toString(whose), '-', toString(intDiv(trace, ${whileTraces})))`,
    user_id: `concat('user-', toString(cityHash64(session_id) % 5000))`,
    request_meta: `concat('{"stream":true,"cachedTokens":', toString(toUInt32(cached_tokens)), ',"ttftMs":', toString(100 + h2 % 900), '}')`,
    has_content: 'number % 4 = 0',
    // Else a job would take them for records of an earlier version, and rewrite them.
    content_rules: String(CONTENT_RULES),
  };
};

const whose = ({ rows, busyRows, busyAccount, others, firstOther }: MadeCalls, trace: string): string =>
  `toUInt32(if(cityHash64(${trace}) % ${rows} < ${busyRows}, ${busyAccount}, ${firstOther} + cityHash64(${trace}, 2) % ${others}))`;

/** All at once, or `count` of them from the one with the number `from`. */
export function insertMadeCallsSql(made: MadeCalls, from = 0, count = made.rows): string {
  const entries = Object.entries(columns(made));
  const uniform = 'pow(2, 64)';
  return `INSERT INTO calls (${entries.map(([name]) => name).join(', ')})
SELECT ${entries.map(([name, sql]) => `${sql} AS ${name}`).join(',\n  ')}
FROM (
  SELECT number, intDiv(number, ${TRACE_CALLS}) AS trace, ${whose(made, 'trace')} AS whose,
    cityHash64(number, 1) AS h1, cityHash64(number, 2) AS h2, cityHash64(number, 3) / ${uniform} AS u1,
    cityHash64(number, 4) / ${uniform} AS u2, cityHash64(number, 5) / ${uniform} AS u3,
    toUInt8(floor(24 * (cityHash64(number, 6) / ${uniform}) * (cityHash64(number, 7) / ${uniform}))) AS m
  FROM numbers(${from}, ${count})
)
SETTINGS max_execution_time = 0, max_insert_threads = 1, max_threads = 1`;
}

/** Two steps beside the eight calls of each trace. */
export const insertMadeObservationsSql = (made: MadeCalls): string => `INSERT INTO observations
  (account, project, id, trace_id, timestamp, received_at, expires_at, span_id, parent_span_id, session_id, type, name, duration_ms, attributes, content_rules)
SELECT ${whose(made, 'trace')}, 1, concat(trace_id, '-', span_id), ${traceId('trace')} AS trace_id,
  fromUnixTimestamp64Milli(toInt64(${made.endMs - made.days * DAY_MS} + floor(trace * ${(TRACE_CALLS * made.days * DAY_MS) / made.rows})) + toInt64(number % 2 * 400), 'UTC') AS timestamp,
  timestamp, ${EXPIRES}, lower(hex(cityHash64(number, 8))) AS span_id, '', '', 'tool', 'search', 40, '{"tool":"search"}', ${CONTENT_RULES}
FROM (SELECT number, intDiv(number, 2) AS trace FROM numbers(${Math.floor(made.rows / TRACE_CALLS) * 2}))
SETTINGS max_execution_time = 0, max_insert_threads = 1, max_threads = 1`;

/** For those calls of the busy account that are marked as having some; not opened by anybody. */
export const insertMadeContentSql = (
  made: MadeCalls,
): string => `INSERT INTO call_content (account, id, timestamp, expires_at, sealed)
SELECT account, id, timestamp, expires_at, repeat(id, 40) FROM calls WHERE account = ${made.busyAccount} AND has_content
SETTINGS max_execution_time = 0, max_insert_threads = 1, max_threads = 1`;
