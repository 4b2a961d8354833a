// Calls like those of a busy installation: 90 days, 100 accounts, of which account 1 has three in ten calls,
// traces of five calls, sessions of about fifty, 24 models of unequal weight, four tags, three errors in a
// hundred. The engine itself generates them.

export const BUSY_ACCOUNT = 1;
const DAYS = 90;

const columns = (rows: number): Record<string, string> => ({
  account: 'toUInt32(multiIf(h % 100 < 30, 1, h % 100 < 40, 2, 3 + intDiv(h, 100) % 98))',
  project: 'toUInt32(1)',
  id: 'toString(generateUUIDv4(number))',
  timestamp: `now64(3) - toIntervalMillisecond(toInt64(${DAYS} * 86400000. * (1 - trace * 5 / ${rows})) - (number % 5) * 200 - rand(1) % 5000)`,
  received_at: 'timestamp + toIntervalMillisecond(rand(17) % 3000)',
  expires_at: `toDateTime(timestamp, 'UTC') + ${2 * DAYS} * 86400`,
  provider: `['openai', 'anthropic', 'google', 'mistral'][1 + m % 4]`,
  model: `concat('model-', ['a', 'b', 'c', 'd', 'e', 'f'][1 + m % 6], '-', toString(1 + intDiv(m, 4)), '-', ['mini', 'large', 'turbo', 'pro'][1 + m % 4])`,
  prompt_tokens: '20 + floor(8000 * r1 * r2)',
  completion_tokens: 'floor(2000 * r2 * r3)',
  total_tokens: 'prompt_tokens + completion_tokens',
  cached_tokens: `if(request_meta = '', 0, floor(prompt_tokens / 2))`,
  cost_usd: 'round(prompt_tokens * 2.5e-6 + completion_tokens * 1e-5, 8)',
  price_source: `'catalog'`,
  latency_ms: 'round(200 + exp(r3 * 4) * 1000 * r1)',
  ttft_ms: `if(request_meta = '', -1., toFloat64(100 + rand(11) % 900))`,
  tags: `map('env', if(rand(2) % 5 < 4, 'production', 'staging'), 'feature', concat('feature-', toString(rand(3) % 20)), 'userId', concat('user-', toString(rand(4) % 5000)), 'region', ['eu-west-1', 'us-east-1', 'ap-northeast-1'][1 + rand(5) % 3])`,
  error: `if(rand(6) % 100 < 3, ['rate_limit_exceeded', 'context_length_exceeded', 'timeout', 'server_error', 'invalid_request'][1 + rand(7) % 5], '')`,
  error_details: `if(error = '', '', concat('{"status":429,"type":"', error, '"}'))`,
  trace_id: 'lower(hex(sipHash128(trace)))',
  span_id: 'lower(hex(rand64(8)))',
  parent_span_id: `if(number % 5 = 0, '', lower(hex(rand64(9))))`,
  session_id: `concat('sess-', toString(intDiv(h, 7) % ${Math.max(20, Math.floor(rows / 50))}))`,
  request_meta: `if(rand(10) % 10 = 9, '', concat('{"stream":true,"cachedTokens":', toString(intDiv(toUInt32(prompt_tokens), 2)), ',"ttftMs":', toString(100 + rand(11) % 900), '}'))`,
});

export function insertSampleCallsSql(rows: number): string {
  const entries = Object.entries(columns(rows));
  return `INSERT INTO calls (${entries.map(([name]) => name).join(', ')})
SELECT ${entries.map(([name, sql]) => `${sql} AS ${name}`).join(',\n  ')}
FROM (
  SELECT number, intDiv(number, 5) AS trace, cityHash64(intDiv(number, 5)) AS h,
    toUInt8(floor(24 * (rand(12) / 4294967296) * (rand(13) / 4294967296))) AS m,
    rand(14) / 4294967296 AS r1, rand(15) / 4294967296 AS r2, rand(16) / 4294967296 AS r3
  FROM numbers(${rows})
)
SETTINGS max_execution_time = 0`;
}
