// The duplicates among calls that are known at once: those of a request, or those that a search found in the
// tables.
import { TextTable, textNumber } from '#lib/text-table';
import { isFromLog, isTwinId } from '../logs/twin-id.ts';
import { isBetter, isSameResponse, type CallLink, type Duplicate, type Sameness } from './call-link.ts';
import { Nesting } from './nesting.ts';
import { LINE, type SpanLines } from './span-key.ts';
import { SpanTable } from './span-table.ts';

export type DuplicatesById = ReadonlyMap<string, Duplicate>;

const NONE: ReadonlyMap<string, Duplicate> = new Map();

/** By the ids of the duplicates. `lines` are the spans between. The result does not depend on the order. */
export function findDuplicates(links: readonly CallLink[], lines: SpanLines): DuplicatesById {
  if (links.length < 2) return NONE;
  const found = new Map<string, Duplicate>();
  markNested(links, lines, found);
  markRepeated(links, found);
  return found;
}

/** Two spans may each look like the duplicate of the other. One of them has to stay. */
export function mark(
  found: { get: (id: string) => Duplicate | undefined; set: (id: string, duplicate: Duplicate) => unknown },
  link: CallLink,
  kept: CallLink,
  why: Sameness,
  mayChange = false,
): Duplicate | null {
  let id = kept.id;
  for (let next = found.get(id); next && id !== link.id; next = found.get(id)) id = next.kept;
  if (id === link.id || found.get(link.id)) return null;
  const duplicate: Duplicate = { link, kept: kept.id, why, mayChange };
  found.set(link.id, duplicate);
  return duplicate;
}

/** Adds a call to the spans. */
export const putCall = (table: SpanTable, link: CallLink): void => {
  const { a, b, parentA, parentB } = link.keys;
  table.put(a, b, parentA, parentB, link);
};

export function putLines(table: SpanTable, lines: SpanLines): void {
  for (let at = 0; at < lines.length; at += LINE) {
    table.put(lines[at] ?? 0, lines[at + 1] ?? 0, lines[at + 2] ?? 0, lines[at + 3] ?? 0, null);
  }
}

function markNested(links: readonly CallLink[], lines: SpanLines, found: Map<string, Duplicate>): void {
  if (!mayNest(links, lines)) return;
  const table = new SpanTable(links.length + lines.length / LINE);
  for (const link of links) putCall(table, link);
  putLines(table, lines);
  const nesting = new Nesting([table]);
  const outers = new Set<CallLink>();
  for (const link of links) {
    for (const call of nesting.above(link.keys.parentA, link.keys.parentB)) outers.add(call);
  }
  for (const outer of outers) {
    const { outer: duplicate, absorbed } = nesting.verdict(outer);
    if (duplicate) mark(found, outer, duplicate.kept, duplicate.why, !duplicate.isCertain);
    for (const inner of absorbed) mark(found, inner, outer, 'inside_call', true);
  }
}

const FILTER_BITS = 1 << 15;
const filter = new Uint32Array(FILTER_BITS / 32);

/** Whether any span can be under a call. In most requests none is, which this finds out without a table. */
function mayNest(links: readonly CallLink[], lines: SpanLines): boolean {
  filter.fill(0);
  for (const { keys } of links) {
    const bit = keys.a & (FILTER_BITS - 1);
    filter[bit >>> 5] = (filter[bit >>> 5] ?? 0) | (1 << (bit & 31));
  }
  const isCall = (a: number): boolean => {
    const bit = a & (FILTER_BITS - 1);
    return ((filter[bit >>> 5] ?? 0) & (1 << (bit & 31))) !== 0;
  };
  for (let at = 2; at < lines.length; at += LINE) if (isCall(lines[at] ?? 0)) return true;
  return links.some(({ keys, parentSpanId }) => parentSpanId !== null && isCall(keys.parentA));
}

/** Links with one response id that are compared with each other. A call has two or three reports. */
const MAX_EQUAL = 64;

function markRepeated(links: readonly CallLink[], found: Map<string, Duplicate>): void {
  const first = new TextTable<CallLink>();
  const groups = new Map<string, CallLink[]>();
  for (const link of links) {
    if (link.responseId === null) continue;
    const number = textNumber(link.responseId);
    const known = first.get(link.responseId, number);
    if (known) groups.getOrInsertComputed(link.responseId, () => [known]).push(link);
    else first.set(link.responseId, number, link);
  }
  for (const [responseId, group] of groups) {
    const sorted = group.toSorted((a, b) => a.startMs - b.startMs || (a.id < b.id ? -1 : 1));
    if (isTwinId(responseId)) markTwins(sorted, found);
    else markWorse(sorted, found);
  }
}

function markWorse(group: readonly CallLink[], found: Map<string, Duplicate>): void {
  for (const [at, link] of group.entries()) {
    const near = group.slice(Math.max(0, at - MAX_EQUAL), at + MAX_EQUAL);
    const better = near.find((other) => isSameResponse(link, other) && isBetter(other, link));
    if (better) mark(found, link, better, 'same_response');
  }
}

/** Two equal requests at the same time have the same counts, so each log event takes a span of its own. */
function markTwins(group: readonly CallLink[], found: Map<string, Duplicate>): void {
  const logs = group.filter(({ spanId }) => isFromLog(spanId));
  const spans = group.filter(({ spanId }) => !isFromLog(spanId));
  for (const log of logs) {
    const span = spans.find((each) => !found.has(each.id) && isSameResponse(each, log));
    if (span) mark(found, span, log, 'same_response');
  }
}
