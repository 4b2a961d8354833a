// Deletes data about erased records from the metadata store. It runs before the records are erased, because
// the data could not be found without them.
import type { AccountRef } from '#content';
import type { Services } from '#core/context';
import { hooksOf, type Erased } from '#core/hooks';
import type { Writer } from '#metadata';
import { clearExamples } from '#services/receipts';

export async function forget(
  ctx: Pick<Services, 'state' | 'clock'>,
  db: Writer,
  account: AccountRef,
  erased: Erased,
): Promise<void> {
  for (const { onErased } of hooksOf(ctx)) await onErased?.(db, account, erased, ctx.clock.now());
  await clearExamples(db, account.id);
}
