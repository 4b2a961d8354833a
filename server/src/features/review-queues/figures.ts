// The verbs that count: how far everyone is, and how much reviewers agree.
import { isoTime } from '#lib/clock';
import type { Context } from '#core/context';
import type { Reader } from '#metadata';
import { reviewAgreement, type AnswerPair, type DimensionNumbers } from './agreement.ts';
import { selectQueueAnswers, valuesIn, type AnswerFacts } from './answers/store.ts';
import { disagreementsOf } from './dimensions.ts';
import { countSkipped } from './items/store.ts';
import { requireQueue } from './queues.ts';
import { reviewerNames } from './reviewers.ts';
import type {
  DimensionAgreement,
  PersonProgress,
  QueueAgreement,
  QueueProgress,
  Reviewer,
} from './schemas.ts';
import { assigneesIn, countByState, dimensionsIn, NO_COUNTS } from './store.ts';

/** Items whose answers everyone may see. */
async function selectComparedIds(db: Reader, queueId: number): Promise<Set<number>> {
  const rows = await db
    .selectFrom('review_items')
    .select('id')
    .where('queue_id', '=', queueId)
    .where('state', '!=', 'pending')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

export async function showAgreement(ctx: Context, id: number): Promise<QueueAgreement> {
  const queue = await requireQueue(ctx, ctx.db, id);
  const compared = await selectComparedIds(ctx.db, id);
  const answers = await selectQueueAnswers(ctx.db, id);
  const typeOf = new Map(answers.map((row) => [row.reviewer_id, row.reviewer_type]));
  const pairs = [...Map.groupBy(answers, ({ item_id: of }) => of)].flatMap(([itemId, rows]) =>
    compared.has(itemId) ? pairOf(rows) : [],
  );
  const dimensions = dimensionsIn(queue);
  const nameOf = await reviewerNames(ctx);
  const named = (reviewerId: string) => nameOf(typeOf.get(reviewerId) ?? 'user', reviewerId);
  const { disagreement } = (await countByState(ctx.db, [id], ctx.clock.now())).get(id) ?? NO_COUNTS;
  return {
    compared: pairs.length,
    disagreements: pairs.filter(({ values }) => disagreementsOf(dimensions, values).length > 0).length,
    open: disagreement,
    dimensions: reviewAgreement(dimensions, pairs).map((figures) => presentNumbers(figures, named)),
  };
}

/** The figures of a dimension, with the names of the people. */
function presentNumbers(
  { pairs, ...figures }: DimensionNumbers,
  named: (reviewerId: string) => Reviewer,
): DimensionAgreement {
  const shown: DimensionAgreement['pairs'] = [];
  for (const { reviewers, ...numbers } of pairs) shown.push({ reviewers: reviewers.map(named), ...numbers });
  return { ...figures, pairs: shown };
}

function pairOf(rows: readonly AnswerFacts[]): AnswerPair[] {
  const [one, other] = rows.filter(({ is_resolution: is }) => is === 0);
  if (!one || !other) return [];
  return [{ reviewers: [one.reviewer_id, other.reviewer_id], values: [valuesIn(one), valuesIn(other)] }];
}

/** Everyone who has to answer or has answered. */
export async function showProgress(ctx: Context, id: number): Promise<QueueProgress> {
  const queue = await requireQueue(ctx, ctx.db, id);
  const counts = (await countByState(ctx.db, [id], ctx.clock.now())).get(id) ?? NO_COUNTS;
  const compared = await selectComparedIds(ctx.db, id);
  const answers = await selectQueueAnswers(ctx.db, id);
  const skipped = await countSkipped(ctx.db, id);
  const nameOf = await reviewerNames(ctx);
  const byPerson = Map.groupBy(answers, ({ reviewer_id: by }) => by);
  const open = counts.pending + counts.inReview;
  const personOf = (reviewerId: string): PersonProgress => {
    const rows = byPerson.get(reviewerId) ?? [];
    const own = rows.filter(({ is_resolution: is }) => is === 0);
    const waiting = own.filter(({ item_id: of }) => !compared.has(of)).length;
    const times = own.flatMap(({ duration_ms: ms }) => ms ?? []);
    const last = Math.max(...rows.map(({ updated_at: at }) => at));
    return {
      reviewer: nameOf(rows[0]?.reviewer_type ?? 'user', reviewerId),
      answered: own.length,
      resolved: rows.length - own.length,
      skipped: skipped.get(reviewerId) ?? 0,
      remaining: open - waiting,
      medianMs: medianOf(times),
      lastAnsweredAt: rows.length === 0 ? null : isoTime(last),
    };
  };
  const people = new Set([...assigneesIn(queue), ...byPerson.keys(), ...skipped.keys()]);
  return {
    counts,
    people: [...people].map(personOf).toSorted((left, right) => right.answered - left.answered),
  };
}

function medianOf(times: readonly number[]): number | null {
  const sorted = times.toSorted((left, right) => left - right);
  const upper = sorted[Math.floor(sorted.length / 2)];
  if (upper === undefined) return null;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? upper;
  return Math.round((lower + upper) / 2);
}
