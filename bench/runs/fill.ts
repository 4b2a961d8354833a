// Runs of five calls and five other spans over 90 days, made by the engine: half of them belong to one account, the rest to ten others.
import type { RecordsEngine } from '../../server/src/store/records/engine/engine.ts';

export const ACCOUNT = 1;
export const DAYS = 90;

export interface Sample {
  traceId: string;
}

const PIECE = 500_000;
const IN_RUN = 5;

/** `kind`: 0 for calls, 1 for other spans. Both have the same runs. */
const common = (calls: number, endMs: number, kind: number): Record<string, string> => ({
  account: 'toUInt32(if(run % 2 = 0, 1, 2 + intDiv(run, 2) % 10))',
  project: 'toUInt32(1)',
  id: `concat(trace_id, '-', toString(number % ${IN_RUN} * 2 + ${kind}))`,
  trace_id: 'lower(hex(sipHash128(run)))',
  timestamp: `fromUnixTimestamp64Milli(toInt64(${endMs} - ${DAYS} * 86400000. * (1 - (run * ${IN_RUN} + 1) / ${calls + 2 * IN_RUN})) + (number % ${IN_RUN}) * 900 + ${kind} * 400 + cityHash64(run) % 5000)`,
  received_at: 'timestamp + toIntervalMillisecond(900)',
  expires_at: `toDateTime(timestamp, 'UTC') + ${2 * DAYS} * 86400`,
  span_id: `substring(id, 20)`,
  parent_span_id: `if(number % ${IN_RUN} = 0 AND ${kind} = 1, '', 'above')`,
  session_id: `concat('session-', toString(intDiv(run, 8)))`,
  error: `if(cityHash64(number, ${kind}) % 100 < 3, 'timeout', '')`,
  user_id: `concat('user-', toString(run % 5000))`,
  has_content: 'true',
});

const OF_CALLS = {
  provider: `'openai'`,
  model: `concat('model-', toString(cityHash64(number) % 12))`,
  prompt_tokens: 'toFloat64(20 + cityHash64(number) % 8000)',
  completion_tokens: 'toFloat64(cityHash64(number, 1) % 2000)',
  total_tokens: 'prompt_tokens + completion_tokens',
  cost_usd: 'round(prompt_tokens * 2.5e-6 + completion_tokens * 1e-5, 8)',
  price_source: `'catalog'`,
  latency_ms: 'toFloat64(200 + cityHash64(number, 2) % 9000)',
  tags: `map('env', 'production', 'feature', concat('feature-', toString(run % 20)))`,
};

const OF_OBSERVATIONS = {
  type: `if(number % ${IN_RUN} = 0, 'agent', 'tool')`,
  name: `if(number % ${IN_RUN} = 0, 'invoke_agent planner', 'execute_tool search')`,
  tool: `if(number % ${IN_RUN} = 0, '', 'search')`,
  duration_ms: 'toFloat64(50 + cityHash64(number, 3) % 4000)',
  attributes: `'{"gen_ai.operation.name":"execute_tool","server.address":"tools.example.com"}'`,
};

export async function fillRuns(engine: RecordsEngine, calls: number, endMs: number): Promise<void> {
  const existing = async (table: string): Promise<Set<string>> => {
    const rows = await engine.query<{ name: string }>(
      `SELECT name FROM system.columns WHERE database = currentDatabase() AND table = '${table}'`,
    );
    return new Set(rows.map(({ name }) => name));
  };
  for (let from = 0; from < calls; from += PIECE) {
    for (const [kind, table, own] of [
      [0, 'calls', OF_CALLS],
      [1, 'observations', OF_OBSERVATIONS],
    ] as const) {
      const known = await existing(table);
      const entries = Object.entries({ ...common(calls, endMs, kind), ...own }).filter(([name]) =>
        known.has(name),
      );
      await engine.command(`INSERT INTO ${table} (${entries.map(([name]) => name).join(', ')})
SELECT ${entries.map(([name, sql]) => `${sql} AS ${name}`).join(',\n  ')}
FROM (SELECT number, intDiv(number, ${IN_RUN}) AS run FROM numbers(${from}, ${Math.min(PIECE, calls - from)}))
SETTINGS max_execution_time = 0`);
    }
  }
  // The content of the newest calls and of some others, which the samples are taken from.
  await engine.command(`INSERT INTO call_content (account, id, timestamp, expires_at, sealed)
SELECT account, id, timestamp, expires_at, randomString(1000) FROM calls
WHERE account = ${ACCOUNT} AND (trace_id IN (SELECT trace_id FROM calls WHERE account = ${ACCOUNT} ORDER BY timestamp DESC LIMIT 2000)
  OR cityHash64(trace_id) % ${Math.max(1, Math.floor(calls / 50_000))} = 0)`);
}

export const readSamples = (engine: RecordsEngine): Promise<Sample[]> =>
  engine.query<Sample>(
    `SELECT DISTINCT trace_id AS traceId FROM calls WHERE account = ${ACCOUNT} ORDER BY cityHash64(traceId, 7) LIMIT 100`,
  );

/** The other layout: the figures of each run, kept by views. */
export const KEPT_TABLE = `CREATE TABLE IF NOT EXISTS runs_kept (
  account UInt32,
  trace_id String CODEC(ZSTD(1)),
  project UInt32,
  began SimpleAggregateFunction(min, Int64) CODEC(ZSTD(1)),
  ended SimpleAggregateFunction(max, Float64) CODEC(ZSTD(1)),
  cost SimpleAggregateFunction(sum, Float64) CODEC(ZSTD(1)),
  tokens SimpleAggregateFunction(sum, Float64) CODEC(ZSTD(1)),
  spans SimpleAggregateFunction(sum, UInt64) CODEC(ZSTD(1)),
  errors SimpleAggregateFunction(sum, UInt64) CODEC(ZSTD(1))
)
ENGINE = AggregatingMergeTree
ORDER BY (account, trace_id, project)
SETTINGS index_granularity = 1024`;

export const keptSql = (from: string): string => {
  const [took, cost, tokens] =
    from === 'calls'
      ? ['latency_ms', 'cost_usd', 'total_tokens']
      : ['duration_ms', 'toFloat64(0)', 'toFloat64(0)'];
  return `INSERT INTO runs_kept
SELECT account, trace_id, project, min(toUnixTimestamp64Milli(timestamp)), max(toUnixTimestamp64Milli(timestamp) + ${took}),
  sum(${cost}), sum(${tokens}), count(), countIf(error != '')
FROM ${from} WHERE trace_id != '' GROUP BY account, trace_id, project`;
};
