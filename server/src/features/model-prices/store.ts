import type { PriceOverride } from '#lib/price-override';
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

/** False when somebody else has it. */
export async function takeRepriceLock(
  db: Writer,
  lock: { accountId: string; holder: string; now: number; until: number },
): Promise<boolean> {
  const held = { holder: lock.holder, locked_until: lock.until };
  const row = await db
    .insertInto('reprice_locks')
    .values({ account_id: lock.accountId, ...held })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet(held).where('reprice_locks.locked_until', '<=', lock.now),
    )
    .returning('holder')
    .executeTakeFirst();
  return row !== undefined;
}

/** False when it ran out and was taken over. */
export async function keepRepriceLock(db: Writer, holder: string, until: number): Promise<boolean> {
  const result = await db
    .updateTable('reprice_locks')
    .set({ locked_until: until })
    .where('holder', '=', holder)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export const freeRepriceLock = (db: Writer, holder: string) =>
  db.deleteFrom('reprice_locks').where('holder', '=', holder).execute();
