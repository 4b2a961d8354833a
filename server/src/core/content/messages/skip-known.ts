// Leaves out of redaction what is stored: a message that is equal to a stored one was redacted before it was stored, by
// the same rules, and has nothing left to redact.
import { isObject } from '#lib/is-object';
import type { Json, JsonObject, StoredRecord } from '#records';
import { KnownItem, sharedMessagesIn } from './message-hashes.ts';
import { SEEN } from './message-memory.ts';
import type { RequestMessages, SharedAt } from './request-messages.ts';

const MAX_DEPTH = 3;

/** The same record if it has none. */
export function skipKnown(record: StoredRecord, messages: RequestMessages, at: SharedAt): StoredRecord {
  if (record.kind === 'observation') {
    const attributes = inObject(record.attributes, messages, at, MAX_DEPTH);
    return attributes === record.attributes ? record : { ...record, attributes };
  }
  const requestMeta = record.requestMeta && inObject(record.requestMeta, messages, at, MAX_DEPTH);
  return requestMeta === record.requestMeta ? record : { ...record, requestMeta };
}

function inObject(object: JsonObject, messages: RequestMessages, at: SharedAt, depth: number): JsonObject {
  let copy: JsonObject | null = null;
  for (const name of Object.keys(object)) {
    const before = object[name] ?? null;
    const after =
      isObject(before) && depth > 0
        ? inObject(before, messages, at, depth - 1)
        : inList(before, messages, at);
    if (after === before) continue;
    copy ??= Object.fromEntries(Object.entries(object));
    Object.defineProperty(copy, name, { value: after, enumerable: true, configurable: true, writable: true });
  }
  return copy ?? object;
}

function inList(value: Json, messages: RequestMessages, at: SharedAt): Json {
  const hashes = Array.isArray(value) ? sharedMessagesIn(value, messages.secret) : null;
  if (!Array.isArray(value) || hashes === null) return value;
  let copy: Json[] | null = null;
  for (const [place, hashed] of hashes.entries()) {
    const item = value[place] ?? null;
    // What is redacted in a text without members depends on the name of its list.
    if (typeof item !== 'object') continue;
    const known = messages.find(messages.keyOf(at, hashed.hash), at);
    if (known === undefined || known === SEEN) continue;
    copy ??= value.slice();
    copy[place] = new KnownItem(item, hashed) as unknown as Json;
  }
  return copy ?? value;
}
