// Merges the parts of a span or trace. The result does not depend on the order in which they arrive: for each
// member, the part with the highest order wins.
import { isObject } from '#lib/is-object';
import { hasUnreadJson, WHOLE_JSON_BYTES } from '#lib/json-record';
import { TextTable, textNumber } from '#lib/text-table';
import type { Json, JsonObject } from '#records';
import type { PeerSpans, SpanPart } from './peer-spans.ts';

export interface MergedPart {
  kind: SpanPart['kind'];
  id: string;
  traceId: string;
  body: JsonObject;
  /** The order of members that `orders` does not have. */
  order: number;
  /** By member; by both names for a member of a member. */
  orders: Map<string, number> | null;
  begun: boolean;
  ended: boolean;
  /** Some of its members may be unread (`UnreadJson`). */
  isLarge: boolean;
}

export const partOf = ({ kind, id, traceId, body, begins, ends, order, bytes }: SpanPart): MergedPart => ({
  kind,
  id,
  traceId,
  body,
  order,
  orders: null,
  begun: begins,
  ended: ends,
  // A small body has been read as a whole.
  isLarge: bytes > WHOLE_JSON_BYTES || (bytes > 0 && hasUnreadJson(body)),
});

const keyOf = (member: string, inner: string): string => `${member}\n${inner}`;

const orderOf = ({ order, orders }: MergedPart, member: string, inner?: string): number =>
  (inner === undefined ? undefined : orders?.get(keyOf(member, inner))) ?? orders?.get(member) ?? order;

export const latestOrder = ({ order, orders }: MergedPart): number =>
  orders === null ? order : Math.max(order, ...orders.values());

/** Changes `into`, and shares values with `from`. */
export function mergePart(into: MergedPart, from: MergedPart, peer: Pick<PeerSpans, 'mergedMembers'>): void {
  const orders = (into.orders ??= new Map());
  for (const member of Object.keys(from.body)) {
    const value = from.body[member] ?? null;
    if (value === null) continue;
    const own = ownValue(into.body, member);
    const order = orderOf(from, member);
    if (own === null || !isObject(own) || !isObject(value) || !peer.mergedMembers.has(member)) {
      if (own !== null && !wins(order, value, orderOf(into, member), own)) continue;
      into.body[member] = value;
      orders.set(member, order);
      if (peer.mergedMembers.has(member)) copyInner(orders, from, member);
    } else mergeInner(into, from, member, own, value);
  }
  into.traceId = later(into.traceId, from.traceId);
  into.begun ||= from.begun;
  into.ended ||= from.ended;
  into.isLarge ||= from.isLarge;
}

function mergeInner(
  into: MergedPart,
  from: MergedPart,
  member: string,
  own: JsonObject,
  given: JsonObject,
): void {
  const merged: JsonObject = { ...own };
  for (const [inner, value] of Object.entries(given)) {
    const before = ownValue(own, inner);
    const order = orderOf(from, member, inner);
    if (value === null || (before !== null && !wins(order, value, orderOf(into, member, inner), before)))
      continue;
    merged[inner] = value;
    into.orders?.set(keyOf(member, inner), order);
  }
  into.body[member] = merged;
}

function copyInner(orders: Map<string, number>, from: MergedPart, member: string): void {
  const beginning = keyOf(member, '');
  for (const key of orders.keys()) if (key.startsWith(beginning)) orders.delete(key);
  for (const [key, order] of from.orders ?? []) if (key.startsWith(beginning)) orders.set(key, order);
}

/** Names come from clients, so inherited ones must not be found. */
const ownValue = (body: JsonObject, member: string): Json =>
  Object.hasOwn(body, member) ? (body[member] ?? null) : null;

/**
 * If two parts have the same order, the text decides, so that both orders of arrival give the same result.
 */
const wins = (order: number, value: Json, ownOrder: number, own: Json): boolean =>
  order === ownOrder ? value !== own && JSON.stringify(value) > JSON.stringify(own) : order > ownOrder;

const later = (one: string, other: string): string => (one > other ? one : other);

/** The parts of a request by id, in the order of their first mention. */
export class Parts {
  #byId = new TextTable<MergedPart>();
  #parts: MergedPart[] = [];

  get size(): number {
    return this.#parts.length;
  }

  get(id: string): MergedPart | undefined {
    return this.#byId.get(id, textNumber(id));
  }

  merge(part: MergedPart, peer: Pick<PeerSpans, 'mergedMembers'>): void {
    const number = textNumber(part.id);
    const known = this.#byId.get(part.id, number);
    if (known) return mergePart(known, part, peer);
    this.#byId.set(part.id, number, part);
    this.#parts.push(part);
  }

  values(): readonly MergedPart[] {
    return this.#parts;
  }

  ids(): string[] {
    return this.#parts.map(({ id }) => id);
  }

  delete(ids: ReadonlySet<string>): void {
    for (const id of ids) this.#byId.delete(id, textNumber(id));
    this.#parts = this.#parts.filter(({ id }) => !ids.has(id));
  }

  clear(): void {
    this.#byId = new TextTable();
    this.#parts = [];
  }
}

export interface PartsById {
  span: Parts;
  trace: Parts;
}

export function mergeParts(parts: readonly SpanPart[], peer: PeerSpans): PartsById {
  const merged: PartsById = { span: new Parts(), trace: new Parts() };
  for (const part of parts) merged[part.kind].merge(partOf(part), peer);
  return merged;
}
