// The price list while it is edited: text as typed, a key for each line, and conversion from and to prices.
import { isApiError, type Schemas } from '#api';
import type { Price } from './types.ts';

export const AMOUNTS = ['inputPerMTok', 'outputPerMTok', 'cacheReadPerMTok', 'cacheWritePerMTok'] as const;
/** Further prices; each may be empty. */
const PER_USE = ['webSearchPerThousand', 'fileSearchPerThousand', 'codeContainerPerThousand'] as const;
export const MORE = ['cacheWrite1hPerMTok', ...PER_USE] as const;
/** A length of the input, and the prices above it. */
export const LONG = ['aboveTokens', 'longInput', 'longOutput', 'longCacheRead', 'longCacheWrite'] as const;
type Amount = (typeof AMOUNTS)[number] | (typeof MORE)[number] | (typeof LONG)[number];
export type PriceColumn = 'provider' | 'model' | Amount;

export interface Line extends Record<PriceColumn, string> {
  key: number;
  /** As it was loaded: what has no input here is kept. */
  kept: Partial<Price>;
}

let lastKey = 0;
const nextKey = (): number => (lastKey += 1);

const written = (amount: number | null | undefined): string =>
  typeof amount === 'number' ? String(amount) : '';

export const priceLine = (price: Partial<Price>): Line => {
  const long = price.longInput?.[0];
  return {
    key: nextKey(),
    kept: price,
    provider: price.provider ?? '',
    model: price.model ?? '',
    inputPerMTok: written(price.inputPerMTok),
    outputPerMTok: written(price.outputPerMTok),
    cacheReadPerMTok: written(price.cacheReadPerMTok),
    cacheWritePerMTok: written(price.cacheWritePerMTok),
    cacheWrite1hPerMTok: written(price.cacheWrite1hPerMTok),
    webSearchPerThousand: written(price.webSearchPerThousand),
    fileSearchPerThousand: written(price.fileSearchPerThousand),
    codeContainerPerThousand: written(price.codeContainerPerThousand),
    aboveTokens: written(long?.aboveTokens),
    longInput: written(long?.inputPerMTok),
    longOutput: written(long?.outputPerMTok),
    longCacheRead: written(long?.cacheReadPerMTok),
    longCacheWrite: written(long?.cacheWritePerMTok),
  };
};

/** Whether there is more than one sees without opening the further prices. */
export const hasMore = (line: Line): boolean =>
  [...MORE, ...LONG].some((column) => line[column] !== '') || Object.keys(line.kept.tiers ?? {}).length > 0;

const optional = (text: string): number | null => (text.trim() === '' ? null : Number(text));

export const priceOf = (line: Line): Schemas['NewModelPrice'] => {
  const [first, ...longer] = line.kept.longInput ?? [];
  const long =
    line.aboveTokens.trim() === ''
      ? longer
      : [
          {
            ...first,
            aboveTokens: Number(line.aboveTokens),
            inputPerMTok: Number(line.longInput),
            outputPerMTok: Number(line.longOutput),
            cacheReadPerMTok: optional(line.longCacheRead),
            cacheWritePerMTok: optional(line.longCacheWrite),
          },
          ...longer,
        ];
  return {
    provider: line.provider.trim().toLowerCase() || null,
    model: line.model.trim(),
    inputPerMTok: Number(line.inputPerMTok),
    outputPerMTok: Number(line.outputPerMTok),
    cacheReadPerMTok: optional(line.cacheReadPerMTok),
    cacheWritePerMTok: optional(line.cacheWritePerMTok),
    cacheWrite1hPerMTok: optional(line.cacheWrite1hPerMTok),
    webSearchPerThousand: optional(line.webSearchPerThousand),
    fileSearchPerThousand: optional(line.fileSearchPerThousand),
    codeContainerPerThousand: optional(line.codeContainerPerThousand),
    longInput: long,
    ...(line.kept.tiers === undefined ? {} : { tiers: line.kept.tiers }),
  };
};

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
