// What a finished item becomes: a score for each dimension, and an item of the queue's dataset for its
// correction. The item is stored first and marked as not published. If the process ends here, the job
// (fill.job.ts) does it again: both steps replace what they did before.
import type { Context, SystemContext } from '#core/context';
import { addCorrectionItem, type CorrectionOutcome } from '#features/eval-datasets';
import { saveMadeScores, type MadeScore } from '#features/scores';
import { keysOfAnswers, openAnswer, selectAnswers } from './answers/store.ts';
import { markPublished, selectItem, selectUnpublished, type QueueItemRow } from './items/store.ts';
import { linksOf, projectOf } from './items/subject.ts';
import type { ReviewValues } from './schemas.ts';
import { dimensionsIn, selectQueue, type QueueRow } from './store.ts';

/** The id of a score: the same for each dimension of an item, so that a later answer replaces it. */
const scoreId = (item: QueueItemRow, at: number): string => `review:${item.queue_id}:${item.id}:${at}`;

/** A failure is left to the job. */
export async function publishSoon(ctx: Context, queue: QueueRow, item: QueueItemRow): Promise<QueueItemRow> {
  if (item.published === 1) return item;
  try {
    return await publish(ctx, queue, item);
  } catch (error) {
    ctx.log.warn({ account: ctx.account.id, err: error }, 'a review could not be published yet');
    return item;
  }
}

async function publish(ctx: Context, queue: QueueRow, item: QueueItemRow): Promise<QueueItemRow> {
  const found = await projectOf(ctx, item);
  const project = [...ctx.account.projects.values()].find(({ number }) => number === found) ?? null;
  // Scores belong to the project of the record.
  if (project) await saveReviewScores({ ...ctx, project }, queue, item);
  const outcome = await addItemCorrection(ctx, queue, item, found !== null);
  const published = await ctx.metadata.transaction((db) =>
    markPublished(db, item, outcome ?? item.correction_outcome),
  );
  if (published) return published;
  // It was decided again meanwhile, and the newest decision must be the last one that is published.
  const newest = await selectItem(ctx.db, queue.id, item.id);
  return newest && newest.done_at !== null ? publish(ctx, queue, newest) : item;
}

async function saveReviewScores(ctx: Context, queue: QueueRow, item: QueueItemRow): Promise<void> {
  const final = JSON.parse(item.final ?? '{}') as ReviewValues;
  const scores: MadeScore[] = [];
  const removed: string[] = [];
  const { callId, traceId, sessionId } = linksOf(item);
  const links = {
    ...(callId === null ? {} : { callId }),
    ...(traceId === null ? {} : { traceId }),
    ...(sessionId === null ? {} : { sessionId }),
  };
  for (const [at, { name }] of dimensionsIn(queue).entries()) {
    const value = final[name];
    const id = scoreId(item, at);
    if (value === undefined) removed.push(id);
    else scores.push({ id, name, value, ...links });
  }
  await saveMadeScores(ctx, scores, removed);
}

/** Null if there is no correction, or no dataset for it. */
async function addItemCorrection(
  ctx: Context,
  queue: QueueRow,
  item: QueueItemRow,
  hasCall: boolean,
): Promise<CorrectionOutcome | null> {
  if (queue.dataset_id === null || item.kind !== 'call') return null;
  const rows = await selectAnswers(ctx.db, [item.id]);
  const keys = await keysOfAnswers(ctx, rows);
  // The resolution counts most, then the newest answer.
  const sorted = rows.toSorted(
    (left, right) => right.is_resolution - left.is_resolution || right.updated_at - left.updated_at,
  );
  const expectedOutput = sorted.map((row) => openAnswer(keys, row).correction).find((text) => text !== null);
  if (expectedOutput === undefined || expectedOutput === null) return null;
  if (!hasCall) return 'call_gone';
  return addCorrectionItem(ctx, queue.dataset_id, { callId: item.record_id, expectedOutput });
}

/** Per round of the job. */
const MAX_ITEMS = 500;

/** Publishes what could not be published at once. */
export async function publishLeftovers(system: SystemContext, signal: AbortSignal): Promise<void> {
  for (const item of await selectUnpublished(system.db, MAX_ITEMS)) {
    signal.throwIfAborted();
    const account = await system.accounts.get(item.account_id);
    if (!account) continue;
    const ctx: Context = { ...system, account, project: null, plan: account.plan };
    const queue = await selectQueue(system.db, ctx, item.queue_id);
    if (queue) await publishSoon(ctx, queue, item);
  }
}
