// Stores open spans that got no further part, and those whose trace did not arrive within seconds. Deletes
// old traces. It runs every minute, and a few seconds after a span began to wait for its trace.
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#lib/clock';
import { Pace } from '#lib/yield-to-event-loop';
import type { Context, SystemContext } from '#core/context';
import { job } from '#core/jobs/job';
import { jobSlice, type JobSlice } from '#core/jobs/job-slice';
import { deleteFinished, makeFinishedSpans, storeFinishedSpans, type FinishedPart } from './finish.ts';
import { findLate, lateUpdates } from './late-updates.ts';
import type { MergedPart } from './merge-parts.ts';
import { openPart } from './part-text.ts';
import type { PeerSpans } from './peer-spans.ts';
import { peerSpansOf } from './peers.ts';
import { selectTraces } from './receive-parts.ts';
import {
  deleteDueTraces,
  hasDueTraces,
  postponeParts,
  selectDueSpans,
  selectParts,
  type DueSpan,
  type PartPlace,
} from './store.ts';
import { SWEEP } from './sweep-order.ts';

const SLICE_MS = 45 * SECOND_MS;
const AT_ONCE = 500;
/** Parts are opened and become spans in one go, so many bytes of them would hold up requests. */
const MAX_BATCH_BYTES = 256 * 1_024;
/** After a quota was used up, or a store was unavailable. */
const RETRY_MS = 5 * MINUTE_MS;
const GIVE_UP_MS = DAY_MS;

export const openSpansSweepJob = job({
  name: SWEEP,
  schedule: '* * * * *',
  // The next minute is the retry.
  maxAttempts: 1,
  hasWork: async ({ db, clock }) =>
    (await hasDueTraces(db, clock.now())) || (await selectDueSpans(db, clock.now(), 1)).length > 0,
  run: async (ctx, _payload, signal) => {
    const slice = jobSlice(SLICE_MS, signal);
    const now = ctx.clock.now();
    if (await hasDueTraces(ctx.db, now)) await ctx.metadata.transaction((db) => deleteDueTraces(db, now));
    while (!slice.isOver()) {
      const due = await selectDueSpans(ctx.db, ctx.clock.now(), AT_ONCE);
      for (const batch of batchesOf(due)) await sweepBatch(ctx, batch, slice);
      if (due.length < AT_ONCE) return;
    }
  },
});

/** Spans of one sender, within a number of bytes. */
function* batchesOf(due: readonly DueSpan[]): Iterable<DueSpan[]> {
  const bySender = Map.groupBy(due, ({ account_id, project_number, peer, key_id, client }) =>
    JSON.stringify([account_id, project_number, peer, key_id, client]),
  );
  for (const spans of bySender.values()) {
    let batch: DueSpan[] = [];
    let bytes = 0;
    for (const span of spans) {
      if (batch.length > 0 && bytes + span.bytes > MAX_BATCH_BYTES) {
        yield batch;
        [batch, bytes] = [[], 0];
      }
      batch.push(span);
      bytes += span.bytes;
    }
    yield batch;
  }
}

/** What cannot be stored now is tried again later, so that it does not stop the others. */
async function sweepBatch(system: SystemContext, batch: readonly DueSpan[], slice: JobSlice): Promise<void> {
  slice.signal.throwIfAborted();
  const [first] = batch;
  if (!first || slice.isOver()) return;
  const place: PartPlace = {
    accountId: first.account_id,
    project: first.project_number,
    peer: first.peer,
  };
  try {
    const peer = peerSpansOf(system, first.peer);
    const ctx = peer && (await contextFor(system, place, first.key_id));
    if (peer && ctx && (await storeBatch(ctx, peer, place, batch))) return;
  } catch (error) {
    slice.signal.throwIfAborted();
    system.log.warn({ err: error, job: SWEEP, account: place.accountId }, 'open spans could not be stored');
  }
  const ids = batch.map(({ id }) => id);
  await system.metadata.transaction((db) => postponeParts(db, place, ids, system.clock.now() + RETRY_MS));
}

/** False if the quota is used up. Spans that have waited for a day are dropped then. */
async function storeBatch(
  ctx: Context,
  peer: PeerSpans,
  place: PartPlace,
  batch: readonly DueSpan[],
): Promise<boolean> {
  const rows = await selectParts(
    ctx.db,
    place,
    'span',
    batch.map(({ id }) => id),
  );
  const now = ctx.clock.now();
  const due = [...rows.values()].filter(({ due_at: dueAt }) => dueAt <= now);
  const pace = new Pace();
  const parts: { part: MergedPart; row: (typeof due)[number] }[] = [];
  for (const row of due) parts.push({ part: await openPart(ctx.sealer, row, pace), row });
  const traces = await selectTraces(
    ctx,
    peer,
    place,
    parts.map(({ part }) => part),
    pace,
  );
  const late = await findLate(
    ctx,
    peer,
    parts.flatMap(({ part }) => (part.begun ? [] : [part])),
  );
  const finished = parts.map(({ part, row }): FinishedPart => ({
    part,
    row,
    trace: traces.get(part.traceId) ?? null,
  }));
  const made = makeFinishedSpans(
    ctx,
    peer,
    finished.filter(({ part }) => !late.has(part.id)),
  );
  const { quota } = await storeFinishedSpans(ctx, peer, made, {
    client: batch[0]?.client,
    noted: lateUpdates(late),
  });
  const gone = (row: FinishedPart['row']): boolean =>
    quota === null || now - (rows.get(row?.id ?? '')?.first_seen_at ?? now) >= GIVE_UP_MS;
  await deleteFinished(
    ctx,
    place,
    finished.flatMap(({ row }) => (row && gone(row) ? row : [])),
  );
  return quota === null;
}

/** As the request that sent the first part. Null if the account or the project is gone. */
async function contextFor(
  system: SystemContext,
  { accountId, project: number }: PartPlace,
  keyId: string,
): Promise<Context | null> {
  const account = await system.accounts.get(accountId);
  if (!account) return null;
  const project = number === 0 ? null : account.projects.values().find((each) => each.number === number);
  if (project === undefined) return null;
  // Diagnostics show the span under the key that sent it.
  return { ...system, actor: { type: 'system', id: keyId }, account, project, plan: account.plan };
}
