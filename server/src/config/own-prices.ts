// The form of prices that an operator or an account sets, and the rules that a form cannot express. The file of the
// operator and the interface use both.
import { Type, type Static } from 'typebox';
import { closed, Named, Nullable } from '#lib/schema';
import { MAX_PRICE, MAX_PRICED_MODEL, type PriceOverride, type PricesByLength } from './price-override.ts';

const dollars = (description: string) => Type.Number({ minimum: 0, maximum: MAX_PRICE, description });
const optionalDollars = (description: string) => Type.Optional(Nullable(dollars(description)));

const TOKENS = {
  inputPerMTok: dollars('US dollars per million uncached input tokens'),
  outputPerMTok: dollars('US dollars per million output tokens, reasoning included'),
  cacheReadPerMTok: optionalDollars(
    'US dollars per million input tokens read from a cache; null if billed as input',
  ),
  cacheWritePerMTok: optionalDollars(
    'US dollars per million input tokens written to a cache; null if billed as input',
  ),
  cacheWrite1hPerMTok: optionalDollars(
    'US dollars per million input tokens written to a cache for one hour; null if billed as other cache writes',
  ),
};

const BY_LENGTH = {
  ...TOKENS,
  longInput: Type.Optional(
    Type.Array(
      closed(
        {
          aboveTokens: Type.Integer({ minimum: 1, maximum: 1_000_000_000, description: 'Input tokens' }),
          ...TOKENS,
        },
        { title: 'LongInputPrices' },
      ),
      {
        maxItems: 8,
        description:
          'Prices of calls with a longer input, cache included. They apply to all tokens of the call.',
      },
    ),
  ),
};

const MORE = {
  ...BY_LENGTH,
  webSearchPerThousand: optionalDollars(
    'US dollars per 1,000 web searches; null for the price of the catalog',
  ),
  fileSearchPerThousand: optionalDollars(
    'US dollars per 1,000 file searches; null for the price of the catalog',
  ),
  codeContainerPerThousand: optionalDollars(
    'US dollars per 1,000 code containers; null for the price of the catalog',
  ),
  tiers: Type.Optional(
    Named(
      closed(BY_LENGTH, { title: 'ServiceTierPrices' }),
      { maxLength: 40 },
      {
        maxProperties: 8,
        description: 'Prices of service tiers, by the vendor’s word for the tier, such as `flex`',
      },
    ),
  ),
};

export const OwnPrice = closed(
  {
    provider: Type.Optional(
      Nullable(
        Type.String({
          pattern: '^(?:\\*|[a-z0-9][a-z0-9._-]{0,63})$',
          description: 'Identifier of a provider; `*` or null for any',
        }),
      ),
    ),
    model: Type.String({
      minLength: 1,
      maxLength: MAX_PRICED_MODEL,
      pattern: '^(?=.*\\S)[^\\u0000-\\u001f\\u007f?]*$',
      description: 'Name of a model, case-insensitive; `*` matches any text',
      examples: ['gpt-4o-*'],
    }),
    ...MORE,
  },
  { title: 'NewModelPrice' },
);
type OwnPrice = Static<typeof OwnPrice>;

export const StoredOwnPrice = Type.Object(
  {
    ...MORE,
    provider: Nullable(Type.String({ description: 'null: any' })),
    model: Type.String(),
    cacheReadPerMTok: Nullable(dollars('null: billed as input')),
    cacheWritePerMTok: Nullable(dollars('null: billed as input')),
  },
  { title: 'AccountModelPrice' },
);

interface PriceFault {
  entry: number;
  field: string;
  message: string;
}

/** In each list, the first match applies, so a second entry for the same provider and model never would. */
export function ownPrices(given: readonly OwnPrice[]): { prices: PriceOverride[]; faults: PriceFault[] } {
  const prices = given.map(ownPrice);
  const faults: PriceFault[] = [];
  const seen = new Set<string>();
  for (const [entry, { provider, model, tiers = {}, ...standard }] of prices.entries()) {
    const key = JSON.stringify([provider, model.toLowerCase()]);
    if (seen.has(key))
      faults.push({
        entry,
        field: 'model',
        message: 'An earlier entry already has a price for this provider and model.',
      });
    seen.add(key);
    for (const tier of Object.keys(tiers).filter((word) => /^(?:default|standard|auto)$/i.test(word)))
      faults.push({ entry, field: `tiers.${tier}`, message: 'The standard prices are those of the entry.' });
    for (const [field, { longInput = [] }] of [
      ['longInput', standard] as const,
      ...Object.entries(tiers).map(([tier, each]) => [`tiers.${tier}.longInput`, each] as const),
    ]) {
      if (new Set(longInput.map(({ aboveTokens }) => aboveTokens)).size < longInput.length)
        faults.push({ entry, field, message: 'Each aboveTokens may occur once.' });
    }
  }
  return { prices, faults };
}

/** An absent field means the same as null. The four base prices are stored as null, all others are left out. */
function ownPrice(given: OwnPrice): PriceOverride {
  const tiers = Object.entries(given.tiers ?? {});
  return {
    provider: given.provider === undefined || given.provider === '*' ? null : given.provider,
    model: given.model,
    ...byLength(given),
    ...present(given, ['webSearchPerThousand', 'fileSearchPerThousand', 'codeContainerPerThousand']),
    ...(tiers.length === 0
      ? {}
      : { tiers: Object.fromEntries(tiers.map(([tier, prices]) => [tier, byLength(prices)])) }),
  };
}

type GivenPrices = Omit<OwnPrice, 'provider' | 'model' | 'tiers'>;

function byLength({ longInput = [], ...given }: GivenPrices): PricesByLength {
  const prices = (of: Omit<GivenPrices, 'longInput'>) => ({
    inputPerMTok: plain(of.inputPerMTok),
    outputPerMTok: plain(of.outputPerMTok),
    cacheReadPerMTok: of.cacheReadPerMTok == null ? null : plain(of.cacheReadPerMTok),
    cacheWritePerMTok: of.cacheWritePerMTok == null ? null : plain(of.cacheWritePerMTok),
    ...present(of, ['cacheWrite1hPerMTok']),
  });
  const longer = longInput.map(({ aboveTokens, ...each }) => ({ aboveTokens, ...prices(each) }));
  return {
    ...prices(given),
    ...(longer.length === 0
      ? {}
      : { longInput: longer.toSorted((left, right) => left.aboveTokens - right.aboveTokens) }),
  };
}

const present = <Name extends string>(
  given: Partial<Record<Name, number | null>>,
  names: readonly Name[],
): Partial<Record<Name, number>> => {
  const found: Partial<Record<Name, number>> = {};
  for (const name of names) {
    const value = given[name];
    if (typeof value === 'number') found[name] = plain(value);
  }
  return found;
};

/** Turns -0 into 0, as a store would. */
const plain = (value: number): number => value + 0;
