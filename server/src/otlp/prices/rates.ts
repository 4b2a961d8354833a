// Prices per million tokens by kind of token, and the cost of one call.
import { splitByPrice, type MediaTokens, type ToolUses } from '@tracewell/sdk/reading';
import type { TokenUsage } from '#records';
import { type ListedPrices, type Rate, TOKEN_KINDS, type ToolPrices } from './table/form.ts';

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
  /** Dollars per thousand uses of tools that the vendor runs. */
  tools?: ToolPrices | undefined;
}

/** One price for all kinds of input and one for all kinds of output. */
export const flatRates = (
  input: Rate,
  output: Rate,
  cacheRead?: Rate | null,
  cacheWrite?: Rate | null,
  cacheWrite1h?: Rate | null,
): Rates => ({
  input,
  output,
  cacheRead: cacheRead ?? undefined,
  cacheWrite: cacheWrite ?? undefined,
  cacheWrite1h: cacheWrite1h ?? undefined,
  audioInput: input,
  audioOutput: output,
  imageInput: input,
  imageOutput: output,
  cacheReadAudio: undefined,
  cacheReadImage: undefined,
  makesImages: false,
});

/** Mistral's "Prompt caching", for models of which no list has a price of the cache. */
const MISTRAL_CACHED = 0.1;

/** Null if there is no price per token: models are also billed by image, minute or page. */
export function ratesOf(seller: string, model: string, prices: ListedPrices): Rates | null {
  const { input, output } = prices;
  if (input === undefined && output === undefined) return null;
  const cached = seller === 'mistral' && input !== undefined ? scaledRate(input, MISTRAL_CACHED) : undefined;
  return {
    input: input ?? 0,
    output: output ?? 0,
    cacheRead: prices.cacheRead ?? cached,
    cacheWrite: prices.cacheWrite,
    cacheWrite1h: prices.cacheWrite1h,
    // Google's list has audio only where its price differs from text.
    audioInput: prices.audioInput ?? (seller === 'google' ? input : undefined),
    // The output of a speech model is audio.
    audioOutput: prices.audioOutput ?? (/tts/.test(model) ? output : undefined),
    // Lists have input images only where their price differs from text.
    imageInput: prices.imageInput ?? input ?? 0,
    // `gpt-image-1` outputs only images, so its output price is their price.
    imageOutput: prices.imageOutput ?? (model.startsWith('gpt-image-') ? output : undefined),
    cacheReadAudio: prices.cacheReadAudio,
    cacheReadImage: prices.cacheReadImage,
    makesImages: prices.imageOutput !== undefined || /\bimage\b/.test(model),
    tools: prices.tools,
  };
}

/** Prices of another seller for kinds that the first one does not price. */
export const completedRates = (rates: Rates, next: Rates): Rates => ({
  ...rates,
  cacheRead: rates.cacheRead ?? next.cacheRead,
  cacheWrite: rates.cacheWrite ?? next.cacheWrite,
  cacheWrite1h: rates.cacheWrite1h ?? next.cacheWrite1h,
  audioInput: rates.audioInput ?? next.audioInput,
  audioOutput: rates.audioOutput ?? next.audioOutput,
  imageOutput: rates.imageOutput ?? next.imageOutput,
});

const scaledRate = (price: Rate, factor: number): Rate =>
  typeof price === 'number'
    ? price * factor
    : {
        base: price.base * factor,
        tiers: price.tiers.map((tier) => ({ start: tier.start, price: tier.price * factor })),
      };

export function scaledRates(rates: Rates, factor: number): Rates {
  if (factor === 1) return rates;
  const scaled = { ...rates };
  for (const kind of TOKEN_KINDS) {
    const price = rates[kind];
    if (price !== undefined) scaled[kind] = scaledRate(price, factor);
  }
  return scaled;
}

/** Without higher prices for long inputs. */
export function baseRates(rates: Rates): Rates {
  const base = { ...rates };
  for (const kind of TOKEN_KINDS) {
    const price = rates[kind];
    if (typeof price === 'object') base[kind] = price.base;
  }
  return base;
}

export interface PricedUsage extends MediaTokens {
  usage: TokenUsage;
  /** Absent if the vendor ran no tool. */
  tools?: ToolUses | undefined;
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
