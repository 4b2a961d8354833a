// Removes records from every answer, with all data about them. It runs inside a turn of record changes: if
// the process dies, the next change of the account finishes the staged batch.
import { randomInt } from 'node:crypto';
import type { Context } from '#core/context';
import type { Erased } from '#core/hooks';
import { selectCallsOfRunsFrom } from '#features/eval-runs';
import { selectExperimentCallsFrom } from '#features/experiments';
import {
  applyErasures,
  selectMediaOf,
  selectWholeTraces,
  stageErasure,
  type CallRef,
  type Scope,
} from '#records';
import { removeErased, willBeErased } from '#services/media';

export interface Batch {
  /** Calls and observations. */
  records: CallRef[];
  erased: Erased;
}

export interface SelectedCall extends CallRef {
  traceId: string | null;
  sessionId: string | null;
}

/** Includes records past their retention, which stay on disk for a while. */
export const everything = ({ account, project }: Context): Scope => ({
  account: account.number,
  project: project?.number ?? null,
  sinceMs: 0,
});

export async function batchOf(
  ctx: Context,
  calls: readonly SelectedCall[],
  sessionId: string | null,
): Promise<Batch> {
  const made = await madeFrom(ctx, calls);
  const all = new Map<string, CallRef>([...calls, ...made].map((call) => [call.id, call]));
  const traceIds = [...new Set(calls.flatMap(({ traceId }) => (traceId === null ? [] : [traceId])))];
  const whole = await ctx.records.ask(everything(ctx), selectWholeTraces(traceIds, new Set(all.keys())));
  const records = [...all.values(), ...whole.spans]
    // A run item without an output has no time.
    .filter(({ timestampMs }) => timestampMs > 0)
    .map(({ id, timestampMs }) => ({ id, timestampMs }));
  return {
    records,
    erased: {
      projectId: ctx.project?.id ?? null,
      projectNumber: ctx.project?.number ?? null,
      callIds: [...all.keys()],
      traceIds,
      wholeTraceIds: whole.traceIds,
      sessionIds: [...new Set(calls.flatMap(({ sessionId: of }) => (of === null ? [] : [of])))],
      sessionId,
    },
  };
}

/** An item may be made from an output that was itself made from an item. */
async function madeFrom(ctx: Context, calls: readonly CallRef[]): Promise<CallRef[]> {
  const known = new Set(calls.map(({ id }) => id));
  const made: CallRef[] = [];
  for (let from = [...known]; from.length > 0;) {
    const found = await Promise.all([
      selectCallsOfRunsFrom(ctx.db, ctx.account.id, from),
      selectExperimentCallsFrom(ctx.db, ctx.account.id, from),
    ]);
    const fresh = found.flat().filter(({ id }) => !known.has(id));
    for (const { id } of fresh) known.add(id);
    made.push(...fresh);
    from = fresh.map(({ id }) => id);
  }
  return made;
}

/**
 * Call in a turn of the account. Once the records are staged, they go, whatever happens to this process. Their files go
 * with them, unless other records refer to them.
 */
export async function takeOut(
  ctx: Context,
  positions: readonly CallRef[],
  signal: AbortSignal,
): Promise<void> {
  const { records, metadata, clock, account } = ctx;
  const media = await records.ask(everything(ctx), selectMediaOf(positions));
  if (media.length > 0) await metadata.transaction((db) => willBeErased(db, account, media, clock.now()));
  await records.admin.change(account.number, stageErasure(randomInt(1, 2 ** 47), positions));
  await records.admin.change(account.number, applyErasures(), signal);
  await removeErased(ctx, account, media);
}
