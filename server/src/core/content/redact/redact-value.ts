// Redacts JSON. A value without matches is returned unchanged, so a clean record costs no copy.
import type { Json, JsonObject } from '#records';
import { redactText } from './redact-text.ts';
import type { RedactionTally } from './metadata.ts';

/** The depth that ingest accepts. Deeper values are not checked and are therefore removed. */
const MAX_DEPTH = 64;
export const TOO_DEEP = '[too_deep]';

/** `field` is the name in the tally; `label` is the nearest name, which may say what a bare number is. */
export function redactValue(value: Json, field: string, tally: RedactionTally, label = '', depth = 0): Json {
  if (typeof value === 'string') return redactString(value, field, tally, label);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return TOO_DEEP;
  return Array.isArray(value)
    ? redactArray(value, field, tally, label, depth + 1)
    : redactObject(value, field, tally, depth + 1);
}

export function redactString(text: string, field: string, tally: RedactionTally, label = ''): string {
  if (isKnownClean(text, label)) return text;
  const redacted = tally.ahead?.of(text, label) ?? redactText(text, label);
  if (redacted.text === text) {
    rememberClean(text, label);
    return text;
  }
  tally.add(field, redacted.counts);
  return redacted.text;
}

// Short texts, such as models, sessions and names of tools, repeat from record to record. Those without
// matches are remembered, the latest one in each slot. A longer text seldom repeats.
const CLEAN_SLOTS = 1_024;
const LONGEST_CLEAN = 96;
const cleanTexts: string[] = Array.from({ length: CLEAN_SLOTS }, () => '');
const cleanLabels: string[] = Array.from({ length: CLEAN_SLOTS }, () => '');

function isKnownClean(text: string, label: string): boolean {
  if (text.length > LONGEST_CLEAN) return false;
  const slot = slotOf(text);
  return cleanTexts[slot] === text && cleanLabels[slot] === label;
}

function rememberClean(text: string, label: string): void {
  if (text.length > LONGEST_CLEAN) return;
  const slot = slotOf(text);
  cleanTexts[slot] = text;
  cleanLabels[slot] = label;
}

/** A hash of the length and four characters. */
function slotOf(text: string): number {
  const { length } = text;
  let hash = length;
  hash = Math.imul(hash, 31) + text.charCodeAt(0);
  hash = Math.imul(hash, 31) + text.charCodeAt(length >> 1);
  hash = Math.imul(hash, 31) + text.charCodeAt(length - 2);
  hash = Math.imul(hash, 31) + text.charCodeAt(length - 1);
  return (hash ^ (hash >>> 10)) & (CLEAN_SLOTS - 1);
}

function redactArray(
  values: Json[],
  field: string,
  tally: RedactionTally,
  label: string,
  depth: number,
): Json[] {
  let copy: Json[] | null = null;
  for (let at = 0; at < values.length; at += 1) {
    const before = values[at] ?? null;
    const after = redactValue(before, field, tally, label, depth);
    if (after === before) continue;
    copy ??= values.slice();
    copy[at] = after;
  }
  return copy ?? values;
}

function redactObject(object: JsonObject, field: string, tally: RedactionTally, depth: number): JsonObject {
  const keys = Object.keys(object);
  let entries: [string, Json][] | null = null;
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at] ?? '';
    const before = object[key] ?? null;
    const after = redactValue(before, field, tally, key, depth);
    const name = redactName(key, field, tally);
    if (after !== before || name !== key)
      entries ??= keys.slice(0, at).map((key) => [key, object[key] ?? null]);
    entries?.push([name, after]);
  }
  return entries ? fromEntries(entries) : object;
}

// Names repeat from record to record, so those without matches are remembered. Clients may send ever new ones.
const KNOWN_NAMES = 8_192;
const LONGEST_KNOWN_NAME = 128;
const cleanNames = new Set<string>();

function redactName(name: string, field: string, tally: RedactionTally): string {
  if (cleanNames.has(name)) return name;
  const redacted = redactString(name, field, tally);
  if (redacted !== name || name.length > LONGEST_KNOWN_NAME) return redacted;
  if (cleanNames.size >= KNOWN_NAMES) cleanNames.clear();
  cleanNames.add(name);
  return name;
}

/** If two keys become the same, both values are kept. */
function fromEntries(entries: [string, Json][]): JsonObject {
  const taken = new Set<string>();
  for (const entry of entries) {
    const [name] = entry;
    for (let n = 2; taken.has(entry[0]); n += 1) entry[0] = `${name}_${n}`;
    taken.add(entry[0]);
  }
  return Object.fromEntries(entries);
}
