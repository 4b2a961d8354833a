// What a span says, in one pass over its attributes: for each field the value of the most preferred key that has a usable one.
import { MAX_AMOUNT, type Json } from '#records/record';
import {
  emptyFlags,
  emptyNumbers,
  emptyText,
  emptyValues,
  FIELDS,
  FLAG_END,
  type KeyMeaning,
  type Kind,
  meaningOfKey,
  NUMBER_END,
  TEXT_END,
} from '#semconv';
import type { Span } from './span.ts';

interface Outranked {
  key: string;
  field: number;
  value: Json;
}

export interface Reading {
  text: ReturnType<typeof emptyText>;
  number: ReturnType<typeof emptyNumbers>;
  flag: ReturnType<typeof emptyFlags>;
  value: ReturnType<typeof emptyValues>;
  hasGenAi: boolean;
  /** The dialect's own word for what the span is, and the same from a dialect that the operation overrules. */
  kind: Kind | undefined;
  weakKind: Kind | undefined;
  /** Lists spread over numbered keys, as [key, value], by their beginning. */
  spread: Map<string, [string, Json][]> | undefined;
  labels: readonly [string, Json][];
  /** Keys that said nothing: what was not mapped. */
  rest: readonly string[];
  /** Keys whose field was filled by a more preferred key. */
  outranked: readonly Outranked[];
}

const NONE = 255;

// Most spans have no labels and no synonyms: a list is made with its first item.
const NONE_OF_THEM: readonly never[] = [];

function added<T>(list: readonly T[], item: T): readonly T[] {
  if (list.length === 0) return [item];
  (list as T[]).push(item);
  return list;
}

// One span is read at a time and to its end, so one scratch pad serves them all.
const ranks = new Uint8Array(FIELDS.length);
const winners: string[] = [];

export function readSpan(span: Span): Reading {
  const reading: Reading = {
    text: emptyText(),
    number: emptyNumbers(),
    flag: emptyFlags(),
    value: emptyValues(),
    hasGenAi: false,
    kind: undefined,
    weakKind: undefined,
    spread: undefined,
    labels: NONE_OF_THEM,
    rest: NONE_OF_THEM,
    outranked: NONE_OF_THEM,
  };
  ranks.fill(NONE);
  const kindRanks = { strong: NONE, weak: NONE };
  // forEach, because for-of over a map makes an array for each entry.
  span.attributes.forEach((value, key) => {
    const meaning = meaningOfKey(key);
    if (meaning.genAi) reading.hasGenAi = true;
    if (meaning.fields.length > 0) readFields(key, value, meaning, span, reading);
    else if (meaning.spread) addSpread(key, value, meaning.spread.beginning, reading);
    else if (meaning.label !== undefined) reading.labels = added(reading.labels, [meaning.label, value]);
    else if (!meaning.repeated) reading.rest = added(reading.rest, key);
    if (meaning.kinds.length > 0) readKind(value, meaning, span, reading, kindRanks);
  });
  return reading;
}

function readFields(key: string, value: Json, meaning: KeyMeaning, span: Span, reading: Reading): void {
  let used = false;
  for (const { field, rank, scope } of meaning.fields) {
    if (scope !== undefined && !span.scope.name.startsWith(scope)) continue;
    const usable = usableValue(field, value);
    if (usable === undefined) continue;
    used = true;
    const before = ranks[field] ?? NONE;
    if (rank <= before) {
      if (before !== NONE) outrank(winners[field] ?? '', field, reading);
      ranks[field] = rank;
      winners[field] = key;
      put(reading, field, usable);
    } else reading.outranked = added(reading.outranked, { key, field, value: usable });
  }
  if (!used && !meaning.repeated) reading.rest = added(reading.rest, key);
}

function outrank(key: string, field: number, reading: Reading): void {
  const value = valueOf(reading, field);
  if (value !== undefined) reading.outranked = added(reading.outranked, { key, field, value });
}

/** The field of an attribute that lost says nothing new when it has the value of the one that won. */
export function lostValues(reading: Reading): readonly [string, Json][] {
  if (reading.outranked.length === 0) return NONE_OF_THEM;
  const lost: [string, Json][] = [];
  for (const { key, field, value } of reading.outranked) {
    if (field < FLAG_END && valueOf(reading, field) !== value) lost.push([key, value]);
  }
  return lost;
}

function put(reading: Reading, field: number, value: Json): void {
  const name = FIELDS[field] as string;
  const group =
    field < TEXT_END
      ? reading.text
      : field < NUMBER_END
        ? reading.number
        : field < FLAG_END
          ? reading.flag
          : reading.value;
  (group as Record<string, Json>)[name] = value;
}

function valueOf(reading: Reading, field: number): Json | undefined {
  const name = FIELDS[field] as string;
  const group =
    field < TEXT_END
      ? reading.text
      : field < NUMBER_END
        ? reading.number
        : field < FLAG_END
          ? reading.flag
          : reading.value;
  return (group as Record<string, Json>)[name];
}

function usableValue(field: number, value: Json): Json | undefined {
  if (value === null) return undefined;
  if (field < TEXT_END) return asText(value);
  if (field < NUMBER_END) return asNumber(value);
  if (field < FLAG_END) return asFlag(value);
  return value;
}

function asText(value: Json): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/** Token counts and costs come as integers, doubles and strings. What no call can have counts as not said. */
export function asNumber(value: Json | undefined): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && number >= 0 && number <= MAX_AMOUNT ? number : undefined;
}

function asFlag(value: Json): boolean | undefined {
  if (typeof value === 'boolean') return value;
  return value === 'true' ? true : value === 'false' ? false : undefined;
}

function addSpread(key: string, value: Json, beginning: string, reading: Reading): void {
  reading.spread ??= new Map();
  const entries = reading.spread.get(beginning);
  if (entries) entries.push([key, value]);
  else reading.spread.set(beginning, [[key, value]]);
}

function readKind(
  value: Json,
  meaning: KeyMeaning,
  span: Span,
  reading: Reading,
  ranks: { strong: number; weak: number },
): void {
  if (typeof value !== 'string') return;
  for (const { words, rank, scope, afterOperation } of meaning.kinds) {
    if (scope !== undefined && !span.scope.name.startsWith(scope)) continue;
    const kind = words.get(value.toLowerCase());
    if (kind === undefined) continue;
    if (afterOperation && rank < ranks.weak) {
      ranks.weak = rank;
      reading.weakKind = kind;
    } else if (!afterOperation && rank < ranks.strong) {
      ranks.strong = rank;
      reading.kind = kind;
    }
  }
}
