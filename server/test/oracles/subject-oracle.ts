// A second, plain computation of what is asked of calls, spans, runs and sessions: loops over what was sent.
import { timeKey } from './query-oracle.ts';

const LABELS = ['session', 'user', 'agent', 'release', 'environment'] as const;
type Label = (typeof LABELS)[number];

/** A span as it was sent, with its place and its project. */
export interface SentSpan {
  project: number;
  traceId: string;
  spanId: string;
  parentSpanId: string;
  type: 'llm' | 'tool' | 'agent' | 'retriever';
  name: string;
  tool: string;
  startMs: number;
  tookMs: number;
  isFailed: boolean;
  own: Partial<Record<Label, string>>;
  provider: string;
  model: string;
  inputTokens: number;
  outputTokens: number;
  costUsd: number;
  isUnpriced: boolean;
}

/** With the labels of the nearest span above that has them. */
export interface PlainSpan extends SentSpan {
  id: string;
  labels: Record<Label, string>;
}

/** A call, a span, a run or a session, as questions see it. */
export interface Subject {
  id: string;
  startMs: number;
  latency: number;
  cost: number;
  tokens: number;
  calls: number;
  tools: number;
  isFailed: boolean;
  unpriced: { calls: number; tokens: number };
  /** The values of each axis: several where it is in several groups. */
  values: Record<string, readonly string[]>;
}

const idOf = ({ traceId, spanId }: SentSpan): string => (traceId === '' ? spanId : `${traceId}-${spanId}`);

export function withLabels(spans: readonly SentSpan[]): PlainSpan[] {
  const byId = new Map(spans.map((span) => [`${span.traceId} ${span.spanId}`, span]));
  const nearest = (span: SentSpan | undefined, label: Label): string => {
    if (!span) return '';
    return span.own[label] ?? nearest(byId.get(`${span.traceId} ${span.parentSpanId}`), label);
  };
  return spans.map((span) =>
    Object.assign({}, span, {
      id: idOf(span),
      labels: Object.fromEntries(LABELS.map((label) => [label, nearest(span, label)])) as Record<
        Label,
        string
      >,
    }),
  );
}

/** An erasure takes the spans of a user or session, and what is left of traces that lose all their calls. */
export function erased(spans: readonly PlainSpan[], gone: (span: PlainSpan) => boolean): PlainSpan[] {
  const left = spans.filter((span) => !gone(span));
  const lost = new Set(
    spans.filter((span) => gone(span) && span.type === 'llm').map(({ traceId }) => traceId),
  );
  const kept = new Set(left.filter(({ type }) => type === 'llm').map(({ traceId }) => traceId));
  return left.filter(({ traceId }) => !lost.has(traceId) || kept.has(traceId));
}

const sum = <Of>(of: readonly Of[], value: (one: Of) => number): number =>
  of.reduce((total, one) => total + value(one), 0);
const byBytes = (left: string, right: string): number =>
  Buffer.compare(Buffer.from(left), Buffer.from(right));
const names = (values: readonly string[]): string[] => [...new Set(values)].filter((name) => name !== '');

const tokensOf = ({ inputTokens, outputTokens }: SentSpan): number => inputTokens + outputTokens;
const unpricedOf = (spans: readonly SentSpan[]) => {
  const some = spans.filter(({ isUnpriced }) => isUnpriced);
  return { calls: some.length, tokens: sum(some, tokensOf) };
};

const ofSpan = (span: PlainSpan): Subject => ({
  id: span.id,
  startMs: span.startMs,
  latency: span.tookMs,
  cost: span.costUsd,
  tokens: tokensOf(span),
  calls: span.type === 'llm' ? 1 : 0,
  tools: span.type === 'tool' ? 1 : 0,
  isFailed: span.isFailed,
  unpriced: unpricedOf([span]),
  values: {
    ...Object.fromEntries(LABELS.map((label) => [label, names([span.labels[label]])])),
    status: [span.isFailed ? 'failed' : 'ok'],
    provider: names([span.provider]),
    model: names([span.model]),
    type: [span.type],
    name: [span.name],
    tool: names([span.tool]),
  },
});

/** Roots first, then by time. */
const inOrder = (spans: readonly PlainSpan[]): PlainSpan[] =>
  spans.toSorted(
    (a, b) =>
      Number(a.parentSpanId !== '') - Number(b.parentSpanId !== '') ||
      a.startMs - b.startMs ||
      byBytes(a.id, b.id),
  );

const hasFailed = (run: readonly PlainSpan[]): boolean => {
  const roots = run.filter(({ parentSpanId }) => parentSpanId === '');
  return (roots.length > 0 ? roots : run).some(({ isFailed }) => isFailed);
};

