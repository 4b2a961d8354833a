// What a call costs as it is stored: what its client said, else what follows from the price of its model.
import { deriveCost, type PriceBook, type PricedCall } from './prices.ts';
import type { CallRecord, Cost, JsonObject } from '#records';

/** A cost that the client gave stands; any other is derived, and the price it came from is kept with the call. */
export function priceCall(call: CallRecord, prices: PriceBook): { call: CallRecord; cost: Cost } {
  const { costUsd, usage } = call;
  if (costUsd !== null && usage.cacheRead === 0) {
    return { call, cost: { costUsd, cacheSavingsUsd: 0, source: 'client' } };
  }
  const { pricing, ...derived } = deriveCost(pricedCall(call), prices);
  if (costUsd !== null) {
    return { call, cost: { costUsd, cacheSavingsUsd: derived.cacheSavingsUsd, source: 'client' } };
  }
  return {
    call: { ...call, requestMeta: { ...call.requestMeta, pricing: pricing && { ...pricing } } },
    cost: { ...derived, source: pricing?.source ?? 'none' },
  };
}

const numberIn = (meta: JsonObject | null, name: string): number | undefined => {
  const value = meta?.[name];
  return typeof value === 'number' && value > 0 ? value : undefined;
};

/** What the price of a call depends on. */
export type PriceFacts = Pick<CallRecord, 'provider' | 'model' | 'timestampMs' | 'usage' | 'requestMeta'>;

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
  const audioOutput = numberIn(meta, 'audioOutputTokens');
  const images = numberIn(meta, 'imageTokens');
  const imageOutput = meta?.['imageOutputTokens'];
  return {
    provider,
    model,
    gateway: typeof gateway === 'string' ? gateway : null,
    responseModel: typeof responseModel === 'string' ? responseModel : null,
    serviceTier: typeof serviceTier === 'string' ? serviceTier : null,
    atMs: timestampMs,
    usage,
    cacheWrite1h: numberIn(meta, 'cacheWrite1hTokens') ?? 0,
    ...(audioOutput === undefined ? {} : { audioOutput }),
    ...(typeof imageOutput === 'number' ? { imageOutput } : {}),
    ...(images === undefined
      ? {}
      : { imageInput: images - (typeof imageOutput === 'number' ? Math.min(imageOutput, images) : 0) }),
  };
}
