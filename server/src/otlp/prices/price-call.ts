// The cost of a call as it is stored: the cost that its client sent, else the price of its model.
import { mediaTokens, toolUses } from '@tracewell/sdk/reading';
import { deriveCost, type PriceBook, type PricedCall } from './prices.ts';
import type { CallRecord, Cost, JsonObject } from '#records';

/**
 * A cost that the client sent is kept. Otherwise the cost is derived, and the applied price is stored with
 * the call.
 */
export function priceCall(call: CallRecord, prices: PriceBook): { call: CallRecord; cost: Cost } {
  const { costUsd, usage } = call;
  if (costUsd !== null && usage.cacheRead === 0) {
    return { call, cost: { costUsd, cacheSavingsUsd: 0, source: 'client' } };
  }
  const derived = deriveCost(pricedCall(call), prices);
  const { pricing, cacheSavingsUsd } = derived;
  if (costUsd !== null) return { call, cost: { costUsd, cacheSavingsUsd, source: 'client' } };
  return {
    call: { ...call, requestMeta: { ...call.requestMeta, pricing: pricing as JsonObject | null } },
    cost: { costUsd: derived.costUsd, cacheSavingsUsd, source: pricing?.source ?? 'none' },
  };
}

/** The fields that determine the price of a call. */
type PriceFacts = Pick<CallRecord, 'provider' | 'model' | 'timestampMs' | 'usage' | 'requestMeta'>;

export function pricedCall({
  provider,
  model,
  timestampMs,
  usage,
  requestMeta: meta,
}: PriceFacts): PricedCall {
  const responseModel = meta?.['responseModel'];
  const serviceTier = meta?.['serviceTier'];
  const gateway = meta?.['gateway'];
  const speed = meta?.['speed'];
  const inferenceGeo = meta?.['inferenceGeo'];
  return {
    provider,
    model,
    gateway: typeof gateway === 'string' ? gateway : null,
    responseModel: typeof responseModel === 'string' ? responseModel : null,
    serviceTier: typeof serviceTier === 'string' ? serviceTier : null,
    speed: typeof speed === 'string' ? speed : null,
    inferenceGeo: typeof inferenceGeo === 'string' ? inferenceGeo : null,
    atMs: timestampMs,
    usage,
    tools: toolUses(meta),
    ...mediaTokens(meta),
  };
}
