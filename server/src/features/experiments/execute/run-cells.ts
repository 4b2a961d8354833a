// Runs the cells of an experiment that have no outcome yet, several at a time.
import { newId } from '#lib/ids';
import { EXPERIMENT_ITEM_TAG, EXPERIMENT_TAG, EXPERIMENT_VARIANT_TAG } from '#semconv';
import type { AccountKeys } from '#content';
import type { Context } from '#core/context';
import type { JobSlice } from '#core/jobs/job-slice';
import { selectCall, type CallRecord } from '#records';
import {
  beginRun,
  checkOutput,
  playedCall,
  runPatiently,
  scoredCall,
  type PlayedRun,
} from '#services/model-runs';
import { maxCostMicros, sourceById, type ModelSource } from '#services/models';
import { scopeOf } from '#services/record-access';
import { scoreOne, textCall, type Criterion, type ScoreOutcome } from '#services/scores';
import { openCell, selectCell, selectCellFigures, type CellRow } from '../cells.ts';
import {
  criteriaOfExperiment,
  openExperimentItem,
  selectExperimentItems,
  type ExperimentItemRow,
  type ExperimentRow,
} from '../store.ts';
import { openVariants, orderFor, type StoredVariant } from '../variants.ts';
import { CellWriter, type FinishedCell } from './cell-writer.ts';
import { ExperimentPurse } from './experiment-purse.ts';
import type { ExperimentStop } from './work.ts';

/** Faults that every further cell of the variant would have too. */
const STOPS: ReadonlySet<string> = new Set([
  'wrong_key',
  'unknown_model',
  'no_credit',
  'blocked_address',
  'budget_exhausted',
  'no_price',
]);

const PAGE = 50;

interface Unit {
  item: ExperimentItemRow;
  texts: { input: string; expected: string | null };
  variant: number;
  repetition: number;
  /** A client has sent the answer. */
  isUploaded: boolean;
}

/** `more` if the slice ended first. */
export async function runCells(
  ctx: Context,
  row: ExperimentRow,
  slice: JobSlice,
): Promise<'all' | 'more' | ExperimentStop> {
  const keys = await ctx.contentKeys.load(ctx.account);
  return new CellRunner(ctx, row, keys, slice).run();
}

class CellRunner {
  readonly #ctx: Context;
  readonly #row: ExperimentRow;
  readonly #keys: AccountKeys;
  readonly #slice: JobSlice;
  readonly #variants: StoredVariant[];
  readonly #criteria: Criterion[];
  readonly #purse: ExperimentPurse;
  readonly #writer: CellWriter;
  readonly #sources = new Map<number, ModelSource>();
  #stop: ExperimentStop | null = null;

  constructor(ctx: Context, row: ExperimentRow, keys: AccountKeys, slice: JobSlice) {
    this.#ctx = ctx;
    this.#row = row;
    this.#keys = keys;
    this.#slice = slice;
    this.#variants = openVariants(keys, row.id, row.variants);
    this.#criteria = criteriaOfExperiment(row);
    this.#purse = new ExperimentPurse(row);
    this.#writer = new CellWriter(ctx, row, keys);
  }

