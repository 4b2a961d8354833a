// Merges the parts of a span or trace. The result does not depend on the order in which they arrive: for each
// member, the part with the highest order wins.
import { isObject } from '#lib/is-object';
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
}

export const partOf = ({ kind, id, traceId, body, begins, ends, order }: SpanPart): MergedPart => ({
  kind,
  id,
  traceId,
  body,
  order,
  orders: null,
  begun: begins,
  ended: ends,
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

export interface PartsById {
  span: Map<string, MergedPart>;
  trace: Map<string, MergedPart>;
}

export function mergeParts(parts: readonly SpanPart[], peer: PeerSpans): PartsById {
  const merged: PartsById = { span: new Map(), trace: new Map() };
  for (const part of parts) {
    const known = merged[part.kind].get(part.id);
    if (known) mergePart(known, partOf(part), peer);
    else merged[part.kind].set(part.id, partOf(part));
  }
  return merged;
}
