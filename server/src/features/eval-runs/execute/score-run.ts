// Scores all (criterion x call) pairs of a run without an outcome, several at a time.
import { batchedWrites } from '#lib/batched-writes';
import type { Context } from '#core/context';
import { existingCriteria } from '#services/criteria';
import { scoreColumns, scoreOne, type Criterion, type LoadedCall, type ScoreOutcome } from '#services/scores';
import type { JobSlice } from '#core/jobs/job-slice';
import {
  criteriaIn,
  insertScores,
  outcomeKey,
  selectRunOutcomes,
  type ItemRow,
  type NewScore,
  type RunRow,
} from '../store.ts';
import { loadCalls } from './load-calls.ts';
import { trajectoriesOf } from './pick.ts';

/** The judge's default concurrency; more would only wait there. */
const AT_ONCE = 16;
const PAGE = 64;

interface Unit {
  criterion: Criterion;
  item: ItemRow;
  call: LoadedCall;
}

/** `canceled` is aborted when the run is, and the signal of the slice with it. */
export async function scoreRun(
  ctx: Context,
  run: RunRow,
  items: readonly ItemRow[],
  slice: JobSlice,
  canceled: AbortSignal,
): Promise<'all' | 'more'> {
  const done = await selectRunOutcomes(ctx.db, run.id);
  const writer = new ScoreWriter(ctx, run);
  const units = unitsOf(ctx, run, items, done, slice);
  let more = false;
  const work = async (): Promise<void> => {
    for (;;) {
      if (slice.signal.aborted) return;
      const next = await units.next();
      if (next.done) {
        more ||= next.value;
        return;
      }
      const { criterion, item, call } = next.value;
      const outcome = await scoreOne(ctx, criterion, item, call, slice.signal);
      // The next slice repeats an interrupted question. A canceled run has no next slice, so the cost is kept.
      const isOpen = outcome.reason === 'cancelled' && !(canceled.aborted && outcome.costMicros > 0);
      if (slice.signal.aborted && isOpen) return;
      await writer.write(criterion, item, call, outcome);
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } finally {
    await units.return(true);
  }
  slice.signal.throwIfAborted();
  return more ? 'more' : 'all';
}

/** The remaining pairs, one page of calls at a time. Returns whether it stopped early. */
async function* unitsOf(
  ctx: Context,
  run: RunRow,
  items: readonly ItemRow[],
  done: ReadonlySet<string>,
  slice: JobSlice,
): AsyncGenerator<Unit, boolean> {
  const criteria = criteriaIn(run);
  const trajectories = new Set(trajectoriesOf(items).map(({ position }) => position));
  const wanted = (item: ItemRow): Criterion[] =>
    criteria.filter(
      ({ id, scope }) =>
        !done.has(outcomeKey(id, item.call_id)) &&
        (scope !== 'trajectory' || trajectories.has(item.position)),
    );
  const left = items.filter((item) => wanted(item).length > 0);
  for (let at = 0; at < left.length; at += PAGE) {
    const page = left.slice(at, at + PAGE);
    if (slice.isOver()) return true;
    const calls = await loadCalls(ctx, run, page, slice.signal);
    for (const item of page) {
      const call = calls.get(item.position);
      if (!call) continue;
      for (const criterion of wanted(item)) {
        if (slice.isOver() || slice.signal.aborted) return true;
        yield { criterion, item, call };
      }
    }
  }
  return false;
}

/** Writes outcomes in order, batching all that arrive during one transaction into the next. */
class ScoreWriter {
  readonly #ctx: Context;
  readonly #run: RunRow;
  readonly #add = batchedWrites<NewScore>((scores) => this.#store(scores));

  constructor(ctx: Context, run: RunRow) {
    this.#ctx = ctx;
    this.#run = run;
  }

  /** Resolves once the outcome is on disk. */
  write(criterion: Criterion, item: ItemRow, { call }: LoadedCall, outcome: ScoreOutcome): Promise<void> {
    return this.#add({
      account_id: this.#run.account_id,
      project_id: this.#run.project_id,
      run_id: this.#run.id,
      rule_id: null,
      criterion_id: criterion.id,
      call_id: item.call_id,
      call_timestamp: call?.timestampMs ?? item.call_timestamp,
      trace_id: criterion.scope === 'trajectory' ? (call?.traceId ?? item.trace_id) : null,
      ...scoreColumns(outcome),
      created_at: this.#ctx.clock.now(),
    });
  }

  async #store(scores: readonly NewScore[]): Promise<void> {
    await this.#ctx.metadata.transaction(async (db) => {
      // Deleting a criterion also deletes its scores, including those that arrive late.
      const ids = [...new Set(scores.map(({ criterion_id: id }) => id))];
      const there = await existingCriteria(db, this.#run.account_id, ids);
      await insertScores(
        db,
        scores.filter(({ criterion_id: id }) => there.has(id)),
      );
    });
  }
}
