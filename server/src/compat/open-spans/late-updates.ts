// Updates of spans that are stored already. Records do not change, so such an update is counted and dropped.
import type { Context, Services } from '#core/context';
import { perProcess } from '#core/process-state';
import type { Rejection } from '#otlp';
import { latestOrder, type MergedPart } from './merge-parts.ts';
import type { PeerSpans } from './peer-spans.ts';
import type { PartPlace } from './store.ts';

/** How many finished spans the process remembers at least, the latest ones. */
const MIN_REMEMBERED = 20_000;

/**
 * The order of the latest part that a finished span has. Entries are never deleted one by one, because a map
 * is slow to read from its beginning after that.
 */
const finishedOrders = perProcess(() => ({
  latest: new Map<string, number>(),
  before: new Map<string, number>(),
}));

const beginningOf = ({ accountId, project, peer }: PartPlace): string => `${accountId} ${project} ${peer} `;

export type FinishedOrder = readonly [id: string, latestOrder: number];

/** A client whose answer was lost sends its batch again, often only the ends of spans. */
export function rememberFinished(
  services: Pick<Services, 'state'>,
  place: PartPlace,
  finished: readonly FinishedOrder[],
): void {
  const orders = finishedOrders(services);
  const beginning = beginningOf(place);
  for (const [id, order] of finished) orders.latest.set(beginning + id, order);
  if (orders.latest.size < MIN_REMEMBERED) return;
  orders.before = orders.latest;
  orders.latest = new Map();
}

/** Whether the span has this part already. An update that is new comes after all others. */
export function isRepeated(services: Pick<Services, 'state'>, place: PartPlace, part: MergedPart): boolean {
  const { latest, before } = finishedOrders(services);
  const key = beginningOf(place) + part.id;
  const order = latest.get(key) ?? before.get(key);
  return order !== undefined && latestOrder(part) <= order;
}

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
