import { Type, type Static } from 'typebox';
import { OwnPrice, StoredOwnPrice } from '#config';
import { closed, Nullable, Timestamp } from '#lib/schema';

export const NewPrices = closed({
  prices: Type.Array(OwnPrice, { maxItems: 200, description: 'The first entry that matches a call applies' }),
});
export type NewPrices = Static<typeof NewPrices>;

export const AccountPriceList = Type.Object(
  {
    prices: Type.Array(StoredOwnPrice),
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
