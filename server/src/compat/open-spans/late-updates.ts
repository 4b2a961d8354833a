// Updates of spans that are stored already. Records do not change, so such an update is counted and dropped.
import { TextTable, textNumber } from '#lib/text-table';
import type { Context, Services } from '#core/context';
import { perProcess } from '#core/process-state';
import type { Rejection } from '#otlp';
import { latestOrder, type MergedPart } from './merge-parts.ts';
import type { PeerSpans } from './peer-spans.ts';
import type { PartPlace } from './store.ts';
import type { FinishedOrder } from './whole-spans.ts';

/** How many finished spans the process remembers at least, the latest ones. */
const MIN_REMEMBERED = 20_000;

/** Orders by id, for each place. */
class Orders {
  size = 0;
  readonly #places = new Map<string, TextTable<number>>();

  get(place: PartPlace, id: string, number: number): number | undefined {
    return this.#places.get(nameOf(place))?.get(id, number);
  }

  of(place: PartPlace): TextTable<number> {
    return this.#places.getOrInsertComputed(nameOf(place), () => new TextTable());
  }
}

const nameOf = ({ accountId, project, peer }: PartPlace): string => `${accountId} ${project} ${peer}`;

/**
 * The order of the latest part that a finished span has. Entries are never deleted one by one, but with all
 * others of their time.
 */
const finishedOrders = perProcess(() => ({ latest: new Orders(), before: new Orders() }));

/** A client whose answer was lost sends its batch again, often only the ends of spans. */
export function rememberFinished(
  services: Pick<Services, 'state'>,
  place: PartPlace,
  finished: readonly FinishedOrder[],
): void {
  const orders = finishedOrders(services);
  const latest = orders.latest.of(place);
  const before = latest.size;
  for (const [id, order] of finished) latest.set(id, textNumber(id), order);
  orders.latest.size += latest.size - before;
  if (orders.latest.size < MIN_REMEMBERED) return;
  orders.before = orders.latest;
  orders.latest = new Orders();
}

/** Whether the span has this part already. An update that is new comes after all others. */
export function isRepeated(services: Pick<Services, 'state'>, place: PartPlace, part: MergedPart): boolean {
  const { latest, before } = finishedOrders(services);
  const number = textNumber(part.id);
  const order = latest.get(place, part.id, number) ?? before.get(place, part.id, number);
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
