// What a million tokens of each kind cost, and the sum that follows for one call.
import type { TokenUsage } from '#records';

/** Dollars per million tokens; from a length of the whole input on, another price holds for all tokens. */
export type Rate = number | { base: number; tiers: readonly { start: number; price: number }[] };

/** Undefined: billed like input (or output) of the plain kind. */
export interface Rates {
  input: Rate;
  output: Rate;
  cacheRead: Rate | undefined;
  cacheWrite: Rate | undefined;
  cacheWrite1h: Rate | undefined;
  audioInput: Rate | undefined;
  audioOutput: Rate | undefined;
}

export interface PricedUsage {
  usage: TokenUsage;
  /** Of the cache written, what is to be kept for an hour. */
  cacheWrite1h?: number;
  /** Of the audio tokens, those of the output; without it they count as input as far as that reaches. */
  audioOutput?: number;
}

/** The prices that were applied, tiers resolved. */
export interface FlatRates {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
}

export function priceUsage(
  rates: Rates,
  priced: PricedUsage,
): { costUsd: number; savedUsd: number; flat: FlatRates } {
  const { usage } = priced;
  const wholeInput = usage.uncachedInput + usage.cacheRead + usage.cacheWrite;
  const at = (rate: Rate): number => rateAt(rate, wholeInput);
  const input = at(rates.input);
  const output = at(rates.output);
  const cacheRead = at(rates.cacheRead ?? input);
  const cacheWrite = at(rates.cacheWrite ?? input);
  const outputTokens = usage.outputText + usage.reasoning;
  const audioOutput = Math.min(
    priced.audioOutput ?? Math.max(0, usage.audio - usage.uncachedInput),
    outputTokens,
    usage.audio,
  );
  const audioInput = Math.min(usage.audio - audioOutput, usage.uncachedInput);
  const written1h = Math.min(priced.cacheWrite1h ?? 0, usage.cacheWrite);
  const micros =
    (usage.uncachedInput - audioInput) * input +
    audioInput * at(rates.audioInput ?? input) +
    usage.cacheRead * cacheRead +
    (usage.cacheWrite - written1h) * cacheWrite +
    written1h * at(rates.cacheWrite1h ?? cacheWrite) +
    (outputTokens - audioOutput) * output +
    audioOutput * at(rates.audioOutput ?? output);
  return {
    costUsd: micros / 1_000_000,
    savedUsd: Math.max(0, (usage.cacheRead * (input - cacheRead)) / 1_000_000),
    flat: { input, output, cacheRead, cacheWrite },
  };
}

function rateAt(rate: Rate, wholeInput: number): number {
  if (typeof rate === 'number') return rate;
  let price = rate.base;
  for (const tier of rate.tiers) if (wholeInput > tier.start) price = tier.price;
  return price;
}
