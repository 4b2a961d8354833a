// Prices per million tokens by kind of token, and the cost of one call.
import { splitByPrice, type MediaTokens } from '@tracewell/sdk/reading';
import type { TokenUsage } from '#records';

/** Dollars per million tokens. Above a length of the whole input, a tier's price applies to all tokens. */
export type Rate = number | { base: number; tiers: readonly { start: number; price: number }[] };

export interface Rates {
  input: Rate;
  output: Rate;
  /** Undefined if billed as input. */
  cacheRead: Rate | undefined;
  cacheWrite: Rate | undefined;
  /** Undefined if billed as other cache writes. */
  cacheWrite1h: Rate | undefined;
  /** Undefined if there is no price; a call with such tokens is then unpriced. */
  audioInput: Rate | undefined;
  audioOutput: Rate | undefined;
  imageInput: Rate | undefined;
  imageOutput: Rate | undefined;
  /** Undefined if billed as cached text. */
  cacheReadAudio: Rate | undefined;
  cacheReadImage: Rate | undefined;
  /** Whether output counts as images if the client did not count it by kind. */
  makesImages: boolean;
}

/** One price for all kinds of input and one for all kinds of output. */
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

/** The applied prices, with tiers resolved. Optional ones are present only if the call has such tokens. */
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

interface PricedSum {
  costUsd: number;
  savedUsd: number;
  flat: FlatRates;
}

const MEDIA = ['audioInput', 'audioOutput', 'imageInput', 'imageOutput'] as const;

/** Null if the call has tokens of a kind without a price. */
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
  for (const kind of MEDIA) {
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
