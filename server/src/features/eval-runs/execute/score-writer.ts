// Writes outcomes in order, batching all that arrive during one transaction into the next.
import { batchedWrites } from '#lib/batched-writes';
import type { Context } from '#core/context';
import { existingCriteria } from '#services/criteria';
import { scoreColumns, type Criterion, type LoadedCall, type ScoreOutcome } from '#services/scores';
import { insertScores, type ItemRow, type NewScore, type RunRow } from '../store.ts';

export class ScoreWriter {
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