function ofGroup(id: string, spans: readonly PlainSpan[], kind: 'runs' | 'sessions'): Subject {
  const start = Math.min(...spans.map(({ startMs }) => startMs));
  const ordered = inOrder(spans);
  const first = (label: Label): string[] =>
    names([ordered.find(({ labels }) => labels[label] !== '')?.labels[label] ?? '']);
  const runs = [...Map.groupBy(spans, ({ traceId, id: own }) => traceId || own).values()];
  return {
    id,
    startMs: start,
    latency: Math.max(...spans.map(({ startMs, tookMs }) => startMs + tookMs)) - start,
    cost: sum(spans, ({ costUsd }) => costUsd),
    tokens: sum(spans, tokensOf),
    calls: spans.filter(({ type }) => type === 'llm').length,
    tools: spans.filter(({ type }) => type === 'tool').length,
    isFailed: runs.some(hasFailed),
    unpriced: unpricedOf(spans),
    values: {
      agent: names(spans.map(({ labels }) => labels.agent)),
      tool: names(spans.map(({ tool }) => tool)),
      model: names(spans.map(({ model }) => model)),
      provider: names(spans.map(({ provider }) => provider)),
      status: [runs.some(hasFailed) ? 'failed' : 'ok'],
      session: kind === 'sessions' ? [id] : first('session'),
      user: kind === 'sessions' ? names(spans.map(({ labels }) => labels.user)) : first('user'),
      release: first('release'),
      environment: first('environment'),
    },
  };
}

export type Kind = 'calls' | 'spans' | 'runs' | 'sessions';

/** Conditions that the oracle knows. `agent` and `user` are those of a call, for runs of one of its calls. */
export interface OracleFilter {
  startMs: number;
  endMs: number;
  agent?: string;
  user?: string;
  type?: string;
  hasError?: boolean;
  /** Of runs and sessions as wholes. */
  minTokens?: number;
  runTool?: string;
  runStatus?: string;
}

export function subjectsOf(
  all: readonly PlainSpan[],
  of: Kind,
  project: number | null,
  filter: OracleFilter,
): Subject[] {
  const spans = all.filter((span) => project === null || span.project === project);
  const meets = ({ labels }: PlainSpan): boolean =>
    (filter.agent === undefined || labels.agent === filter.agent) &&
    (filter.user === undefined || labels.user === filter.user);
  const within = ({ startMs }: Subject): boolean => startMs >= filter.startMs && startMs < filter.endMs;
  if (of === 'calls' || of === 'spans')
    return spans
      .filter((span) => (of === 'spans' || span.type === 'llm') && meets(span))
      .filter(({ type }) => filter.type === undefined || type === filter.type)
      .map(ofSpan)
      .filter(within);
  const key = (span: PlainSpan): string => (of === 'runs' ? span.traceId : span.labels.session);
  const ofCalls = filter.agent !== undefined || filter.user !== undefined;
  return [...Map.groupBy(spans, key)]
    .filter(([id]) => id !== '')
    .filter(([, group]) => !ofCalls || group.some((span) => span.type === 'llm' && meets(span)))
    .filter(
      ([, group]) =>
        filter.hasError === undefined || group.some(({ isFailed }) => isFailed) === filter.hasError,
    )
    .map(([id, group]) => ofGroup(id, group, of))
    .filter(
      ({ tokens, values: { tool, status } }) =>
        tokens >= (filter.minTokens ?? 0) &&
        (filter.runTool === undefined || tool?.includes(filter.runTool) === true) &&
        (filter.runStatus === undefined || status?.includes(filter.runStatus) === true),
    )
    .filter(within);
}

export type OracleMetric =
  | 'count'
  | 'error_rate'
  | 'latency'
  | 'cost'
  | 'tokens'
  | 'calls'
  | 'tools'
  | 'users'
  | 'sessions';

export function metricOf(of: readonly Subject[], metric: OracleMetric): number | null {
  const mean = (value: (one: Subject) => number): number | null =>
    of.length === 0 ? null : sum(of, value) / of.length;
  const different = (axis: string): number => new Set(of.flatMap(({ values }) => values[axis] ?? [])).size;
  const values: Record<OracleMetric, () => number | null> = {
    count: () => of.length,
    error_rate: () => mean(({ isFailed }) => (isFailed ? 1 : 0)),
    latency: () => mean(({ latency }) => latency),
    cost: () => sum(of, ({ cost }) => cost),
    tokens: () => sum(of, ({ tokens }) => tokens),
    calls: () => mean(({ calls }) => calls),
    tools: () => mean(({ tools }) => tools),
    users: () => different('user'),
    sessions: () => different('session'),
  };
  return values[metric]();
}

export const unpricedIn = (of: readonly Subject[]) => ({
  calls: sum(of, ({ unpriced }) => unpriced.calls),
  tokens: sum(of, ({ unpriced }) => unpriced.tokens),
});

export function groupedBy(of: readonly Subject[], axis: string, offsetMinutes = 0): Map<string, Subject[]> {
  const groups = new Map<string, Subject[]>();
  for (const one of of) {
    const keys =
      axis === 'day' || axis === 'hour'
        ? [timeKey(one.startMs, axis, offsetMinutes)]
        : (one.values[axis] ?? []);
    for (const key of keys) groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return groups;
}
