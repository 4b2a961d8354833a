import { isDeepStrictEqual } from 'node:util';
import { invalid } from '#lib/app-error';
import { isoTime } from '#lib/clock';
import { ownPrices } from '#config';
import { loadModelPrices, type AccountPrices as Stored } from '#core/access/accounts';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { lockAccount } from '#core/lock-account';
import type { AccountPriceList, NewPrices } from './schemas.ts';
import { replacePrices } from './store.ts';

const present = ({ prices, version, updatedAt }: Stored): AccountPriceList => ({
  prices: structuredClone(prices) as AccountPriceList['prices'],
  version,
  updatedAt: updatedAt === null ? null : isoTime(updatedAt),
});

export const accountPrices = async (ctx: Context): Promise<AccountPriceList> =>
  present(await loadModelPrices(ctx.db, ctx.account.id));

/** They apply to calls that arrive from now on; `reprice` applies them to stored calls. */
export function replaceAccountPrices(ctx: Context, input: NewPrices): Promise<AccountPriceList> {
  const {
    prices,
    faults: [fault],
  } = ownPrices(input.prices);
  if (fault) throw invalid(`prices.${fault.entry}.${fault.field}`, fault.message);
  return change(ctx, 'model_prices.replace', async ({ db, invalidate }) => {
    await lockAccount(db, ctx.account.id);
    const before = await loadModelPrices(db, ctx.account.id);
    if (isDeepStrictEqual([...before.prices], prices)) return { result: present(before), target: null };
    await replacePrices(db, ctx.account.id, prices, ctx.clock.now());
    await invalidate('accounts', ctx.account.id);
    const after = await loadModelPrices(db, ctx.account.id);
    return {
      result: present(after),
      target: { type: 'account', id: ctx.account.id },
      metadata: { prices: prices.length, from: before.version, to: after.version },
    };
  });
}
