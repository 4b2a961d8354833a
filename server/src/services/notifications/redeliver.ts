import { AppError, notFound } from '#lib/app-error';
import { isId } from '#lib/ids';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { presentDelivery } from './list.ts';
import { deliveryOrder, KEEP_TRYING_MS } from './queue.ts';
import type { Delivery } from './schemas.ts';
import { lockDelivery, selectSubscription, selectWebhookDelivery, updateDelivery } from './store.ts';

/** Sends the same message with the same id now, so receivers that track ids recognise it. */
export const redeliver = (ctx: Context, webhookId: string, id: string): Promise<Delivery> =>
  change(ctx, 'webhook.redeliver', async (tx) => {
    const known = isId('delivery', id) && (await selectWebhookDelivery(tx.db, ctx.account.id, webhookId, id));
    const row = known ? await lockDelivery(tx.db, id) : undefined;
    if (!row) throw notFound('Delivery');
    const webhook = await selectSubscription(tx.db, webhookId);
    if (webhook?.enabled !== 1)
      throw new AppError('conflict', 'webhook_disabled', 'The webhook is disabled. Enable it first.');
    const now = ctx.clock.now();
    const turn = row.turn + 1;
    const begun = {
      status: 'pending',
      tries: 0,
      turn,
      next_at: now,
      give_up_at: now + KEEP_TRYING_MS,
    } as const;
    await updateDelivery(tx.db, id, begun);
    await tx.enqueue(deliveryOrder(row, turn, now));
    return {
      result: presentDelivery({ ...row, ...begun }),
      target: { type: 'webhook', id: webhookId },
      metadata: { deliveryId: id, event: row.event },
    };
  });
