// The answers of the service, generated without delay, because the browser is measured here and not the
// engine. The types are those of the interface.
import type { components } from '@tracewell/sdk';

type Schemas = components['schemas'];
type Call = Schemas['Call'];

export const CALLS = 100_000;
export const SPANS = 30_000;
const SPAN_PAGE = 5_000;
const NOW = Date.UTC(2026, 5, 15, 12);
const MODELS = ['gpt-4o', 'gpt-4o-mini', 'claude-sonnet-4-5', 'gemini-2.5-flash'];

const iso = (ms: number): string => new Date(ms).toISOString();

function callAt(index: number): Call {
  const model = MODELS[index % MODELS.length] ?? '';
  return {
    id: `call-${index}`,
    provider: model.startsWith('gpt') ? 'openai' : 'anthropic',
    model,
    timestamp: iso(NOW - index * 5_000),
    promptTokens: 400 + (index % 900),
    completionTokens: 80 + (index % 300),
    totalTokens: 480 + (index % 900) + (index % 300),
    costUsd: 0.001 + (index % 50) / 10_000,
    latencyMs: 300 + (index % 2_000),
    tags: { env: index % 3 === 0 ? 'staging' : 'production', feature: 'support' },
    error: index % 37 === 0 ? 'rate_limit_exceeded' : null,
    errorDetails: null,
    traceId: `trace-${Math.floor(index / 8)}`,
    spanId: null,
    parentSpanId: null,
    sessionId: `session-${Math.floor(index / 20)}`,
    toolCalls: null,
    piiRedacted: false,
    redactionMetadata: null,
    requestMeta: null,
  };
}

export function calls(limit: number, cursor: string | undefined) {
  const from = Number(cursor ?? 0);
  const to = Math.min(CALLS, from + limit);
  return {
    records: Array.from({ length: to - from }, (_, at) => callAt(from + at)),
    nextCursor: to < CALLS ? String(to) : null,
  };
}

/** A run of an agent: steps in a row, each with a call and some tools. */
export function spans(cursor: string | undefined) {
  const from = Number(cursor ?? 0);
  const to = Math.min(SPANS, from + SPAN_PAGE);
  return {
    spans: Array.from({ length: to - from }, (_, at) => spanAt(from + at)),
    total: SPANS,
    nextCursor: to < SPANS ? String(to) : null,
  };
}

const STEP = 6;
function spanAt(index: number) {
  const isStep = index % STEP === 1;
  const isCall = index % STEP === 2;
  const step = index - ((index - 1) % STEP);
  return {
    id: `span-${index}`,
    kind: isCall ? ('llm' as const) : ('observation' as const),
    type: index === 0 ? 'agent' : isStep ? 'chain' : isCall ? 'llm' : 'tool',
    name: index === 0 ? 'research agent' : isStep ? `step ${step}` : isCall ? 'gpt-4o' : 'search',
    spanId: `s${index}`,
    parentSpanId: index === 0 ? null : isStep ? 's0' : `s${step}`,
    startTime: iso(NOW + index * 10),
    durationMs: index === 0 ? SPANS * 10 : isStep ? STEP * 10 : 9,
    error: index % 997 === 5 ? 'timeout' : null,
    provider: isCall ? 'openai' : null,
    model: isCall ? 'gpt-4o' : null,
    totalTokens: isCall ? 700 : null,
    costUsd: isCall ? 0.004 : null,
  };
}

/** The first 500 of these spans, as the endpoint of the trace returns them. */
export function trace(traceId: string): Schemas['Trace'] {
  type Node = Schemas['Trace']['nodes'][number];
  const nodes = new Map<string, Node>();
  const roots: Node[] = [];
  for (let index = 0; index < 500; index += 1) {
    const { provider: _p, model: _m, totalTokens: _t, costUsd: _c, ...span } = spanAt(index);
    const call = span.kind === 'llm' ? { ...callAt(index), id: span.id } : null;
    const node: Node = { ...span, attributes: {}, call, children: [] };
    nodes.set(span.spanId, node);
    (nodes.get(span.parentSpanId ?? '')?.children ?? roots).push(node);
  }
  const withCalls = [...nodes.values()].flatMap(({ call }) => call ?? []);
  return { traceId, spans: withCalls, nodes: roots, scores: [], truncated: true };
}

/** The root, as the endpoint of a single span returns it. */
export const span = (): { span: Schemas['TraceNode'] | undefined } => ({ span: trace('long').nodes[0] });

export const session: Schemas['Session'] = {
  user: { id: 'usr_1a2b3c4d5e6f', email: 'ada@example.com', name: 'Ada', hasPassword: true },
  account: { id: 'acc_1a2b3c4d5e6f', name: 'Acme Robotics', plan: 'team' },
  role: 'owner',
};

/** Groups for the axis of the query: hours or days up to now, else names. */
export function aggregate({ groupBy, startTime, endTime }: Record<string, string>): Schemas['Aggregate'] {
  const keys = stepsOf(groupBy, startTime, endTime) ?? MODELS;
  const groups = keys.map((key, at) => ({
    key,
    value: 100 + ((at * 37) % 60),
    count: 500 + at,
    lastSeen: iso(NOW),
  }));
  return { groups, total: { value: 4_200, count: CALLS } };
}

const RANKS = { p50: 800, p95: 2_100, p99: 3_900, p999: 5_000, max: 9_000 };

export function percentiles({ groupBy, startTime, endTime }: Record<string, string>): Schemas['Percentiles'] {
  const keys = stepsOf(groupBy, startTime, endTime);
  if (!keys) return { metric: 'latency', ...RANKS, count: CALLS };
  return { metric: 'latency', byDay: keys.map((key) => Object.assign({ key, count: 500 }, RANKS)) };
}

function stepsOf(groupBy = '', startTime = '', endTime = ''): string[] | null {
  const widths: Record<string, number> = { hour: 3_600_000, day: 86_400_000 };
  const width = widths[groupBy];
  if (width === undefined) return null;
  const keys: string[] = [];
  for (let at = Math.floor(Date.parse(startTime) / width) * width; at < Date.parse(endTime); at += width)
    keys.push(groupBy === 'day' ? iso(at).slice(0, 10) : iso(at));
  return keys;
}
