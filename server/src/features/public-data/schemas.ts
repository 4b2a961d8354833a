import { Type } from 'typebox';
import { PLAN_NAMES } from '#core/access/plans';
import { Nullable, OneOf } from '#lib/schema';

const Price = (description: string) => Nullable(Type.Number({ minimum: 0, description }));

const ModelPrice = Type.Object(
  {
    provider: Type.String(),
    model: Type.String(),
    inputPerMTok: Price('US dollars per million uncached input tokens'),
    outputPerMTok: Price('US dollars per million output tokens'),
    cacheReadPerMTok: Price('US dollars per million input tokens read from a cache; null if billed as input'),
    cacheWritePerMTok: Price(
      'US dollars per million input tokens written to a cache; null if billed as input',
    ),
    contextWindow: Type.Optional(Type.Integer()),
    toolsPerThousand: Type.Optional(
      Type.Object(
        {
          webSearch: Type.Optional(Type.Number({ description: 'Includes grounding with a search engine' })),
          fileSearch: Type.Optional(Type.Number()),
          codeContainer: Type.Optional(Type.Number()),
        },
        { description: 'US dollars per thousand uses of a tool that the vendor runs' },
      ),
    ),
  },
  { title: 'ModelPrice' },
);

export const ModelPrices = Type.Object({
  version: Type.String({ description: 'Version of the price data' }),
  date: Type.String({ description: 'The day of the price table', examples: ['2026-11-12'] }),
  sources: Type.Array(Type.String(), { description: 'The public lists that it was made of' }),
  prices: Type.Array(ModelPrice),
});

export const PublicPlan = Type.Object(
  {
    name: OneOf(PLAN_NAMES),
    title: Type.String(),
    recordsPerMonth: Type.Integer(),
    retentionDays: Type.Integer(),
    exportRecords: Type.Integer(),
    alerts: Nullable(Type.Integer({ description: 'null: without limit' })),
    alertChannels: Type.Array(Type.String()),
    savedViews: Type.Integer(),
    datasetItems: Type.Integer(),
    teamMembers: Type.Boolean(),
  },
  { title: 'Plan' },
);
