// Updates of spans that are stored already. Records do not change, so such an update is counted and dropped.
import type { Context } from '#core/context';
import type { Rejection } from '#otlp';
import type { MergedPart } from './merge-parts.ts';
import type { PeerSpans } from './peer-spans.ts';

/** Ids of the spans whose record is stored. */
export async function findLate(
  { records, account }: Context,
  peer: PeerSpans,
  parts: readonly MergedPart[],
): Promise<ReadonlySet<string>> {
  const byRecord = new Map<string, string>();
  for (const part of parts) {
    if (part.traceId === '') continue;
    const { traceId, spanId } = peer.toSpan(part, null);
    byRecord.set(`${traceId}-${spanId}`, part.id);
  }
  if (byRecord.size === 0) return new Set();
  const stored = await records.stored(account.number, [...byRecord.keys()]);
  return new Set([...stored].map((id) => byRecord.get(id) ?? ''));
}

export const lateUpdates = (ids: ReadonlySet<string>): Rejection[] =>
  ids.size === 0 ? [] : [{ reason: 'late_update', count: ids.size, example: [...ids][0] ?? '' }];
