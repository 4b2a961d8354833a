import type { Config } from '#config';
import type { Account } from '#core/access/accounts';
import type { PriceOverride } from '#config';
import { priceBook, type PriceBook } from '#otlp';

type Lists = readonly PriceOverride[];

// Ingest needs this for each request. A list is replaced, never changed, and accounts without prices share
// one empty list, so a book lives exactly as long as its lists.
const books = new WeakMap<Lists, WeakMap<Lists, PriceBook>>();

/** The prices of an account's calls: its own, then the operator's, then the catalog's. */
export function priceBookFor(
  { modelPrices: account, modelPricesVersion: accountVersion }: Account,
  { modelPrices: operator, modelPricesVersion: operatorVersion }: Config,
): PriceBook {
  return books
    .getOrInsertComputed(operator, () => new WeakMap<Lists, PriceBook>())
    .getOrInsertComputed(account, () => priceBook({ account, operator, accountVersion, operatorVersion }));
}
