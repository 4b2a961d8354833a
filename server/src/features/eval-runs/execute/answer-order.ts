// Generates the answer to a dataset item that needs more than texts: a conversation, tools, settings, or a schema.
import { EVAL_RUN_TAG } from '#semconv';
import type { Context } from '#core/context';
import type { CallRecord } from '#records';
import { beginRun, playedCall, runPatiently } from '#services/model-runs';
import {
  generatorSource,
  modelSentences,
  type ChatOrder,
  type FailureReason,
  type ModelFault,
} from '#services/models';
import { missing, type LoadedCall } from '#services/scores';
import type { PromptRow } from '#services/prompts';
import type { ItemRow, RunRow } from '../store.ts';

interface AskedOrder {
  run: Pick<RunRow, 'id'>;
  item: Pick<ItemRow, 'call_id'>;
  prompt: PromptRow | null;
  order: ChatOrder;
  signal: AbortSignal;
}

const REASONS: Partial<Record<ModelFault['reason'], FailureReason>> = {
  timeout: 'generator_timeout',
  rate_limited: 'generator_rate_limited',
  malformed_answer: 'generator_bad_answer',
  budget_exhausted: 'budget_exhausted',
  cancelled: 'cancelled',
};

export async function answerOrder(
  ctx: Context,
  { run, item, prompt, order, signal }: AskedOrder,
): Promise<{ call: CallRecord; costMicros: number } | Extract<LoadedCall, { call: null }>> {
  const source = await generatorSource(ctx);
  if ('ok' in source) return withoutCall(source.reason, source.said, source.costMicros);
  const played = beginRun(source, {
    runId: item.call_id,
    tags: { [EVAL_RUN_TAG]: String(run.id) },
    startedAt: ctx.clock.now(),
    promptId: prompt?.id ?? null,
    order,
  });
  await runPatiently(ctx, source, played, { purpose: 'generate', signal });
  const { fault, costMicros } = played;
  if (fault) return withoutCall(REASONS[fault.reason] ?? 'generator_unavailable', fault.said, costMicros);
  if (played.finish === 'refused')
    return withoutCall('refused', modelSentences.say('generator_refused', {}), costMicros);
  const call = playedCall(played);
  const named = prompt ? { promptName: prompt.name, promptVersion: prompt.version } : {};
  return { call: { ...call, requestMeta: { ...call.requestMeta, ...named } }, costMicros };
}

const withoutCall = (...[reason, said, costMicros]: Parameters<typeof missing>) =>
  missing(reason, said, costMicros) as Extract<LoadedCall, { call: null }>;
