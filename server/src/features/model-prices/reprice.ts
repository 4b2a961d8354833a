// Applies today's prices to stored calls, or reports what that would change.
import { randomInt } from 'node:crypto';
import { AppError, invalid } from '#lib/app-error';
import { DAY_MS, SECOND_MS, isoTime } from '#lib/clock';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { changeRecords, noteOnTurn } from '#core/record-changes/record-changes';
import { hooksOf } from '#core/hooks';
import {
  applyStagedCosts,
  selectDerivedCosts,
  stageCosts,
  wholeAccount,
  type CallCost,
  type CallRef,
  type CostChange,
  type CostWindow,
} from '#records';
import { newCost } from './new-cost.ts';
import { priceBookFor } from '#services/prices';
import type { RepriceEntry, RepriceNote } from './note-finished.ts';
import { RepriceFigures } from './reprice-figures.ts';
import type { Repriced, RepriceOrder } from './schemas.ts';

const MAX_DAYS = 92;
const PAGE = 5_000;
/** Changes per write; each one rewrites whole columns. */
const BATCH = 100_000;
/** How long to wait for another kind of record change; those are short. */
const PATIENCE_MS = 30 * SECOND_MS;

const running = () =>
  new AppError(
    'conflict',
    'reprice_running',
    'Another repricing of this account is running. Try again when it has ended.',
  );

export async function reprice(ctx: Context, { startTime, endTime, dryRun }: RepriceOrder): Promise<Repriced> {
  const window = windowOf(startTime, endTime);
  const figures = new RepriceFigures();
  const order = {
    account: ctx.account.number,
    kind: 'reprice',
    patienceMs: PATIENCE_MS,
    alreadyUnderWay: running,
  } as const;
  const work = dryRun === false ? applyPrices : reportDifference;
  await changeRecords(ctx, order, (held, place) => work(ctx, { window, place }, figures, held));
  return {
    applied: dryRun === false,
    startTime: isoTime(window.startMs),
    endTime: isoTime(window.endMs),
    ...figures.totals(),
    models: figures.models(),
  };
}

function windowOf(startTime: string, endTime: string): CostWindow {
  const startMs = Date.parse(startTime);
  const endMs = Date.parse(endTime);
  if (startMs >= endMs) throw invalid('endTime', 'endTime must be later than startTime.');
  if (endMs - startMs > MAX_DAYS * DAY_MS) {
    throw invalid('endTime', `The window must be at most ${MAX_DAYS} days; use several requests for more.`);
  }
  return { startMs, endMs };
}

/** Page by page, so that memory does not grow with the window. */
async function* changes(
  ctx: Context,
  window: CostWindow,
  figures: RepriceFigures,
): AsyncGenerator<CostChange[]> {
  const prices = priceBookFor(ctx.account, ctx.config);
  const scope = { ...wholeAccount(ctx.account.number), project: ctx.project?.number ?? null };
  let after: CallRef | null = null;
  for (;;) {
    const page: CallCost[] = await ctx.records.ask(scope, selectDerivedCosts(window, after, PAGE));
    const changed: CostChange[] = [];
    for (const call of page) {
      const change = newCost(call, prices);
      figures.add(call, change);
      if (change) changed.push(change);
    }
    yield changed;
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = { timestampMs: last.timestampMs, id: last.id };
  }
}

interface Task {
  window: CostWindow;
  /** The place of the turn, for its note. */
  place: string;
}

async function reportDifference(ctx: Context, { window }: Task, figures: RepriceFigures, held: AbortSignal) {
  for await (const _ of changes(ctx, window, figures)) held.throwIfAborted();
  await change(ctx, 'model_prices.reprice', async () => ({ result: undefined, target: null }));
}

async function applyPrices(ctx: Context, task: Task, figures: RepriceFigures, held: AbortSignal) {
  const store = ctx.records;
  const { window, place } = task;
  const { number } = ctx.account;
  let complete = false;
  let before: RepriceEntry | null = null;
  try {
    // First finishes what a dead process left staged, so that the rows are read in their final state.
    await store.admin.change(number, applyStagedCosts());
    let batch = randomInt(1, 2 ** 47);
    let staged = 0;
    for await (const changed of changes(ctx, window, figures)) {
      held.throwIfAborted();
      const [one] = changed;
      if (!one) continue;
      const after = entryOf(ctx, window, figures, false);
      await noteIntention(ctx, place, { before, after, one: one.call });
      before = after;
      await store.admin.change(number, stageCosts(batch, changed));
      staged += changed.length;
      if (staged < BATCH) continue;
      await store.admin.change(number, applyStagedCosts());
      batch = randomInt(1, 2 ** 47);
      staged = 0;
    }
    if (staged > 0) await store.admin.change(number, applyStagedCosts());
    complete = true;
  } finally {
    // Also runs after an interruption; the next change then applies what is staged. If the process dies before,
    // it also writes the entry (note-finished.ts).
    await noteApplied(ctx, task, figures, complete);
    if (figures.all.changedRecords > 0)
      for (const { onCostsChanged } of hooksOf(ctx)) await onCostsChanged?.(ctx);
  }
}

const noteApplied = (ctx: Context, { window, place }: Task, figures: RepriceFigures, complete: boolean) =>
  change(ctx, 'model_prices.reprice', async ({ db }) => {
    await noteOnTurn(db, place, null);
    return {
      result: undefined,
      target: figures.all.changedRecords === 0 ? null : { type: 'account', id: ctx.account.id },
      metadata: entryOf(ctx, window, figures, complete),
    };
  });

const entryOf = (
  ctx: Context,
  window: CostWindow,
  figures: RepriceFigures,
  complete: boolean,
): RepriceEntry => ({
  startTime: isoTime(window.startMs),
  endTime: isoTime(window.endMs),
  projectId: ctx.project?.id ?? null,
  ...figures.totals(),
  version: ctx.account.modelPricesVersion,
  complete,
});

const noteIntention = (
  ctx: Context,
  place: string,
  { before, after, one: { id, timestampMs, costUsd, cacheSavingsUsd, priceSource, pricing } }: Intention,
) =>
  ctx.metadata.transaction((db) =>
    noteOnTurn(db, place, {
      accountId: ctx.account.id,
      actor: { type: ctx.actor.type, id: ctx.actor.id },
      ip: ctx.origin?.ip ?? null,
      before,
      after,
      one: { id, timestampMs, costUsd, cacheSavingsUsd, priceSource, pricing },
    } satisfies RepriceNote),
  );

interface Intention extends Pick<RepriceNote, 'before' | 'after'> {
  one: CallCost;
}
