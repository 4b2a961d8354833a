import { Type } from 'typebox';
import { publicEndpoint } from '#core/endpoint';
import { catalogInUse } from '#otlp';
import { PLANS } from '#core/access/plans';
import { CriterionPreset, PRESETS } from '#features/eval-criteria';
import { listModelPrices } from './model-prices.ts';
import { ModelPrices, PublicPlan } from './schemas.ts';

const tag = 'public-data';
const cacheSeconds = 3_600;

export const publicDataEndpoints = [
  publicEndpoint({
    id: 'listModelPrices',
    method: 'GET',
    path: '/v1/public/models',
    tag,
    summary: 'Model prices',
    description: 'Today’s price per million tokens at the base tier, for the providers of this deployment.',
    cacheSeconds,
    replies: { 200: ModelPrices },
    handle: (ctx) => listModelPrices(catalogInUse(), ctx.config.providers, ctx.clock.now()),
  }),
  publicEndpoint({
    id: 'listPlans',
    method: 'GET',
    path: '/v1/public/plans',
    tag,
    summary: 'Plans and their limits',
    cacheSeconds,
    replies: { 200: Type.Object({ plans: Type.Array(PublicPlan) }) },
    handle: () => ({ plans: Object.values(PLANS) }),
  }),
  publicEndpoint({
    id: 'listPublicPresets',
    method: 'GET',
    path: '/v1/public/presets',
    tag,
    summary: 'Evaluation presets',
    cacheSeconds,
    replies: { 200: Type.Object({ presets: Type.Array(CriterionPreset) }) },
    handle: () => ({ presets: PRESETS }),
  }),
];
