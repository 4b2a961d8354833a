import { endpoint } from '#core/endpoint';
import { accountPrices, replaceAccountPrices } from './replace.ts';
import { reprice } from './reprice.ts';
import { AccountPriceList, NewPrices, Repriced, RepriceOrder } from './schemas.ts';

const tag = 'account';

export const modelPriceEndpoints = [
  endpoint({
    id: 'getAccountModelPrices',
    method: 'GET',
    path: '/v1/account/model-prices',
    tag,
    summary: 'Model prices of the account',
    access: { scope: 'read' },
    project: 'account-wide',
    replies: { 200: AccountPriceList },
    handle: (ctx) => accountPrices(ctx),
  }),
  endpoint({
    id: 'replaceAccountModelPrices',
    method: 'PUT',
    path: '/v1/account/model-prices',
    tag,
    summary: 'Set the model prices of the account',
    description:
      'Replaces all of them. They take precedence over the prices of the operator and the catalog for calls that arrive from now on; ' +
      '`/v1/account/model-prices/reprice` applies them to the past.',
    access: { scope: 'write', role: 'admin' },
    project: 'account-wide',
    body: NewPrices,
    replies: { 200: AccountPriceList },
    audit: 'model_prices.replace',
    handle: (ctx, { body }) => replaceAccountPrices(ctx, body),
  }),
  endpoint({
    id: 'reprice',
    method: 'POST',
    path: '/v1/account/model-prices/reprice',
    tag,
    summary: 'Apply today’s prices to stored calls',
    description:
      'For calls from `startTime` on and before `endTime`, of the selected project if there is one, whose cost was derived from a price; ' +
      'a cost sent by a client is never changed. A dry run, the default, only reports the difference. ' +
      'One at a time per account (409 `reprice_running`), in turn with other changes of stored records (503 `records_changing`). ' +
      'Gate budgets are updated before the answer.',
    access: { scope: 'write', role: 'admin' },
    project: 'account-wide',
    body: RepriceOrder,
    replies: { 200: Repriced },
    errors: [409],
    audit: 'model_prices.reprice',
    handle: (ctx, { body }) => reprice(ctx, body),
  }),
];
