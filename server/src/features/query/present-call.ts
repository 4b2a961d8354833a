import { isoTime } from '#lib/clock';
import type { CallRecord } from '#records';
import type { Call } from './schemas.ts';

/** All twenty fields, in the order of the interface; what is absent is null. */
export const presentCall = (call: CallRecord): Call => ({
  id: call.id,
  provider: call.provider,
  model: call.model,
  timestamp: isoTime(call.timestampMs),
  promptTokens: call.promptTokens,
  completionTokens: call.completionTokens,
  totalTokens: call.totalTokens,
  costUsd: call.costUsd ?? 0,
  latencyMs: call.latencyMs,
  tags: Object.keys(call.tags).length === 0 ? null : call.tags,
  error: call.error,
  errorDetails: call.errorDetails,
  traceId: call.traceId,
  spanId: call.spanId,
  parentSpanId: call.parentSpanId,
  sessionId: call.sessionId,
  toolCalls: call.toolCalls,
  piiRedacted: call.piiRedacted,
  redactionMetadata: call.redactionMetadata,
  requestMeta: call.requestMeta,
});
