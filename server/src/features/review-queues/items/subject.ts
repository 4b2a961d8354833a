// What an item is about: a call, a run or a session.
import { digestText, type AccountKeys } from '#content';
import type { Context } from '#core/context';
import { selectScoredRecords } from '#features/scores';
import { selectCallLocation } from '#records';
import { scopeOf } from '#services/record-access';
import type { QueueItemRow, RecordKind, RecordPlace } from './store.ts';

type Subject = Pick<QueueItemRow, 'kind' | 'record_id'>;

/** Null but for the kind of the item. */
export const linksOf = ({ kind, record_id: id }: Subject) => ({
  callId: kind === 'call' ? id : null,
  traceId: kind === 'run' ? id : null,
  sessionId: kind === 'session' ? id : null,
});

/** The name of the record in the audit log, which is kept for ever: an id may identify a person. */
export const recordDigest = (
  keys: AccountKeys,
  { kind, record_id: id }: Subject,
): Record<string, string> => ({
  [`${kind}Digest`]: digestText(keys, kind, id),
});

/** The number of its project; null if it is no longer stored. */
export async function projectOf(ctx: Context, { kind, record_id: id }: Subject): Promise<number | null> {
  if (kind === 'call') return (await ctx.records.ask(scopeOf(ctx), selectCallLocation(id)))?.project ?? null;
  const projects = (await recordsOf(ctx, kind as RecordKind, [id])).map(({ project }) => project);
  // Several projects may have some of it.
  return projects.length === 0 ? null : Math.min(...projects);
}

/** Where runs or sessions are in time. Those that are not stored are missing. */
export async function groupPlaces(
  ctx: Context,
  kind: 'run' | 'session',
  ids: readonly string[],
): Promise<Map<string, RecordPlace>> {
  const places = new Map<string, RecordPlace>();
  for (const { traceId, sessionId, atMs } of await recordsOf(ctx, kind, ids)) {
    const id = kind === 'run' ? traceId : sessionId;
    const timestampMs = Math.max(atMs, places.get(id)?.timestampMs ?? 0);
    places.set(id, { kind, id, timestampMs });
  }
  return places;
}

const recordsOf = (ctx: Context, kind: RecordKind, ids: readonly string[]) =>
  ctx.records.ask(
    scopeOf(ctx),
    selectScoredRecords({
      callIds: [],
      spans: [],
      traceIds: kind === 'run' ? ids : [],
      sessionIds: kind === 'session' ? ids : [],
    }),
  );
