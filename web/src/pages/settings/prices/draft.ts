// The price list while it is edited: text as typed, a key for each line, and conversion from and to prices.
import { isApiError, type Schemas } from '#api';
import type { Price } from './types.ts';

export const AMOUNTS = ['inputPerMTok', 'outputPerMTok', 'cacheReadPerMTok', 'cacheWritePerMTok'] as const;
type Amount = (typeof AMOUNTS)[number];
export type PriceColumn = 'provider' | 'model' | Amount;

export interface Line extends Record<PriceColumn, string> {
  key: number;
}

let lastKey = 0;
const nextKey = (): number => (lastKey += 1);

const written = (amount: number | null | undefined): string =>
  typeof amount === 'number' ? String(amount) : '';

export const priceLine = (price: Partial<Price>): Line => ({
  key: nextKey(),
  provider: price.provider ?? '',
  model: price.model ?? '',
  inputPerMTok: written(price.inputPerMTok),
  outputPerMTok: written(price.outputPerMTok),
  cacheReadPerMTok: written(price.cacheReadPerMTok),
  cacheWritePerMTok: written(price.cacheWritePerMTok),
});

const optional = (text: string): number | null => (text.trim() === '' ? null : Number(text));

export const priceOf = (line: Line): Schemas['NewModelPrice'] => ({
  provider: line.provider.trim().toLowerCase() || null,
  model: line.model.trim(),
  inputPerMTok: Number(line.inputPerMTok),
  outputPerMTok: Number(line.outputPerMTok),
  cacheReadPerMTok: optional(line.cacheReadPerMTok),
  cacheWritePerMTok: optional(line.cacheWritePerMTok),
});

export const sameLists = (left: readonly Line[], right: readonly Line[]): boolean => {
  const plain = (lines: readonly Line[]) => JSON.stringify(lines.map(({ key: _key, ...rest }) => rest));
  return plain(left) === plain(right);
};

/** The service's errors for one line; their paths contain the index of the line. */
export function faultsOf(error: unknown, index: number): string[] {
  if (!isApiError(error)) return [];
  return error.details
    .filter(({ path }) => new RegExp(`prices[./[]${index}(?!\\d)`).test(path))
    .map(({ message }) => message);
}
