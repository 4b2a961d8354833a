// Rows of the tables of calls and observations, for tests that insert them without the writer.
import { NO_LABELS, PLAIN_SPAN } from '#records/record';
import { DAY_MS } from '#lib/clock';
import type { CallRecord, ObservationRecord } from '#records';

export interface Belonging {
  account: number;
  project?: number;
  evalRun?: number;
  userId?: string;
  hasContent?: boolean;
}

const json = (value: unknown): string => (value === null ? '' : JSON.stringify(value));

const ofLabels = ({ labels = NO_LABELS }: Pick<CallRecord, 'labels'>) => ({
  user_id: labels.userId,
  agent: labels.agent,
  release: labels.release,
  environment: labels.environment,
  service: labels.service,
  mcp_server: labels.mcpServer,
});

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const common = ({ account, project = 1, hasContent = false }: Belonging, timestampMs: number) => ({
  account,
  project,
  timestamp: new Date(timestampMs).toISOString(),
  received_at: new Date(timestampMs).toISOString(),
  expires_at: Math.ceil((timestampMs + 90 * DAY_MS) / 1_000),
  has_content: hasContent,
});

export const callRow = (belonging: Belonging, call: CallRecord): object => ({
  ...common(belonging, call.timestampMs),
  id: call.id,
  provider: call.provider,
  model: call.model,
  prompt_tokens: call.promptTokens,
  completion_tokens: call.completionTokens,
  total_tokens: call.totalTokens,
  cached_tokens: call.usage.cacheRead,
  cache_write_tokens: call.usage.cacheWrite,
  reasoning_tokens: call.usage.reasoning,
  audio_tokens: call.usage.audio,
  cost_usd: call.costUsd ?? 0,
  latency_ms: call.latencyMs,
  tags: call.tags,
  error: call.error ?? '',
  error_details: json(call.errorDetails),
  trace_id: call.traceId ?? '',
  span_id: call.spanId ?? '',
  parent_span_id: call.parentSpanId ?? '',
  session_id: call.sessionId ?? '',
  ...ofLabels(call),
  user_id: belonging.userId ?? '',
  agent: text(call.requestMeta?.['agentName']),
  name: text(call.requestMeta?.['spanName']),
  tool_calls: json(call.toolCalls),
  request_meta: json(call.requestMeta),
  pii_redacted: call.piiRedacted,
  redaction_metadata: json(call.redactionMetadata),
  eval_run: belonging.evalRun ?? 0,
});

export const observationRow = (belonging: Belonging, observation: ObservationRecord): object => ({
  ...common(belonging, observation.timestampMs),
  id: observation.id,
  trace_id: observation.traceId,
  span_id: observation.spanId,
  parent_span_id: observation.parentSpanId ?? '',
  session_id: observation.sessionId ?? '',
  type: observation.type,
  name: observation.name,
  duration_ms: observation.durationMs,
  error: observation.error ?? '',
  attributes: json(observation.attributes),
  ...ofLabels(observation),
  tool: observation.tool,
  operation: observation.operation,
  tags: observation.tags,
});

/** A call without any special values. */
export const plainCall = (
  id: string,
  timestampMs: number,
  changes: Partial<CallRecord> = {},
): CallRecord => ({
  kind: 'call',
  id,
  provider: 'openai',
  model: 'gpt-5',
  timestampMs,
  promptTokens: 10,
  completionTokens: 5,
  totalTokens: 15,
  costUsd: 0.5,
  latencyMs: 100,
  tags: {},
  error: null,
  errorDetails: null,
  traceId: null,
  spanId: null,
  parentSpanId: null,
  sessionId: null,
  toolCalls: null,
  piiRedacted: false,
  redactionMetadata: null,
  requestMeta: null,
  usage: { uncachedInput: 10, cacheRead: 0, cacheWrite: 0, outputText: 5, reasoning: 0, audio: 0 },
  ...changes,
});

/** The names that a span of this type and name gets at ingest. */
function namesOf({ type = 'tool', name = 'search' }: Partial<ObservationRecord>) {
  const short = name.replace(/^(?:execute_tool|invoke_agent) /, '');
  return {
    tool: type === 'tool' ? short : '',
    labels: { ...NO_LABELS, agent: type === 'agent' ? short : '' },
  };
}

/** Its id consists of the two, like the id of a span. */
export const plainObservation = (
  traceId: string,
  spanId: string,
  timestampMs: number,
  changes: Partial<ObservationRecord> = {},
): ObservationRecord => ({
  kind: 'observation',
  ...PLAIN_SPAN,
  ...namesOf(changes),
  id: `${traceId}-${spanId}`,
  type: 'tool',
  name: 'search',
  timestampMs,
  durationMs: 5,
  error: null,
  traceId,
  spanId,
  parentSpanId: null,
  sessionId: null,
  attributes: { tool: 'search' },
  ...changes,
});
