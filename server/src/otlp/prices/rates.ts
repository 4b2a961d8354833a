// What a million tokens of each kind cost, and the sum that follows for one call.
import { splitByPrice, type MediaTokens } from '@tracewell/sdk/reading';
import type { TokenUsage } from '#records';

/** Dollars per million tokens; from a length of the whole input on, another price holds for all tokens. */
export type Rate = number | { base: number; tiers: readonly { start: number; price: number }[] };

export interface Rates {
  input: Rate;
  output: Rate;
  /** Undefined: billed as input. */
  cacheRead: Rate | undefined;
  cacheWrite: Rate | undefined;
  /** Undefined: as any other write. */
  cacheWrite1h: Rate | undefined;
  /** Undefined: not for sale, so a call that has such tokens has no price. */
  audioInput: Rate | undefined;
  audioOutput: Rate | undefined;
  imageInput: Rate | undefined;
  imageOutput: Rate | undefined;
  /** Undefined: as text that is read from the cache. */
  cacheReadAudio: Rate | undefined;
  cacheReadImage: Rate | undefined;
  /** Output of which nobody said what it is counts as images. */
  makesImages: boolean;
}

/** One price for whatever goes in, and one for whatever comes out. */
export const flatRates = (
  input: number,
  output: number,
  cacheRead?: number | null,
  cacheWrite?: number | null,
): Rates => ({
  input,
  output,
  cacheRead: cacheRead ?? undefined,
  cacheWrite: cacheWrite ?? undefined,
  cacheWrite1h: undefined,
  audioInput: input,
  audioOutput: output,
  imageInput: input,
  imageOutput: output,
  cacheReadAudio: undefined,
  cacheReadImage: undefined,
  makesImages: false,
});

export interface PricedUsage extends MediaTokens {
  usage: TokenUsage;
}

/** The prices that were applied, tiers resolved; the optional ones only where the call has such tokens. */
export interface FlatRates {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  cacheWrite1h?: number;
  audioInput?: number;
  audioOutput?: number;
  imageInput?: number;
  imageOutput?: number;
}

export interface PricedSum {
  costUsd: number;
  savedUsd: number;
  flat: FlatRates;
}

/** Null: the call has tokens of a kind that has no price. */
export function priceUsage(rates: Rates, priced: PricedUsage): PricedSum | null {
  const { usage } = priced;
  const wholeInput = usage.uncachedInput + usage.cacheRead + usage.cacheWrite;
  const at = (rate: Rate): number => rateAt(rate, wholeInput);
  const flat: FlatRates = {
    input: at(rates.input),
    output: at(rates.output),
    cacheRead: at(rates.cacheRead ?? rates.input),
    cacheWrite: at(rates.cacheWrite ?? rates.input),
  };
  const parts = splitByPrice(usage, priced, rates.makesImages);
  let micros =
    parts.input * flat.input +
    parts.cacheRead * flat.cacheRead +
    parts.cacheReadAudio * at(rates.cacheReadAudio ?? flat.cacheRead) +
    parts.cacheReadImage * at(rates.cacheReadImage ?? flat.cacheRead) +
    parts.cacheWrite * flat.cacheWrite +
    parts.output * flat.output;
  if (parts.cacheWrite1h > 0) {
    flat.cacheWrite1h = at(rates.cacheWrite1h ?? flat.cacheWrite);
    micros += parts.cacheWrite1h * flat.cacheWrite1h;
  }
  for (const kind of ['audioInput', 'audioOutput', 'imageInput', 'imageOutput'] as const) {
    if (parts[kind] === 0) continue;
    const rate = rates[kind];
    if (rate === undefined) return null;
    flat[kind] = at(rate);
    micros += parts[kind] * at(rate);
  }
  return {
    costUsd: micros / 1_000_000,
    savedUsd: Math.max(0, (usage.cacheRead * (flat.input - flat.cacheRead)) / 1_000_000),
    flat,
  };
}

function rateAt(rate: Rate, wholeInput: number): number {
  if (typeof rate === 'number') return rate;
  let price = rate.base;
  for (const tier of rate.tiers) if (wholeInput > tier.start) price = tier.price;
  return price;
}
