// Executes an erasure in batches. Each batch queries the remaining records, so a killed process loses only
// the current batch. That batch is either queried again, or it was staged and the next change of the account
// finishes it, and counts it (count-finished.ts).
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#lib/clock';
import type { Account } from '#core/access/accounts';
import { changeAs } from '#core/change/change';
import type { Context, SystemContext } from '#core/context';
import type { Erased } from '#core/hooks';
import { job, Postponed, type Enqueue } from '#core/jobs/job';
import { changeRecords, noteOnTurn } from '#core/record-changes/record-changes';
import type { ErasuresTable } from '#metadata';
import { findPage, type FoundPage } from '#features/query';
import { selectSpans, selectWholeTraces, type CallPlace } from '#records';
import { runsOf } from '#services/runs';
import type { BatchNote } from './count-finished.ts';
import { forget } from './forget.ts';
import type { NewErasure } from './schemas.ts';
import { callsIn, openSelection, spansIn } from './selection.ts';
import { selectErased, selectErasure, updateErasure } from './store.ts';
import { sweep } from './sweep.job.ts';
import { batchOf, everything, takeOut, type Batch, type SelectedCall } from './take-out.ts';

const NAME = 'erasure';
const BATCH = 2_000;
/** Whole calls are read. */
const PAGE = 100;
/** How long the erasure is retried while a dependency is unavailable. */
const GIVE_UP_MS = DAY_MS;

interface Payload {
  accountId: string;
  erasureId: string;
}

export const erasureWork = (accountId: string, erasureId: string): Enqueue => ({
  name: NAME,
  payload: { accountId, erasureId } satisfies Payload,
  uniqueKey: `${NAME}:${erasureId}`,
  maxAttempts: 10_000,
});

export const erasureJob = job<Payload | null>({
  name: NAME,
  firstRetryMs: 2 * SECOND_MS,
  maxRetryMs: 5 * MINUTE_MS,
  // Parts are rewritten, which takes a while on a large store.
  timeoutMs: 60 * MINUTE_MS,
  run: async (system, payload, signal) => {
    if (payload === null) return;
    const account = await system.accounts.get(payload.accountId);
    const row = account && (await selectErasure(system.db, account.id, null, payload.erasureId));
    if (!account || !row || row.finished_at !== null) return;
    const ctx = contextFor(system, account, row);
    if (ctx === null) return end(system, row, 'failed', 'The project of this erasure was deleted.');
    try {
      await erase(ctx, row, signal);
    } catch (error) {
      if (!signal.aborted && !(error instanceof Postponed)) {
        if (system.clock.now() - row.created_at >= GIVE_UP_MS) {
          system.log.error({ err: error, erasure: row.id }, 'erasure failed after repeated attempts');
          return end(
            system,
            row,
            'failed',
            'A dependency was unavailable for a day. Request the erasure again.',
          );
        }
        await note(ctx, row.id, { error: 'A dependency is unavailable. The erasure is retried.' });
      }
      throw error;
    }
  },
});

const note = (ctx: SystemContext, id: string, changes: Partial<ErasuresTable>) =>
  ctx.metadata.transaction((db) => updateErasure(db, id, changes));

async function erase(ctx: Context, row: ErasuresTable, signal: AbortSignal): Promise<void> {
  const keys = await ctx.contentKeys.load(ctx.account);
  const input = openSelection(keys, row.id, row.selector ?? '');
  await note(ctx, row.id, {
    status: 'running',
    started_at: row.started_at ?? ctx.clock.now(),
    error: null,
  });
  // A span that arrived a moment ago may still take its user or its session from another one.
  await runsOf(ctx).settle(ctx.account.number);
  const turn = { account: ctx.account.number, kind: 'erasure', place: `${NAME}:${row.id}` } as const;
  // One turn for all batches: if erasures alternated batch by batch, each would start over forever. The
  // remaining records are queried within the turn, when interrupted changes have been finished.
  const erased = await changeRecords(ctx, turn, async (held, place) => {
    const ended = AbortSignal.any([held, signal]);
    // A batch that was staged before a crash has been finished and counted by now.
    let sum = await selectErased(ctx.db, row.id);
    for (const next of [nextCalls, nextSpans]) {
      for (let more = true; more;) {
        ended.throwIfAborted();
        const selected = await next(ctx, input);
        more = selected.more;
        if (selected.batch) sum = await takeBatch(ctx, { id: row.id, place }, sum, selected.batch, ended);
      }
    }
    return sum;
  });
  // There may be data about a trace or session that has no records.
  const named = await namedBy(ctx, input);
  await ctx.metadata.transaction((db) => forget(ctx, db, ctx.account, named));
  await ctx.records.admin.purgeErased(signal);
  await end(ctx, row, 'done', null, { found: erased, erased });
  await ctx.metadata.scrub();
}

/** Returns the number of records erased so far. */
async function takeBatch(
  ctx: Context,
  { id, place }: { id: string; place: string },
  before: number,
  { records, erased }: Batch,
  signal: AbortSignal,
): Promise<number> {
  await ctx.metadata.transaction((db) => forget(ctx, db, ctx.account, erased));
  const found = before + records.length;
  await ctx.metadata.transaction(async (db) => {
    await updateErasure(db, id, { found });
    await noteOnTurn(db, place, {
      erasureId: id,
      erased: found,
      one: records[0]?.id ?? '',
    } satisfies BatchNote);
  });
  await takeOut(ctx, records, signal);
  await ctx.metadata.transaction(async (db) => {
    await updateErasure(db, id, { erased: found });
    await noteOnTurn(db, place, null);
  });
  return found;
}

