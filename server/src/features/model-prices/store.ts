import type { PriceOverride } from '#config';
import type { Writer } from '#metadata';

export async function replacePrices(
  db: Writer,
  accountId: string,
  prices: readonly PriceOverride[],
  now: number,
): Promise<void> {
  await db.deleteFrom('model_prices').where('account_id', '=', accountId).execute();
  if (prices.length === 0) return;
  await db
    .insertInto('model_prices')
    .values(
      prices.map((price, position) => ({
        account_id: accountId,
        position,
        provider: price.provider,
        model: price.model,
        input_per_mtok: price.inputPerMTok,
        output_per_mtok: price.outputPerMTok,
        cache_read_per_mtok: price.cacheReadPerMTok,
        cache_write_per_mtok: price.cacheWritePerMTok,
        updated_at: now,
      })),
    )
    .execute();
}
