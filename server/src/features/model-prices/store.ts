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
      prices.map(
        (
          { provider, model, inputPerMTok, outputPerMTok, cacheReadPerMTok, cacheWritePerMTok, ...more },
          position,
        ) => ({
          account_id: accountId,
          position,
          provider,
          model,
          input_per_mtok: inputPerMTok,
          output_per_mtok: outputPerMTok,
          cache_read_per_mtok: cacheReadPerMTok,
          cache_write_per_mtok: cacheWritePerMTok,
          more: Object.keys(more).length === 0 ? null : JSON.stringify(more),
          updated_at: now,
        }),
      ),
    )
    .execute();
}