  async run(): Promise<'all' | 'more' | ExperimentStop> {
    for (const [at, { connectionId, model }] of this.#variants.entries())
      if (connectionId !== null)
        this.#sources.set(at, await sourceById(this.#ctx, connectionId, model ?? undefined));
    const units = this.#units();
    const atOnce = Array.from({ length: this.#row.concurrency }, () => this.#work(units));
    const ends = await Promise.allSettled(atOnce);
    await units.return('more');
    const failure = ends.find((end) => end.status === 'rejected');
    if (failure) throw failure.reason;
    this.#slice.signal.throwIfAborted();
    if (this.#stop) return this.#stop;
    return ends.some((end) => end.status === 'fulfilled' && end.value === 'more') ? 'more' : 'all';
  }

  async #work(units: AsyncGenerator<Unit, 'all' | 'more'>): Promise<'all' | 'more'> {
    for (;;) {
      const next = await units.next();
      if (next.done) return next.value ?? 'all';
      await this.#runUnit(next.value);
    }
  }

  get #isOver(): boolean {
    return this.#stop !== null || this.#slice.signal.aborted || this.#slice.isOver();
  }

  /** Item by item, so that whatever is there can be compared. */
  async *#units(): AsyncGenerator<Unit, 'all' | 'more'> {
    const { id, repetitions } = this.#row;
    for (let after = -1; ;) {
      if (this.#isOver) return 'more';
      const items = await selectExperimentItems(this.#ctx.db, id, { after, limit: PAGE });
      const last = items.at(-1);
      if (!last) return 'all';
      after = last.position;
      const known = await this.#known(items.map(({ position }) => position));
      for (const item of items) {
        const texts = openExperimentItem(this.#keys, item);
        for (let repetition = 0; repetition < repetitions; repetition += 1)
          for (const [variant, { kind }] of this.#variants.entries()) {
            const cell = known.get(`${item.position}/${variant}/${repetition}`);
            const isOpen = kind === 'code' ? cell === 'uploaded' : cell === undefined;
            if (!isOpen) continue;
            if (this.#isOver) return 'more';
            yield { item, texts, variant, repetition, isUploaded: cell !== undefined };
          }
      }
    }
  }

  /** The status of the cells that have one, without their texts. */
  async #known(positions: readonly number[]): Promise<Map<string, CellRow['status']>> {
    const cells = await selectCellFigures(this.#ctx.db, this.#row.id, positions);
    return new Map(
      cells.map(({ position, variant, repetition, status }) => [
        `${position}/${variant}/${repetition}`,
        status,
      ]),
    );
  }

  async #runUnit(unit: Unit): Promise<void> {
    const { signal } = this.#slice;
    if (unit.isUploaded) return this.#scoreUploaded(unit);
    const source = this.#sources.get(unit.variant);
    const variant = this.#variants[unit.variant];
    if (!source || !variant) return;
    const order = orderFor(variant, unit.texts.input);
    const most = maxCostMicros(source, order, this.#ctx.clock.now());
    const refusal = await this.#purse.hold(most, signal);
    if (refusal) {
      this.#stop ??= refusal;
      return;
    }
    let spent = 0;
    try {
      const run = beginRun(source, {
        runId: newId('experimentCall'),
        tags: this.#tagsOf(unit),
        startedAt: this.#ctx.clock.now(),
        promptId: variant.promptId,
        order,
      });
      const attempts = await runPatiently(this.#ctx, source, run, { purpose: 'experiment', signal });
      spent = run.costMicros;
      if (signal.aborted) {
        await this.#writer.spend(spent);
        return;
      }
      const { fault } = run;
      if (fault && STOPS.has(fault.reason)) {
        await this.#writer.spend(spent);
        this.#stop ??= { reason: fault.reason, message: `${variant.name}: ${fault.said.message}` };
        return;
      }
      const cell = await this.#scored(unit, playedCall(run), run);
      spent += cell.scoreMicros;
      if (signal.aborted) await this.#writer.spend(spent);
      else await this.#writer.write({ ...cell, run, attempts, check: await checkOutput(this.#ctx, run) });
    } finally {
      this.#purse.settle(most, spent);
    }
  }

  async #scoreUploaded(unit: Unit): Promise<void> {
    const { item, variant, repetition } = unit;
    const place = { experiment_id: this.#row.id, position: item.position, variant, repetition };
    const uploaded = await selectCell(this.#ctx.db, place);
    if (!uploaded) return;
    // What judges cost is known afterwards; nothing more is scored once the limit is passed.
    const refusal = await this.#purse.hold(0, this.#slice.signal);
    if (refusal) {
      this.#stop ??= refusal;
      return;
    }
    const answer = uploadedCall(uploaded, openCell(this.#keys, uploaded));
    const traceId = await this.#traceOf(uploaded);
    const cell = await this.#scored(unit, { ...answer, traceId });
    this.#purse.settle(0, cell.scoreMicros);
    if (!this.#slice.signal.aborted) await this.#writer.write({ ...cell, uploaded });
  }

  /** The trace of an uploaded answer is its trajectory, if the client has recorded one. */
  async #traceOf({ call_id: callId }: CellRow): Promise<string | null> {
    if (callId === null || !this.#criteria.some(({ scope }) => scope === 'trajectory')) return null;
    const found = await this.#ctx.records.ask(scopeOf(this.#ctx), selectCall(callId));
    return found?.call.traceId ?? null;
  }

  #tagsOf({ item, variant }: Unit): Record<string, string> {
    return {
      [EXPERIMENT_TAG]: this.#row.id,
      [EXPERIMENT_VARIANT_TAG]: String(variant),
      [EXPERIMENT_ITEM_TAG]: `${this.#row.dataset_id}/${item.item_id}`,
    };
  }

  async #scored(unit: Unit, call: CallRecord, run: PlayedRun | null = null): Promise<FinishedCell> {
    const { item, variant, repetition, texts } = unit;
    const outcomes: { criterion: Criterion; outcome: ScoreOutcome }[] = [];
    const isFailed = run !== null && run.fault !== null;
    for (const criterion of this.#criteria) {
      if (isFailed) break;
      outcomes.push({
        criterion,
        outcome: await scoreOne(
          this.#ctx,
          criterion,
          { expected_output: texts.expected, isAnswer: run !== null || call.traceId === null },
          { call: scoredCall(call), missing: null },
          this.#slice.signal,
        ),
      });
    }
    return {
      place: { experiment_id: this.#row.id, position: item.position, variant, repetition },
      call: run === null ? null : call,
      run: null,
      check: null,
      uploaded: null,
      attempts: 0,
      outcomes,
      scoreMicros: outcomes.reduce((sum, { outcome }) => sum + outcome.costMicros, 0),
    };
  }
}

/** An uploaded answer in the form that evaluators read. */
const uploadedCall = (
  { call_id: callId, call_timestamp: timestampMs, latency_ms: latencyMs }: CellRow,
  { output }: { output: string | null },
): CallRecord => ({
  ...textCall({ id: callId ?? '', timestampMs, toolCalls: null, requestMeta: { output } }),
  latencyMs: latencyMs ?? 0,
});
