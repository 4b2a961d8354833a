// A second, slow and simple computation of the numbers over calls: loops over records in memory, without code
// of the service except its types. The answers of the record engine are checked against it.
import type {
  AggregateQuestion,
  Axis,
  CallFilter,
  Metric,
  Percentiles,
  Scope,
  SpreadMetric,
  TimeAxis,
} from '#records';

export interface OracleCall {
  account: number;
  project: number;
  id: string;
  timestampMs: number;
  provider: string;
  model: string;
  promptTokens: number;
  completionTokens: number;
  totalTokens: number;
  cachedTokens: number;
  reasoningTokens: number;
  audioTokens: number;
  costUsd: number;
  cacheSavingsUsd: number;
  latencyMs: number;
  ttftMs: number | null;
  tags: Record<string, string>;
  error: string | null;
  userId: string;
  sessionId: string;
  agent: string;
  evalRun: number;
}

export function matching(calls: readonly OracleCall[], scope: Scope, filter: CallFilter): OracleCall[] {
  return calls.filter((call) => {
    if (call.account !== scope.account || call.timestampMs <= Math.floor(scope.sinceMs)) return false;
    if (scope.project !== null && call.project !== scope.project) return false;
    if (filter.startMs !== undefined && call.timestampMs < filter.startMs) return false;
    if (filter.endMs !== undefined && call.timestampMs >= filter.endMs) return false;
    if (filter.provider !== undefined && call.provider !== filter.provider) return false;
    if (filter.model !== undefined && !call.model.toLowerCase().includes(filter.model.toLowerCase()))
      return false;
    for (const [key, value] of Object.entries(filter.tags ?? {})) {
      if (!Object.hasOwn(call.tags, key) || call.tags[key] !== value) return false;
    }
    if (filter.error === true && call.error === null) return false;
    if (filter.error === false && call.error !== null) return false;
    if (typeof filter.error === 'string' && !call.error?.includes(filter.error)) return false;
    return filter.includeEvalRuns === true || call.evalRun === 0;
  });
}

const two = (number: number): string => String(number).padStart(2, '0');

export function timeKey(timestampMs: number, axis: TimeAxis, offsetMinutes = 0): string {
  const at = new Date(timestampMs + offsetMinutes * 60_000);
  const day = `${at.getUTCFullYear()}-${two(at.getUTCMonth() + 1)}-${two(at.getUTCDate())}`;
  if (axis === 'day') return day;
  return `${day}T${two(at.getUTCHours())}:${axis === 'hour' ? '00' : two(at.getUTCMinutes())}Z`;
}

/** The axes of the specification, and one with few values and one with many. */
export const ORACLE_AXES = [
  'provider',
  'model',
  'day',
  'hour',
  'minute',
  'tag',
  'error',
  'agent',
  'user',
] as const satisfies readonly Axis[];

function keyOf(call: OracleCall, { axis, tagKey = '', offsetMinutes }: AggregateQuestion): string | null {
  const keys: Record<(typeof ORACLE_AXES)[number], () => string | null> = {
    provider: () => call.provider,
    model: () => call.model,
    day: () => timeKey(call.timestampMs, 'day', offsetMinutes),
    hour: () => timeKey(call.timestampMs, 'hour'),
    minute: () => timeKey(call.timestampMs, 'minute'),
    tag: () => (Object.hasOwn(call.tags, tagKey) ? (call.tags[tagKey] ?? null) : null),
    error: () => call.error,
    agent: () => call.agent || null,
    user: () => call.userId || null,
  };
  return keys[axis as keyof typeof keys]();
}

const total = (calls: readonly OracleCall[], of: (call: OracleCall) => number): number =>
  calls.reduce((sum, call) => sum + of(call), 0);

const different = (values: readonly string[]): number => new Set(values.filter((each) => each !== '')).size;

export function valueOf(calls: readonly OracleCall[], metric: Metric): number | null {
  const timed = calls.filter(({ ttftMs }) => ttftMs !== null);
  const values: Record<Exclude<Metric, 'calls' | 'tools'>, () => number | null> = {
    cost: () => total(calls, ({ costUsd }) => costUsd),
    latency: () => (calls.length === 0 ? null : total(calls, ({ latencyMs }) => latencyMs) / calls.length),
    tokens: () => total(calls, ({ totalTokens }) => totalTokens),
    count: () => calls.length,
    error_rate: () =>
      calls.length === 0 ? null : calls.filter(({ error }) => error !== null).length / calls.length,
    input_tokens: () => total(calls, ({ promptTokens }) => promptTokens),
    output_tokens: () => total(calls, ({ completionTokens }) => completionTokens),
    cached_tokens: () => total(calls, ({ cachedTokens }) => cachedTokens),
    cache_savings: () => total(calls, ({ cacheSavingsUsd }) => cacheSavingsUsd),
    reasoning_tokens: () => total(calls, ({ reasoningTokens }) => reasoningTokens),
    audio_tokens: () => total(calls, ({ audioTokens }) => audioTokens),
    users: () => different(calls.map(({ userId }) => userId)),
    sessions: () => different(calls.map(({ sessionId }) => sessionId)),
    ttft: () => (timed.length === 0 ? null : total(timed, ({ ttftMs }) => ttftMs ?? 0) / timed.length),
  };
  return values[metric as keyof typeof values]();
}

interface OracleGroup {
  value: number | null;
  count: number;
  lastSeenMs: number;
}

/** Groups by key, in no particular order. */
export function groupsOf(
  calls: readonly OracleCall[],
  question: AggregateQuestion,
): Map<string, OracleGroup> {
  const members = new Map<string, OracleCall[]>();
  for (const call of calls) {
    const key = keyOf(call, question);
    if (key !== null) members.set(key, [...(members.get(key) ?? []), call]);
  }
  return new Map(
    [...members].map(([key, group]) => [
      key,
      {
        value: valueOf(group, question.metric),
        count: group.length,
        lastSeenMs: Math.max(...group.map(({ timestampMs }) => timestampMs)),
      },
    ]),
  );
}

export const spreadOf = ({ latencyMs, costUsd }: OracleCall, metric: SpreadMetric): number =>
  metric === 'latency' ? latencyMs : costUsd;

export function percentilesOf(calls: readonly OracleCall[], metric: SpreadMetric): Percentiles {
  const sorted = calls.map((call) => spreadOf(call, metric)).toSorted((a, b) => a - b);
  const at = (share: number): number | null => {
    const rank = share * (sorted.length - 1);
    const below = sorted[Math.floor(rank)];
    const above = sorted[Math.ceil(rank)];
    if (below === undefined || above === undefined) return null;
    return below + (above - below) * (rank - Math.floor(rank));
  };
  return {
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    p999: at(0.999),
    max: sorted.at(-1) ?? null,
    count: sorted.length,
  };
}
