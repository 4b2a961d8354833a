// Computes what a model call costs, before and after it.
import { MICROS_PER_USD } from '#lib/money';
import type { Config } from '#config';
import { deriveCost, priceBook, type PriceBook } from '#otlp';
import type { TokenUsage } from '#records';

/** Tokens that vendors add to a prompt: roles, the schema of the answer, a tool in its place. */
const ADDED_TOKENS = 1_000;

const NO_USAGE: TokenUsage = {
  uncachedInput: 0,
  cacheRead: 0,
  cacheWrite: 0,
  outputText: 0,
  reasoning: 0,
  audio: 0,
};

interface Price {
  micros: number;
  /** False if no price is known for this model; it then counts as free. */
  known: boolean;
}

const books = new WeakMap<object, PriceBook>();

export interface Pricing {
  of(usage: TokenUsage): Price;
  /** An upper limit: tokenizers make no more tokens than the text has bytes. */
  max(texts: readonly string[], maxOutputTokens: number): Price;
  /**
   * For an aborted call, or one without a usage report. The vendor has read the request and written `answered`,
   * but its bill is unknown.
   */
  likely(texts: readonly string[], answered?: string): Price;
}

/** The name that a model is sold under, and the list with its price. */
export interface PricedModel {
  provider: string;
  model: string;
  /** The gateway that serves it. */
  gateway?: string;
  book: PriceBook;
}

/**
 * For calls that the operator pays: with the account's own prices, a price of 0 would remove its budget.
 */
export function operatorBook(config: Config): PriceBook {
  const { modelPrices: operator, modelPricesVersion: operatorVersion } = config;
  return books.getOrInsertComputed(operator, () => priceBook({ operator, operatorVersion }));
}

export function pricing({ provider, model, gateway, book }: PricedModel, atMs: number): Pricing {
  const of = (usage: TokenUsage): Price => {
    const { costUsd, pricing } = deriveCost(
      { provider, model, atMs, usage, ...(gateway === undefined ? {} : { gateway }) },
      book,
    );
    return { micros: Math.ceil(costUsd * MICROS_PER_USD), known: pricing !== null };
  };
  return {
    of,
    max: (texts, outputText) => of({ ...NO_USAGE, uncachedInput: bytes(texts) + ADDED_TOKENS, outputText }),
    likely: (texts, answered = '') =>
      of({
        ...NO_USAGE,
        uncachedInput: Math.ceil(bytes(texts) / 4),
        outputText: Math.ceil(Buffer.byteLength(answered) / 4),
      }),
  };
}

const bytes = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);

/** Usage as the SDK reports it. Every field may be missing. */
interface ReportedUsage {
  inputTokens: number | undefined;
  inputTokenDetails: { cacheReadTokens: number | undefined; cacheWriteTokens: number | undefined };
  outputTokens: number | undefined;
  outputTokenDetails: { reasoningTokens: number | undefined };
}

/** Null if the vendor reported no usage; some servers do not. */
export function modelUsageOf(reported: ReportedUsage | undefined): TokenUsage | null {
  if (reported?.inputTokens === undefined && reported?.outputTokens === undefined) return null;
  const input = count(reported.inputTokens);
  const output = count(reported.outputTokens);
  const cacheRead = Math.min(count(reported.inputTokenDetails.cacheReadTokens), input);
  const cacheWrite = Math.min(count(reported.inputTokenDetails.cacheWriteTokens), input - cacheRead);
  const reasoning = Math.min(count(reported.outputTokenDetails.reasoningTokens), output);
  return {
    uncachedInput: input - cacheRead - cacheWrite,
    cacheRead,
    cacheWrite,
    outputText: output - reasoning,
    reasoning,
    audio: 0,
  };
}

const count = (value: number | undefined): number =>
  value !== undefined && Number.isSafeInteger(value) && value > 0 ? value : 0;

export const addUsage = (a: TokenUsage, b: TokenUsage): TokenUsage => ({
  uncachedInput: a.uncachedInput + b.uncachedInput,
  cacheRead: a.cacheRead + b.cacheRead,
  cacheWrite: a.cacheWrite + b.cacheWrite,
  outputText: a.outputText + b.outputText,
  reasoning: a.reasoning + b.reasoning,
  audio: a.audio + b.audio,
});

export { NO_USAGE };
