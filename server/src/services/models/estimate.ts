// Estimates the cost of an order before it is sent.
import type { LlmContext } from './ask.ts';
import { billedTexts, type ChatOrder } from './chat.ts';
import { NO_USAGE, pricing } from './price.ts';
import { throttleOf, type ProviderThrottle } from './provider-throttle.ts';
import { sourceForRole, type ModelSource, type SourceContext } from './source.ts';
import { outputTokensOf } from './stream-model.ts';

/** Roughly the number of tokens of a text. */
export const roughTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / 4);

export const inputTokensOf = (order: ChatOrder): number =>
  billedTexts(order).reduce((sum, text) => sum + roughTokens(text), 0);

/** Null if no price is known. */
export function costOfTokens(
  { priced }: Pick<ModelSource, 'priced'>,
  { input, output }: { input: number; output: number },
  atMs: number,
): number | null {
  const cost = pricing(priced, atMs).of({ ...NO_USAGE, uncachedInput: input, outputText: output });
  return cost.known ? cost.micros : null;
}

/** An upper limit, for reserving it in a budget; null if no price is known. */
export function maxCostMicros({ priced }: ModelSource, order: ChatOrder, atMs: number): number | null {
  const max = pricing(priced, atMs).max(billedTexts(order), outputTokensOf(order));
  return max.known ? max.micros : null;
}

/** The model that judges, if there is one. */
export const judgeSource = (ctx: SourceContext): Promise<ModelSource | null> => sourceForRole(ctx, 'judge');

/** The model that makes embeddings, if there is one. */
export const embedderSource = (ctx: SourceContext): Promise<ModelSource | null> =>
  sourceForRole(ctx, 'embedder');

/** Shared by all that call this model in this process. */
export const modelThrottle = (ctx: Pick<LlmContext, 'state'>, { config }: ModelSource): ProviderThrottle =>
  throttleOf(ctx, config);
