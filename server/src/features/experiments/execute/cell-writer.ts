// Writes finished cells in order, batching all that arrive during one write into the next: first the calls
// into the records, then the cells with the sums of the experiment and the figures of the items.
import { AppError } from '#lib/app-error';
import { batchedWrites } from '#lib/batched-writes';
import { textDigester, type AccountKeys } from '#content';
import type { Context } from '#core/context';
import { storeOwnRecords } from '#features/ingest';
import type { Writer } from '#metadata';
import type { CallRecord } from '#records';
import { playedOutput, tokenSums, type OutputCheck, type PlayedRun } from '#services/model-runs';
import type { Criterion, ScoreOutcome } from '#services/scores';
import {
  insertCells,
  openCell,
  sealCell,
  selectCellFigures,
  settleUploaded,
  type CellPlace,
  type CellRow,
} from '../cells.ts';
import { itemFigures } from '../item-figures.ts';
import { addToExperiment, updateItemFigures, type ExperimentRow } from '../store.ts';

export interface FinishedCell {
  place: CellPlace;
  /** To be stored; null for an uploaded answer. */
  call: CallRecord | null;
  run: PlayedRun | null;
  /** Null unless the answer is structured. */
  check: OutputCheck | null;
  uploaded: CellRow | null;
  attempts: number;
  outcomes: { criterion: Criterion; outcome: ScoreOutcome }[];
  scoreMicros: number;
}

const MAX_REASONING = 4_000;

export class CellWriter {
  readonly #ctx: Context;
  readonly #row: ExperimentRow;
  readonly #keys: AccountKeys;
  readonly #digest: (text: string) => string;
  readonly #add = batchedWrites<FinishedCell>((cells) => this.#store(cells));

  constructor(ctx: Context, row: ExperimentRow, keys: AccountKeys) {
    this.#ctx = ctx;
    this.#row = row;
    this.#keys = keys;
    this.#digest = textDigester(keys, 'experiment-output');
  }

  /** Resolves once the cell is on disk. */
  write(cell: FinishedCell): Promise<void> {
    return this.#add(cell);
  }

  /** Counts money for a cell without an outcome. */
  async spend(micros: number): Promise<void> {
    if (micros === 0) return;
    const { metadata } = this.#ctx;
    await metadata.transaction((db) => addToExperiment(db, this.#row.id, { done: 0, failed: 0, micros }));
  }

  async #store(cells: readonly FinishedCell[]): Promise<void> {
    const isStored = await this.#storeCalls(cells.flatMap(({ call }) => call ?? []));
    const fresh = cells.flatMap(({ uploaded, ...cell }) =>
      uploaded === null ? [this.#cellOf(cell, isStored)] : [],
    );
    const settled = cells.flatMap(({ uploaded, ...cell }) =>
      uploaded === null ? [] : [this.#settledOf(uploaded, cell)],
    );
    await this.#ctx.metadata.transaction(async (db) => {
      const written = fresh.length === 0 ? [] : await insertCells(db, fresh);
      let [done, micros] = [0, written.reduce((sum, { cost_micros: cost }) => sum + cost, 0)];
      for (const { row, more } of settled)
        if (await settleUploaded(db, row)) {
          done += 1;
          micros += more;
        }
      done += written.filter(({ status }) => status === 'done').length;
      const failed = written.filter(({ status }) => status === 'failed').length;
      await addToExperiment(db, this.#row.id, { done, failed, micros });
      await refreshItems(db, this.#row.id, [...new Set(cells.map(({ place }) => place.position))]);
    });
  }

  /** False if the calls could not be stored, such as beyond the quota. The answers stay in the cells. */
  async #storeCalls(calls: readonly CallRecord[]): Promise<boolean> {
    if (calls.length === 0) return true;
    try {
      await storeOwnRecords(this.#ctx, calls);
      return true;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.#ctx.log.warn({ err: error, experimentId: this.#row.id }, 'calls could not be stored');
      return false;
    }
  }

  #cellOf(cell: Omit<FinishedCell, 'uploaded'>, isStored: boolean): CellRow {
    const { place, run, check, outcomes, scoreMicros, attempts } = cell;
    const fault = run?.fault ?? null;
    const output = fault ? null : run ? playedOutput(run) : '';
    const tokens = run?.tokens ? tokenSums(run.tokens) : null;
    return {
      ...place,
      status: fault ? 'failed' : 'done',
      reason: fault && fault.reason,
      call_id: isStored ? (run?.runId ?? null) : null,
      call_timestamp: run?.startedAt ?? 0,
      body: sealCell(this.#keys, place, {
        output,
        error: fault && [fault.said.message, fault.detail].filter(Boolean).join(' '),
        notes: notesOf(outcomes),
        outputProblem: check && check.problem,
      }),
      output_digest: output === null ? null : this.#digest(output),
      output_valid: check && (check.valid ? 1 : 0),
      scores: triplesOf(outcomes),
      cost_micros: (run?.costMicros ?? 0) + scoreMicros,
      latency_ms: run?.latencyMs ?? null,
      input_tokens: tokens?.inputTokens ?? null,
      output_tokens: tokens?.outputTokens ?? null,
      attempts,
      verdict: null,
      verdict_by: null,
      verdict_at: null,
      finished_at: this.#ctx.clock.now(),
    };
  }

  #settledOf(uploaded: CellRow, { outcomes, scoreMicros }: Pick<FinishedCell, 'outcomes' | 'scoreMicros'>) {
    const row: CellRow = {
      ...uploaded,
      status: 'done',
      body: sealCell(this.#keys, uploaded, {
        ...openCell(this.#keys, uploaded),
        notes: notesOf(outcomes),
      }),
      scores: triplesOf(outcomes),
      cost_micros: uploaded.cost_micros + scoreMicros,
      finished_at: this.#ctx.clock.now(),
    };
    return { row, more: scoreMicros };
  }
}

/** Computes the figures of items from all their cells. */
export async function refreshItems(db: Writer, id: string, positions: readonly number[]): Promise<void> {
  const byPosition = Map.groupBy(await selectCellFigures(db, id, positions), ({ position }) => position);
  for (const position of positions)
    await updateItemFigures(db, id, position, itemFigures(byPosition.get(position) ?? []));
}

type Outcomes = FinishedCell['outcomes'];

const triplesOf = (outcomes: Outcomes): string =>
  JSON.stringify(outcomes.map(({ criterion, outcome }) => [criterion.id, outcome.score, outcome.normalized]));

const notesOf = (outcomes: Outcomes) =>
  outcomes.map(({ criterion, outcome }) => ({
    criterionId: criterion.id,
    label: outcome.label,
    reason: outcome.reason,
    reasoning: outcome.reasoning.message.slice(0, MAX_REASONING),
    judge: outcome.judge,
  }));
