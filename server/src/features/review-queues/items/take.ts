// A reviewer takes the next item for some minutes, or skips it. Neither is audited, because a place lasts
// only minutes; answers are.
import { MINUTE_MS } from '#lib/clock';
import { AppError, notFound } from '#lib/app-error';
import { actsAsAdmin } from '#core/access/actor';
import type { Context } from '#core/context';
import { scopeOf } from '#services/record-access';
import { holdQueue } from '../queues.ts';
import { mayAnswer, requireAnswerer } from '../reviewers.ts';
import type { TakenItem, TakeOrder } from '../schemas.ts';
import { assigneesIn } from '../store.ts';
import { presentOne } from './present.ts';
import {
  countDisagreements,
  countOpenItems,
  nextDisagreement,
  nextItem,
  savePlace,
  selectItem,
  selectPlaces,
  type PlaceAsker,
} from './store.ts';

const PLACE_MS = 10 * MINUTE_MS;

const askerOf = (ctx: Context): PlaceAsker => ({
  reviewerId: ctx.actor.id,
  now: ctx.clock.now(),
  sinceMs: scopeOf(ctx).sinceMs,
});

export async function takeItem(
  ctx: Context,
  id: number,
  { purpose = 'review' }: TakeOrder,
): Promise<TakenItem> {
  const asker = askerOf(ctx);
  const taken = await ctx.metadata.transaction(async (db) => {
    const queue = await holdQueue(ctx, db, id);
    const isAdmin = actsAsAdmin(ctx.actor);
    if (purpose === 'review' || !(isAdmin || mayAnswer(ctx.actor, assigneesIn(queue))))
      requireAnswerer(ctx, assigneesIn(queue));
    const row =
      purpose === 'review'
        ? await nextItem(db, queue, asker)
        : await nextDisagreement(db, queue, asker, isAdmin);
    const remaining =
      purpose === 'review'
        ? await countOpenItems(db, queue, asker)
        : await countDisagreements(db, queue, asker, isAdmin);
    if (row) {
      const mine = (await selectPlaces(db, [row.id])).find(
        ({ reviewer_id: by, expires_at: until }) => by === ctx.actor.id && until > asker.now,
      );
      await savePlace(db, {
        account_id: ctx.account.id,
        item_id: row.id,
        reviewer_id: ctx.actor.id,
        taken_at: mine?.taken_at ?? asker.now,
        expires_at: asker.now + PLACE_MS,
        skipped_at: null,
      });
    }
    return { queue, row, remaining };
  });
  const { queue, row, remaining } = taken;
  return { item: row && (await presentOne(ctx, queue, row)), remaining };
}

/** The item comes again when the reviewer has no other one left. */
export const skipItem = (ctx: Context, id: number, itemId: number): Promise<void> =>
  ctx.metadata.transaction(async (db) => {
    const queue = await holdQueue(ctx, db, id);
    if (!actsAsAdmin(ctx.actor)) requireAnswerer(ctx, assigneesIn(queue));
    const row = await selectItem(db, id, itemId);
    if (!row) throw notFound('Item');
    if (row.state !== 'pending' && row.state !== 'disagreement')
      throw new AppError('conflict', 'item_done', 'The item is done.');
    const now = ctx.clock.now();
    await savePlace(db, {
      account_id: ctx.account.id,
      item_id: itemId,
      reviewer_id: ctx.actor.id,
      taken_at: now,
      expires_at: now,
      skipped_at: now,
    });
  });
