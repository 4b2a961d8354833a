// The page's model of a span. Its attributes and its content are loaded when it is selected.
import type { Schemas } from '#api';

export type TraceNode = Schemas['TraceNode'];
type LightSpan = Schemas['TraceSpan'];

export interface Span {
  id: string;
  type: string;
  name: string;
  spanId: string | null;
  parentSpanId: string | null;
  startMs: number;
  durationMs: number;
  error: string | null;
  /** null if the span is not an LLM call. */
  call: { provider: string; model: string; totalTokens: number; costUsd: number } | null;
  agent: string | null;
  tool: string | null;
  sessionId: string | null;
  userId: string | null;
  /** That the model asked for. */
  tools: readonly string[];
}

export const runSpanOf = ({
  kind,
  startTime,
  provider,
  model,
  totalTokens,
  costUsd,
  ...light
}: Omit<LightSpan, 'tools'> & { tools?: string[] }): Span => ({
  tools: [],
  ...light,
  startMs: Date.parse(startTime),
  call:
    kind === 'llm'
      ? { provider: provider ?? '', model: model ?? '', totalTokens: totalTokens ?? 0, costUsd: costUsd ?? 0 }
      : null,
});

export const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
