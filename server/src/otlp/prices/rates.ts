// What a million tokens of each kind cost, and the sum that follows for one call.
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

export interface PricedUsage {
  usage: TokenUsage;
  /** Of the cache written, what is to be kept for an hour. */
  cacheWrite1h?: number;
  /** Of the audio tokens, those of the output; without it they count as input as far as that reaches. */
  audioOutput?: number;
  /** Of input and output, what is images; undefined: nobody counted. */
  imageInput?: number;
  imageOutput?: number;
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
  const parts = partsOf(rates, priced);
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

/** Each token once, by what it is billed as. Audio and images of the input that exceed what was not cached were cached. */
function partsOf(rates: Rates, priced: PricedUsage) {
  const { usage } = priced;
  const allOutput = usage.outputText + usage.reasoning;
  const audioOutput = Math.min(
    priced.audioOutput ?? Math.max(0, usage.audio - usage.uncachedInput),
    allOutput,
    usage.audio,
  );
  const uncounted = rates.makesImages ? usage.outputText : 0;
  const imageOutput = Math.min(priced.imageOutput ?? uncounted, allOutput - audioOutput);
  const audioInput = Math.min(usage.audio - audioOutput, usage.uncachedInput);
  const imageInput = Math.min(priced.imageInput ?? 0, usage.uncachedInput - audioInput);
  const cacheReadAudio = Math.min(usage.audio - audioOutput - audioInput, usage.cacheRead);
  const cacheReadImage = Math.min((priced.imageInput ?? 0) - imageInput, usage.cacheRead - cacheReadAudio);
  const cacheWrite1h = Math.min(priced.cacheWrite1h ?? 0, usage.cacheWrite);
  return {
    input: usage.uncachedInput - audioInput - imageInput,
    audioInput,
    imageInput,
    cacheRead: usage.cacheRead - cacheReadAudio - cacheReadImage,
    cacheReadAudio,
    cacheReadImage,
    cacheWrite: usage.cacheWrite - cacheWrite1h,
    cacheWrite1h,
    output: allOutput - audioOutput - imageOutput,
    audioOutput,
    imageOutput,
  };
}

function rateAt(rate: Rate, wholeInput: number): number {
  if (typeof rate === 'number') return rate;
  let price = rate.base;
  for (const tier of rate.tiers) if (wholeInput > tier.start) price = tier.price;
  return price;
}
