import { isoTime } from '#lib/clock';
import { Pace } from '#lib/yield-to-event-loop';
import { asJson, type AnswerBudget } from '#core/answer-budget';
import type { ShownScore } from '#features/scores';
import type { CallRecord } from '#records';
import type { Call, ListedCall } from './schemas/calls.ts';

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

interface PresentOptions {
  added?: (call: CallRecord) => Pick<ListedCall, 'preview' | 'snippet'>;
  /** The same calls with their content. */
  opened?: AsyncIterable<CallRecord>;
}

/** The first calls, as many as fit. A call that is too large on its own is shown without its large fields. */
export async function presentWithin(
  budget: AnswerBudget,
  calls: readonly CallRecord[],
  { added = () => ({}), opened }: PresentOptions = {},
): Promise<{ shown: ListedCall[]; truncated: boolean }> {
  const pace = new Pace();
  const shown: ListedCall[] = [];
  for await (const call of opened ?? calls) {
    if (pace.isDue) await pace.rest();
    const whole = asJson({ ...presentCall(call), ...added(call) });
    if (budget.take(whole.bytes)) {
      shown.push(whole);
      continue;
    }
    if (shown.length > 0) break;
    const figures = asJson({
      ...presentCall(call),
      ...added(call),
      errorDetails: null,
      toolCalls: null,
      requestMeta: null,
    });
    if (budget.take(figures.bytes)) shown.push(figures);
    return { shown, truncated: true };
  }
  return { shown, truncated: shown.length < calls.length };
}

/** The first scores, as many as fit. */
export function scoresWithin(budget: AnswerBudget, scores: readonly ShownScore[]): ShownScore[] {
  const written = scores.map(asJson);
  const beyond = written.findIndex(({ bytes }) => !budget.take(bytes));
  return beyond < 0 ? written : written.slice(0, beyond);
}
