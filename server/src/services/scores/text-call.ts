// Makes a call from texts alone, in the form that evaluators read. It is never stored.
import type { CallRecord, JsonObject } from '#records';

type Known = Pick<CallRecord, 'id' | 'timestampMs' | 'toolCalls'> & { requestMeta: JsonObject };

export const textCall = ({ id, timestampMs, toolCalls, requestMeta }: Known): CallRecord => ({
  kind: 'call',
  id,
  provider: '',
  model: '',
  timestampMs,
  promptTokens: 0,
  completionTokens: 0,
  totalTokens: 0,
  costUsd: null,
  latencyMs: 0,
  tags: {},
  error: null,
  errorDetails: null,
  traceId: null,
  spanId: null,
  parentSpanId: null,
  sessionId: null,
  toolCalls,
  piiRedacted: false,
  redactionMetadata: null,
  requestMeta,
  usage: { uncachedInput: 0, cacheRead: 0, cacheWrite: 0, outputText: 0, reasoning: 0, audio: 0 },
});
