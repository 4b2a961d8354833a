// The rules by which the records of a request are prepared, from its context.
import type { Context } from '#core/context';
import { RESERVED_TAG, type Dropped } from '#services/receipts';
import { priceBookFor } from '#services/prices';
import {
  preparationBy,
  type AccountRules,
  type Door,
  type From,
  type Preparation,
  type RequestRules,
} from './prepare.ts';

export const rulesOf = async ({ account, config, contentKeys }: Context): Promise<AccountRules> => ({
  account: account.number,
  consents: account.consents,
  retentionDays: account.retentionDays,
  providers: config.providers,
  anyProvider: account.acceptProviders === 'any',
  keys: account.consents.plaintextStorage
    ? (contentKeys.of(account) ?? (await contentKeys.load(account)))
    : null,
  searchable: config.contentSearch,
  contentLimit: config.contentLimit,
});

export const requestRules = (
  ctx: Context,
  from: From,
  door: Door = 'strict',
  projectName?: string,
): RequestRules => ({
  from,
  door,
  project: (ctx.project ?? ctx.account.defaultProject).number,
  projectName,
  receivedAtMs: ctx.clock.now(),
  sharedMessages: ctx.records.sharedMessages(ctx.account.number),
});

export const preparation = async (ctx: Context, from: From): Promise<Preparation> =>
  preparationBy(await rulesOf(ctx), priceBookFor(ctx.account, ctx.config), requestRules(ctx, from));

/** For the receipt of a request. */
export const droppedTags = ({ count, example }: Preparation['reservedTags']): Dropped[] =>
  count === 0 ? [] : [{ reason: RESERVED_TAG, count, example }];
