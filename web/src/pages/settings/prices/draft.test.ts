import { describe, expect, test } from 'vitest';
import { hasMore, priceLine, priceOf, sameLists } from './draft.ts';
import type { Price } from './types.ts';

const LONG = { aboveTokens: 272_000, inputPerMTok: 10, outputPerMTok: 60, cacheReadPerMTok: 1 };
const PRICE: Price = {
  provider: 'openai',
  model: 'gpt-6.1-sol',
  inputPerMTok: 5,
  outputPerMTok: 30,
  cacheReadPerMTok: 0.5,
  cacheWritePerMTok: null,
  cacheWrite1hPerMTok: 8,
  webSearchPerThousand: 12,
  longInput: [
    { ...LONG, cacheWritePerMTok: null, cacheWrite1hPerMTok: 16 },
    { aboveTokens: 500_000, inputPerMTok: 20, outputPerMTok: 90 },
  ],
  tiers: { flex: { inputPerMTok: 2.5, outputPerMTok: 15 } },
};

describe('a price while it is edited', () => {
  test('is sent as it was loaded, with what has no input of its own', () => {
    expect(priceOf(priceLine(PRICE))).toMatchObject(PRICE);
  });

  test('keeps the rest when one price of a long input changes', () => {
    const changed = priceOf({ ...priceLine(PRICE), longInput: '11', fileSearchPerThousand: '2.5' });
    expect(changed).toMatchObject({ fileSearchPerThousand: 2.5, tiers: PRICE.tiers });
    expect(changed.longInput).toEqual([{ ...PRICE.longInput?.[0], inputPerMTok: 11 }, PRICE.longInput?.[1]]);
  });

  test('has no price of a long input without a length', () => {
    const none = { ...priceLine(PRICE), aboveTokens: '' };
    expect(priceOf(none).longInput).toEqual([PRICE.longInput?.[1]]);
    const plain = priceLine({ model: 'a', inputPerMTok: 1, outputPerMTok: 2 });
    expect([hasMore(plain), hasMore(none), priceOf(plain).longInput]).toEqual([false, true, []]);
  });

  test('has changed if any of its prices has', () => {
    const line = priceLine(PRICE);
    expect(sameLists([line], [priceLine(PRICE)])).toBe(true);
    for (const column of [
      'webSearchPerThousand',
      'longOutput',
      'aboveTokens',
      'cacheWrite1hPerMTok',
    ] as const)
      expect(sameLists([line], [{ ...line, [column]: '7' }])).toBe(false);
  });
});
