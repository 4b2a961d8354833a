// The cost of a stored call at today's prices, exactly as ingest would derive it.
import { tokenBuckets } from '@tracewell/sdk/reading';
import { deriveCost, pricedCall, type AppliedPrice, type PriceBook } from '#otlp';
import type { CallCost, CostChange } from '#records';

/** Null if cost and price would be the same today. */
export function newCost(call: CallCost, prices: PriceBook): CostChange | null {
  const { costUsd, cacheSavingsUsd, pricing } = deriveCost(pricedCall(factsOf(call)), prices);
  const priceSource = pricing?.source ?? 'none';
  const same =
    equal(costUsd, call.costUsd) &&
    equal(cacheSavingsUsd, call.cacheSavingsUsd) &&
    priceSource === call.priceSource &&
    samePrice(pricing, call.pricing);
  return same ? null : { call, costUsd, cacheSavingsUsd, priceSource, pricing: JSON.stringify(pricing) };
}

const factsOf = (call: CallCost) => ({
  provider: call.provider,
  model: call.model,
  timestampMs: call.timestampMs,
  usage: tokenBuckets({
    prompt: call.promptTokens,
    completion: call.completionTokens,
    total: call.totalTokens,
    cacheRead: call.cachedTokens,
    cacheWrite: call.cacheWriteTokens,
    reasoning: call.reasoningTokens,
    audio: call.audioTokens,
  }),
  requestMeta: {
    responseModel: call.responseModel,
    serviceTier: call.serviceTier,
    cacheWrite1hTokens: call.cacheWrite1hTokens,
    webSearches: call.webSearches,
    fileSearches: call.fileSearches,
    codeContainers: call.codeContainers,
    audioOutputTokens: call.audioOutputTokens,
    gateway: call.gateway || null,
    imageTokens: call.imageTokens,
    imageOutputTokens: call.imageOutputTokens,
    cachedAudioTokens: call.cachedAudioTokens,
    cachedImageTokens: call.cachedImageTokens,
    speed: call.speed || null,
    inferenceGeo: call.inferenceGeo || null,
  },
});

/** Splitting buckets of fractions leaves small errors, which are not a new price. */
const equal = (left: number, right: number): boolean => Math.abs(left - right) <= 1e-12 * Math.abs(right);

/**
 * Another version of the list with the same price for the model is not a new price either; the call keeps its
 * applied price.
 */
function samePrice(pricing: AppliedPrice | null, storedText: string): boolean {
  const stored = (storedText === '' ? null : JSON.parse(storedText)) as Partial<AppliedPrice> | null;
  if (pricing === null || stored === null) return pricing === stored;
  const members = new Set([...Object.keys(pricing), ...Object.keys(stored)] as (keyof AppliedPrice)[]);
  members.delete('version');
  members.delete('source');
  return [...members].every((member) => pricing[member] === stored[member]);
}