interface Selected {
  /** Null if nothing is left. */
  batch: Batch | null;
  /** True if the batch is full, so there may be more. */
  more: boolean;
}

/** Includes calls past their retention, because they stay on disk for a while. */
async function nextCalls(ctx: Context, input: NewErasure): Promise<Selected> {
  const all: Context = { ...ctx, account: { ...ctx.account, retentionDays: ctx.clock.now() / DAY_MS } };
  const calls: SelectedCall[] = [];
  const body = { ...callsIn(input), limit: PAGE };
  let after: CallPlace | null = null;
  do {
    const page: FoundPage = await findPage(all, body, after);
    for (const { call } of page.calls) {
      calls.push({
        id: call.id,
        timestampMs: call.timestampMs,
        traceId: call.traceId,
        sessionId: call.sessionId,
      });
    }
    after = page.next;
  } while (after !== null && calls.length < BATCH);
  const batch = calls.length === 0 ? null : await batchOf(ctx, calls, input.sessionId ?? null);
  return { batch, more: calls.length >= BATCH };
}

async function nextSpans(ctx: Context, input: NewErasure): Promise<Selected> {
  const selection = spansIn(input);
  if (selection === null) return { batch: null, more: false };
  const records = await ctx.records.ask(everything(ctx), selectSpans(selection, BATCH));
  if (records.length === 0) return { batch: null, more: false };
  const named = await namedBy(ctx, selection);
  const lost = await tracesOf(ctx, records);
  const erased: Erased = {
    ...named,
    traceIds: [...new Set([...named.traceIds, ...lost.traceIds])],
    wholeTraceIds: [...new Set([...named.wholeTraceIds, ...lost.wholeTraceIds])],
    sessionIds: [...new Set([...named.sessionIds, ...sessionsOf(records)])],
  };
  const places = records.map(({ id, timestampMs }) => ({ id, timestampMs }));
  return { batch: { records: places, erased }, more: records.length >= BATCH };
}

const sessionsOf = (spans: readonly { sessionId: string }[]): string[] =>
  spans.flatMap(({ sessionId }) => (sessionId === '' ? [] : [sessionId]));

/** The traces of observations that are erased, and those of them that have no other record. */
async function tracesOf(
  ctx: Context,
  spans: readonly { id: string; traceId: string }[],
): Promise<Pick<Erased, 'traceIds' | 'wholeTraceIds'>> {
  const traceIds = [...new Set(spans.map(({ traceId }) => traceId))];
  const erased = new Set(spans.map(({ id }) => id));
  const left = await ctx.records.ask(everything(ctx), selectWholeTraces(traceIds, new Set()));
  const staying = new Set(left.spans.filter(({ id }) => !erased.has(id)).map(({ traceId }) => traceId));
  return { traceIds, wholeTraceIds: left.traceIds.filter((traceId) => !staying.has(traceId)) };
}

/**
 * The trace, session or user itself, without calls. The selected calls are already erased; calls of another project
 * may remain.
 */
async function namedBy(
  ctx: Context,
  { traceId, sessionId, userId, filter }: Pick<NewErasure, 'traceId' | 'sessionId' | 'userId' | 'filter'>,
): Promise<Erased> {
  const traceIds = traceId === undefined ? [] : [traceId];
  const { traceIds: wholeTraceIds } = await ctx.records.ask(
    everything(ctx),
    selectWholeTraces(traceIds, new Set()),
  );
  const projectId = ctx.project?.id ?? null;
  const sessionIds = sessionId === undefined ? [] : [sessionId];
  return {
    projectId,
    projectNumber: ctx.project?.number ?? null,
    callIds: [],
    traceIds,
    wholeTraceIds,
    sessionIds,
    sessionId: sessionId ?? null,
    userIds: usersIn(userId, filter),
  };
}

/** A filter that names users and nothing else selects all that they have. */
function usersIn(userId: string | undefined, filter: NewErasure['filter'] = {}): string[] {
  if (userId !== undefined) return [userId];
  const { userId: named, where = [], includeEvalRuns: _all, ...more } = filter;
  if (Object.keys(more).length > 0) return [];
  if (named !== undefined) return where.length === 0 ? [named] : [];
  const [only, ...others] = where;
  const isOfUsers = only?.op === 'is' && (only.field === 'user' || only.field === 'userId');
  return isOfUsers && others.length === 0 ? only.values.map(String) : [];
}

/** The selection is deleted at the end, also for a failed erasure. */
const end = (
  ctx: SystemContext,
  row: ErasuresTable,
  status: 'done' | 'failed',
  error: string | null,
  counts: Pick<ErasuresTable, 'found' | 'erased'> = row,
): Promise<void> =>
  changeAs(
    ctx,
    { accountId: row.account_id, actor: ctx.actor, origin: null },
    'erasure.end',
    async ({ db, enqueue }) => {
      const now = ctx.clock.now();
      const { found, erased } = counts;
      await updateErasure(db, row.id, { status, error, selector: null, finished_at: now, found, erased });
      await enqueue(sweep(row.account_id, row.created_at, now));
      return {
        result: undefined,
        target: { type: 'erasure', id: row.id },
        metadata: { status, digest: row.digest, erased },
      };
    },
  );

/** The context of the requester; null if the project was deleted. */
function contextFor(system: SystemContext, account: Account, row: ErasuresTable): Context | null {
  const project = row.project_id === null ? null : account.projects.get(row.project_id);
  return project === undefined ? null : { ...system, account, project, plan: account.plan };
}
