// PUT …/items/{itemId}/answer and …/resolution. When the last reviewer has answered, the answers are
// compared: the item is done, or someone else has to decide. What counts then becomes scores and a dataset
// item.
import { AppError, invalid, notFound } from '#lib/app-error';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import type { Writer } from '#metadata';
import { disagreementsOf, finalValues, readValues } from '../dimensions.ts';
import { presentOne } from '../items/present.ts';
import { deletePlace, selectItem, selectPlaces, updateItem, type QueueItemRow } from '../items/store.ts';
import { recordDigest } from '../items/subject.ts';
import { publishSoon } from '../publish.ts';
import { holdQueue } from '../queues.ts';
import { requireAnswerer, requireResolver } from '../reviewers.ts';
import type { AnsweredItem, NewAnswer, ReviewValues } from '../schemas.ts';
import { assigneesIn, dimensionsIn, type QueueRow } from '../store.ts';
import {
  hasAnswerTexts,
  saveAnswer,
  sealAnswer,
  selectAnswers,
  textsOf,
  valuesIn,
  type AnswerRow,
} from './store.ts';

interface Held {
  db: Writer;
  queue: QueueRow;
  item: QueueItemRow;
  given: AnswerRow[];
}

/** Checks and stores an answer; `decide` says what becomes of the item. */
async function store(
  ctx: Context,
  { id, itemId, isResolution }: { id: number; itemId: number; isResolution: 0 | 1 },
  input: NewAnswer,
  decide: (held: Held, values: ReviewValues) => Promise<QueueItemRow>,
): Promise<AnsweredItem> {
  if ((input.correction?.length ?? 0) > ctx.account.itemCharacters)
    throw invalid('correction', `must not have more than ${ctx.account.itemCharacters} characters`);
  const texts = await textsOf(ctx, input);
  const keys = await ctx.contentKeys.load(ctx.account);
  const mayStore = ctx.account.consents.plaintextStorage && hasAnswerTexts(texts);
  const action = isResolution === 1 ? 'review.resolve' : 'review.answer';
  const { queue, row } = await change(ctx, action, async ({ db }) => {
    const held = await hold(ctx, db, id, itemId);
    if (held.item.kind !== 'call' && texts.correction !== null)
      throw invalid('correction', 'Only a call has an answer to correct.', 'correction_needs_call');
    const values = readValues(dimensionsIn(held.queue), input.values);
    const place = { item_id: itemId, reviewer_id: ctx.actor.id, is_resolution: isResolution };
    const now = ctx.clock.now();
    const durationMs = await durationOf(ctx, db, itemId);
    const after = await decide(held, values);
    await saveAnswer(db, {
      account_id: ctx.account.id,
      queue_id: id,
      ...place,
      reviewer_type: ctx.actor.type,
      answers: JSON.stringify(values),
      sealed: mayStore ? sealAnswer(keys, place, texts) : null,
      duration_ms: durationMs,
      created_at: now,
      updated_at: now,
    });
    await deletePlace(db, itemId, ctx.actor.id);
    return {
      result: { queue: held.queue, row: after },
      target: { type: 'review_item', id: String(itemId) },
      metadata: {
        queue: held.queue.name,
        ...recordDigest(keys, held.item),
        state: after.state,
      },
    };
  });
  const published = await publishSoon(ctx, queue, row);
  return {
    item: await presentOne(ctx, queue, published),
    textDropped: hasAnswerTexts(texts) && !mayStore,
  };
}

async function hold(ctx: Context, db: Writer, id: number, itemId: number): Promise<Held> {
  const queue = await holdQueue(ctx, db, id);
  const item = await selectItem(db, id, itemId);
  if (!item) throw notFound('Item');
  return { db, queue, item, given: await selectAnswers(db, [itemId]) };
}

/** Null if the reviewer did not take the item first. */
async function durationOf(ctx: Context, db: Writer, itemId: number): Promise<number | null> {
  const places = await selectPlaces(db, [itemId]);
  const mine = places.find(
    ({ reviewer_id: by, skipped_at: skipped }) => by === ctx.actor.id && skipped === null,
  );
  return mine ? Math.max(0, ctx.clock.now() - mine.taken_at) : null;
}

const conflict = (reason: string, message: string) => new AppError('conflict', reason, message);

export const answerItem = (
  ctx: Context,
  id: number,
  itemId: number,
  input: NewAnswer,
): Promise<AnsweredItem> =>
  store(ctx, { id, itemId, isResolution: 0 }, input, async ({ db, queue, item, given }, values) => {
    requireAnswerer(ctx, assigneesIn(queue));
    const others = given.filter((row) => row.is_resolution === 0 && row.reviewer_id !== ctx.actor.id);
    const isNew = given.every((row) => row.reviewer_id !== ctx.actor.id);
    if (item.state !== 'pending') requireUncompared(item, others.length, isNew);
    if (isNew) await requirePlace(ctx, db, queue, item);
    const all = [...others.map(valuesIn), values];
    return updateItem(db, item.id, compared(ctx, queue, item, all));
  });

/** After a comparison the reviewer knows the other answer, and would no longer answer independently. */
function requireUncompared({ state }: QueueItemRow, others: number, isNew: boolean): void {
  if (others > 0 && !isNew)
    throw conflict('already_compared', 'Both answers are known, so neither can be changed.');
  if (isNew || state !== 'done') throw conflict('item_done', 'The item is done.');
}

async function requirePlace(ctx: Context, db: Writer, queue: QueueRow, item: QueueItemRow): Promise<void> {
  const now = ctx.clock.now();
  const held = (await selectPlaces(db, [item.id])).filter(
    ({ reviewer_id: by, expires_at: until }) => by !== ctx.actor.id && until > now,
  );
  if (item.answer_count + held.length < queue.reviewers_per_item) return;
  throw conflict('place_taken', 'Someone else has taken this item meanwhile. Take the next one.');
}

/** What becomes of an item with these answers. */
function compared(ctx: Context, queue: QueueRow, item: QueueItemRow, all: readonly ReviewValues[]) {
  const answerCount = all.length;
  if (answerCount < queue.reviewers_per_item) return { answer_count: answerCount };
  const dimensions = dimensionsIn(queue);
  const differ = disagreementsOf(dimensions, all).length > 0;
  return {
    answer_count: answerCount,
    state: differ ? 'disagreement' : 'done',
    final: differ ? null : JSON.stringify(finalValues(dimensions, all, null)),
    published: differ ? item.published : (0 as const),
    done_at: differ ? null : ctx.clock.now(),
  };
}

export const resolveItem = (
  ctx: Context,
  id: number,
  itemId: number,
  input: NewAnswer,
): Promise<AnsweredItem> =>
  store(ctx, { id, itemId, isResolution: 1 }, input, async ({ db, queue, item, given }, values) => {
    const answers = given.filter(({ is_resolution: is }) => is === 0);
    requireResolver(
      ctx,
      assigneesIn(queue),
      answers.map(({ reviewer_id: by }) => by),
    );
    const before = given.find(({ is_resolution: is }) => is === 1);
    const isMine = before === undefined || before.reviewer_id === ctx.actor.id;
    if (item.state !== 'disagreement' && !(item.state === 'resolved' && isMine))
      throw conflict('no_disagreement', 'There is no disagreement to decide about this item.');
    return updateItem(db, item.id, {
      state: 'resolved',
      final: JSON.stringify(finalValues(dimensionsIn(queue), answers.map(valuesIn), values)),
      published: 0,
      done_at: ctx.clock.now(),
    });
  });
