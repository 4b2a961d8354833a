// Hashes of the messages of a list, by which equal messages are known. Each message is written as JSON and hashed once,
// however many steps need it.
import { hash } from 'node:crypto';
import type { Json } from '#records';

/** Lists and texts with less JSON stay in their content. */
export const MIN_SHARED_CHARACTERS = 1_024;
const MAX_ITEMS = 20_000;

export interface HashedMessage {
  /** Keyed by the account. 16 characters, one for each byte. */
  hash: string;
  length: number;
  json: string;
}

/**
 * Stands in a list for a message that is stored as it was sent. What walks through a content sees an object without
 * members, so the message is not redacted again; as JSON it is the message.
 */
export class KnownItem {
  readonly #value: Json;
  readonly #hashed: HashedMessage;

  constructor(value: Json, hashed: HashedMessage) {
    this.#value = value;
    this.#hashed = hashed;
  }

  get value(): Json {
    return this.#value;
  }

  get hashed(): HashedMessage {
    return this.#hashed;
  }

  toJSON(): Json {
    return this.#value;
  }
}

/** The message for which an item stands. */
export const valueOf = (item: Json): Json => (isKnownItem(item) ? item.value : item);

export const isKnownItem = (item: unknown): item is KnownItem => item instanceof KnownItem;

const hashedItems = new WeakMap<object, HashedMessage>();

export function hashedOf(item: Json, secret: string): HashedMessage {
  if (typeof item !== 'object' || item === null) return hashed(JSON.stringify(item), secret);
  if (isKnownItem(item)) return item.hashed;
  return hashedItems.getOrInsertComputed(item, () => hashed(JSON.stringify(item), secret));
}

const hashed = (json: string, secret: string): HashedMessage => ({
  hash: messageHashOf(json, secret),
  length: json.length,
  json,
});

/** Without instructions of the processor for SHA-256, this one takes two thirds of its time. */
export const messageHashOf = (text: string, secret: string): string =>
  hash('blake2b512', `message ${secret}\n${text}`, 'latin1').slice(0, 16);

/** Null if the value is no list of messages, or a short one. */
export function sharedMessagesIn(value: Json, secret: string): HashedMessage[] | null {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_ITEMS || !value.every(isMessage))
    return null;
  const messages = value.map((item) => hashedOf(item, secret));
  return messages.reduce((sum, { length }) => sum + length, 0) < MIN_SHARED_CHARACTERS ? null : messages;
}

const isMessage = (item: Json): boolean =>
  typeof item === 'string' || (typeof item === 'object' && item !== null && !Array.isArray(item));
