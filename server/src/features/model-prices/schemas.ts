import { Type, type Static } from 'typebox';
import { MAX_PRICE, MAX_PRICED_MODEL } from '#config';
import { closed, Nullable, Timestamp } from '#lib/schema';

const dollars = (description: string) => Type.Number({ minimum: 0, maximum: MAX_PRICE, description });
const ProviderName = Type.String({
  pattern: '^(?:\\*|[a-z0-9][a-z0-9._-]{0,63})$',
  description: 'Identifier of a provider; `*` or null for any',
});
const INPUT = 'US dollars per million uncached input tokens';
const OUTPUT = 'US dollars per million output tokens, reasoning included';
const CACHE_READ = 'US dollars per million input tokens read from a cache; null if billed as input';
const CACHE_WRITE = 'US dollars per million input tokens written to a cache; null if billed as input';

const NewPrice = closed(
  {
    provider: Type.Optional(Nullable(ProviderName)),
    model: Type.String({
      minLength: 1,
      maxLength: MAX_PRICED_MODEL,
      pattern: '^(?=.*\\S)[^\\u0000-\\u001f\\u007f?]*$',
      description: 'Name of a model, case-insensitive; `*` matches any text',
      examples: ['gpt-4o-*'],
    }),
    inputPerMTok: dollars(INPUT),
    outputPerMTok: dollars(OUTPUT),
    cacheReadPerMTok: Type.Optional(Nullable(dollars(CACHE_READ))),
    cacheWritePerMTok: Type.Optional(Nullable(dollars(CACHE_WRITE))),
  },
  { title: 'NewModelPrice' },
);

export const NewPrices = closed({
  prices: Type.Array(NewPrice, { maxItems: 200, description: 'The first entry that matches a call applies' }),
});
export type NewPrices = Static<typeof NewPrices>;

export const AccountPriceList = Type.Object(
  {
    prices: Type.Array(
      Type.Object(
        {
          provider: Nullable(Type.String({ description: 'null: any' })),
          model: Type.String(),
          inputPerMTok: dollars(INPUT),
          outputPerMTok: dollars(OUTPUT),
          cacheReadPerMTok: Nullable(dollars(CACHE_READ)),
          cacheWritePerMTok: Nullable(dollars(CACHE_WRITE)),
        },
        { title: 'AccountModelPrice' },
      ),
    ),
    version: Type.String({ description: 'The value of `requestMeta.pricing.version` for these prices' }),
    updatedAt: Nullable(Timestamp),
  },
  { title: 'AccountModelPrices' },
);
export type AccountPriceList = Static<typeof AccountPriceList>;

export const RepriceOrder = closed({
  startTime: Timestamp,
  endTime: Type.String({ ...Timestamp, description: 'Exclusive; the window is at most 92 days' }),
  dryRun: Type.Optional(Type.Boolean({ default: true, description: 'Only report what would change' })),
});
export type RepriceOrder = Static<typeof RepriceOrder>;

const count = (description: string) => Type.Integer({ minimum: 0, description });
const FIGURES = {
  records: count('Calls whose cost was derived from a price, not sent by a client'),
  changedRecords: count('Calls whose cost or applied price changes'),
  beforeUsd: Type.Number(),
  afterUsd: Type.Number(),
};

export const Repriced = Type.Object(
  {
    applied: Type.Boolean({ description: 'false for a dry run, which changes nothing' }),
    startTime: Timestamp,
    endTime: Timestamp,
    ...FIGURES,
    differenceUsd: Type.Number(),
    models: Type.Array(
      Type.Object({ provider: Type.String(), model: Type.String(), ...FIGURES }, { title: 'RepricedModel' }),
      { description: 'Largest differences first; at most 1000' },
    ),
  },
  { title: 'Repriced' },
);
export type Repriced = Static<typeof Repriced>;
