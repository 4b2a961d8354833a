import type { Config } from '#config';
import type { Account } from '#core/accounts';
import type { PriceOverride } from '#lib/price-override';
import { priceBook, type PriceBook } from '#otlp';

type Lists = readonly PriceOverride[];

// Ingest asks with each request. A list is never changed, only replaced, and an account without prices has the list of all such
// accounts: so a book lives exactly as long as what it was made from.
const books = new WeakMap<Lists, WeakMap<Lists, PriceBook>>();

/** What calls of this account cost: its own prices, else the operator's, else the catalog's. */
export function priceBookFor(
  { modelPrices: account, modelPricesVersion: accountVersion }: Account,
  { modelPrices: operator, modelPricesVersion: operatorVersion }: Config,
): PriceBook {
  return books
    .getOrInsertComputed(operator, () => new WeakMap<Lists, PriceBook>())
    .getOrInsertComputed(account, () => priceBook({ account, operator, accountVersion, operatorVersion }));
}
