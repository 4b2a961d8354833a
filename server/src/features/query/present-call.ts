import { isoTime } from '#lib/clock';
import { Pace } from '#lib/yield-to-event-loop';
import { asJson, type AnswerBudget } from '#core/answer-budget';
import type { CallRecord } from '#records';
import type { Call } from './schemas/calls.ts';

/** All twenty fields in the order of the interface; absent ones are null. */
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

/** The first calls, as many as fit. A call that is too large by itself is shown without its large fields. */
export async function presentWithin(
  budget: AnswerBudget,
  calls: readonly CallRecord[],
): Promise<{ shown: Call[]; truncated: boolean }> {
  const pace = new Pace();
  const shown: Call[] = [];
  for (const call of calls) {
    if (pace.isDue) await pace.rest();
    const whole = asJson(presentCall(call));
    if (budget.take(whole.bytes)) {
      shown.push(whole);
      continue;
    }
    if (shown.length > 0) break;
    const figures = asJson({ ...presentCall(call), errorDetails: null, toolCalls: null, requestMeta: null });
    if (budget.take(figures.bytes)) shown.push(figures);
    return { shown, truncated: true };
  }
  return { shown, truncated: shown.length < calls.length };
}
