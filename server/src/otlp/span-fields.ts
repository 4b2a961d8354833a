// Reads the fields of a span in one pass over its attributes: for each field, the value of the most preferred
// key that has a usable one.
import { MAX_AMOUNT, type Json } from '#records/record';
import {
  emptyFlags,
  emptyNumbers,
  emptyText,
  emptyValues,
  FIELDS,
  FLAG_END,
  type KeyMeaning,
  looksLikeLabel,
  type SpanKind,
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

export interface SpanFields {
  text: ReturnType<typeof emptyText>;
  number: ReturnType<typeof emptyNumbers>;
  flag: ReturnType<typeof emptyFlags>;
  value: ReturnType<typeof emptyValues>;
  hasGenAi: boolean;
  /** Whether there are attributes that only the open door reads. */
  hasOpen: boolean;
  /**
   * The kind of the span in the dialect's own words. `weakKind` is from a dialect whose kind the operation
   * overrides.
   */
  kind: SpanKind | undefined;
  weakKind: SpanKind | undefined;
  /** Whether the dialect of `kind` marks model calls without `gen_ai.*`. */
  ownCalls: boolean;
  /** Attributes with an index in their key, as [key, value], by prefix. */
  spread: Map<string, [string, Json][]> | undefined;
  labels: readonly [string, Json][];
  /** Keys that are not mapped to a field. */
  rest: readonly string[];
  /** Keys that lost their field to a more preferred key. */
  outranked: readonly Outranked[];
}

const NONE = 255;

// Most spans have no labels and no synonyms, so a list is created with its first item.
const NONE_OF_THEM: readonly never[] = [];

function added<T>(list: readonly T[], item: T): readonly T[] {
  if (list.length === 0) return [item];
  (list as T[]).push(item);
  return list;
}

// Shared by all spans, because a span is read to its end before the next one.
const ranks = new Uint8Array(FIELDS.length);
const winners: string[] = [];

export function readSpan(span: Span): SpanFields {
  const fields: SpanFields = {
    text: emptyText(),
    number: emptyNumbers(),
    flag: emptyFlags(),
    value: emptyValues(),
    hasGenAi: false,
    hasOpen: false,
    kind: undefined,
    weakKind: undefined,
    ownCalls: false,
    spread: undefined,
    labels: NONE_OF_THEM,
    rest: NONE_OF_THEM,
    outranked: NONE_OF_THEM,
  };
  ranks.fill(NONE);
  const kindRanks = { strong: NONE, weak: NONE };
  // forEach, because for-of over a map creates an array for each entry.
  span.attributes.forEach((value, key) => {
    const meaning = meaningOfKey(key);
    if (meaning.genAi) fields.hasGenAi = true;
    if (meaning.open) fields.hasOpen = true;
    if (meaning.fields.length > 0) readFields(key, value, meaning, span, fields);
    else if (meaning.spread) addSpread(key, value, meaning.spread.beginning, fields);
    else if (meaning.label !== undefined)
      readLabel(key, value, meaning.label, meaning.isMetadata, span, fields);
    else if (!meaning.repeated) fields.rest = added(fields.rest, key);
    if (meaning.kinds.length > 0) readKind(value, meaning, span, fields, kindRanks);
  });
  return fields;
}

function readFields(key: string, value: Json, meaning: KeyMeaning, span: Span, fields: SpanFields): void {
  let used = false;
  for (const { field, rank, scope } of meaning.fields) {
    if (scope !== undefined && !span.scope.name.startsWith(scope)) continue;
    const usable = usableValue(field, value);
    if (usable === undefined) continue;
    used = true;
    const before = ranks[field] ?? NONE;
    if (rank <= before) {
      if (before !== NONE) outrank(winners[field] ?? '', field, fields);
      ranks[field] = rank;
      winners[field] = key;
      put(fields, field, usable);
    } else fields.outranked = added(fields.outranked, { key, field, value: usable });
  }
  if (!used && !meaning.repeated) fields.rest = added(fields.rest, key);
}

function readLabel(
  key: string,
  value: Json,
  label: string,
  isMetadata: boolean,
  { scope }: Span,
  fields: SpanFields,
): void {
  const said = scope.name === 'langfuse-sdk' ? unquoted(value) : value;
  if (isMetadata && !looksLikeLabel(said)) fields.rest = added(fields.rest, key);
  else fields.labels = added(fields.labels, [label, said]);
}

/** From 5 on, Langfuse for Python sends the text `pro` as the JSON text `"pro"`. */
function unquoted(value: Json): Json {
  if (typeof value !== 'string' || !/^".*"$/s.test(value)) return value;
  try {
    return JSON.parse(value) as Json;
  } catch {
    return value;
  }
}

function outrank(key: string, field: number, fields: SpanFields): void {
  const value = valueOf(fields, field);
  if (value !== undefined) fields.outranked = added(fields.outranked, { key, field, value });
}

/** An attribute that lost its field is kept only if its value differs from the one that won. */
export function lostValues(fields: SpanFields): readonly [string, Json][] {
  if (fields.outranked.length === 0) return NONE_OF_THEM;
  const lost: [string, Json][] = [];
  for (const { key, field, value } of fields.outranked) {
    if (field < FLAG_END && valueOf(fields, field) !== value) lost.push([key, value]);
  }
  return lost;
}

function put(fields: SpanFields, field: number, value: Json): void {
  const name = FIELDS[field] as string;
  const group =
    field < TEXT_END
      ? fields.text
      : field < NUMBER_END
        ? fields.number
        : field < FLAG_END
          ? fields.flag
          : fields.value;
  (group as Record<string, Json>)[name] = value;
}

function valueOf(fields: SpanFields, field: number): Json | undefined {
  const name = FIELDS[field] as string;
  const group =
    field < TEXT_END
      ? fields.text
      : field < NUMBER_END
        ? fields.number
        : field < FLAG_END
          ? fields.flag
          : fields.value;
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

/** Token counts and costs arrive as integers, doubles and strings. Impossible values count as absent. */
export function asNumber(value: Json | undefined): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && number >= 0 && number <= MAX_AMOUNT ? number : undefined;
}

/** A short word of a vendor. */
export const asWord = (value: Json | undefined): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 64) : undefined;

function asFlag(value: Json): boolean | undefined {
  if (typeof value === 'boolean') return value;
  return value === 'true' ? true : value === 'false' ? false : undefined;
}

function addSpread(key: string, value: Json, beginning: string, fields: SpanFields): void {
  fields.spread ??= new Map();
  const entries = fields.spread.get(beginning);
  if (entries) entries.push([key, value]);
  else fields.spread.set(beginning, [[key, value]]);
}

function readKind(
  value: Json,
  meaning: KeyMeaning,
  span: Span,
  fields: SpanFields,
  ranks: { strong: number; weak: number },
): void {
  if (typeof value !== 'string') return;
  for (const { words, rank, scope, afterOperation, ownCalls } of meaning.kinds) {
    if (scope !== undefined && !span.scope.name.startsWith(scope)) continue;
    const kind = words.get(value.toLowerCase());
    if (kind === undefined) continue;
    if (afterOperation && rank < ranks.weak) {
      ranks.weak = rank;
      fields.weakKind = kind;
    } else if (!afterOperation && rank < ranks.strong) {
      ranks.strong = rank;
      fields.kind = kind;
      fields.ownCalls = ownCalls;
    }
  }
}
