// Redacts the texts of a large record one by one before the record itself, so that other requests get the
// thread in between.
import type { Pace } from '#lib/yield-to-event-loop';
import type { StoredRecord } from '#records';
import { redactTextInPieces, type RedactedText } from './redact-text.ts';

export class RedactedAhead {
  readonly #byLabel = new Map<string, Map<string, RedactedText>>();

  /** Undefined if the text is not in the record. */
  of(text: string, label: string): RedactedText | undefined {
    return this.#byLabel.get(label)?.get(text);
  }

  add(text: string, label: string, redacted: RedactedText): void {
    this.#byLabel.getOrInsertComputed(label, () => new Map()).set(text, redacted);
  }
}

/** In characters: 16 milliseconds at the worst known cost. */
const LARGE = 8_192;
/** Each value counts as this many characters, so that a list of many numbers is large too. */
const A_VALUE = 4;

/**
 * Whether redacting the record in one go would delay other requests. Called for every record; nearly all are
 * small. A small record has at most 8,192 characters and 2,048 values.
 */
export const isLargeToRedact = (record: unknown): boolean => roomAfter(record, LARGE) < 0;

/**
 * The characters that are left of the limit after all keys, texts and values; negative if the record exceeds
 * it.
 */
function roomAfter(value: unknown, room: number): number {
  let left = room - A_VALUE;
  if (typeof value === 'string') return left - value.length;
  if (typeof value !== 'object' || value === null) return left;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length && left >= 0; at += 1) left = roomAfter(value[at], left);
    return left;
  }
  for (const key in value) {
    if (left < 0) return left;
    left = roomAfter((value as Record<string, unknown>)[key], left - key.length);
  }
  return left;
}

export async function redactAhead(record: StoredRecord, pace: Pace): Promise<RedactedAhead> {
  const ahead = new RedactedAhead();
  for (const [text, label] of textsIn(record, '')) {
    if (ahead.of(text, label)) continue;
    if (pace.isDue) await pace.rest();
    ahead.add(text, label, await redactTextInPieces(text, label, pace));
  }
  return ahead;
}

/**
 * Yields texts with the labels of redact-record.ts. A different label only means that a text is redacted
 * again.
 */
function* textsIn(value: unknown, label: string): Generator<[text: string, label: string]> {
  const waiting: [unknown, string][] = [[value, label]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [inside, name] = next;
    if (typeof inside === 'string') {
      yield [inside, name];
    } else if (Array.isArray(inside)) {
      for (const item of inside) waiting.push([item, name]);
    } else if (typeof inside === 'object' && inside !== null) {
      for (const [key, member] of Object.entries(inside)) {
        yield [key, ''];
        waiting.push([member, UNNAMED.has(key) ? '' : key]);
      }
    }
  }
}

/** Fields whose name says nothing about a number in them. */
const UNNAMED = new Set(['toolCalls', 'error', 'errorDetails', 'attributes', 'requestMeta']);
