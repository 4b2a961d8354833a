// What one thread knows of messages: those that a content had, and those that are stored on their own, to which later
// contents may refer. It is a cache. What it does not know is stored again.
import type { MessageId } from '#records/writer/rows/stored';

/** A message that is stored, or a block of messages. */
export interface KnownMessage {
  id: MessageId;
  /** The times of the oldest and of the newest message in it. */
  fromMs: number;
  untilMs: number;
}

/** Another content had it, as a part of its own. */
export const SEEN = 'seen';
export type Known = KnownMessage | typeof SEEN;

/** About 200 bytes each, twice. */
const ENTRIES = 100_000;
/** Requests whose rows are not stored yet. Of more, the oldest are forgotten. */
const REQUESTS = 1_000;

export class MessageMemory {
  #young = new Map<string, Known>();
  #old: ReadonlyMap<string, Known> = new Map();
  readonly #unconfirmed = new Map<number, ReadonlyMap<string, KnownMessage>>();
  #requests = 0;

  find(key: string): Known | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.put(key, old);
    return old;
  }

  put(key: string, known: Known): void {
    if (this.#young.size >= ENTRIES) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, known);
  }

  /** Messages of a request that are known once it is stored. */
  hold(messages: ReadonlyMap<string, KnownMessage>): number {
    const request = (this.#requests += 1);
    this.#unconfirmed.set(request, messages);
    this.#unconfirmed.delete(request - REQUESTS);
    return request;
  }

  /** The request is on disk. */
  confirm(request: number): void {
    for (const [key, known] of this.#unconfirmed.get(request) ?? []) this.put(key, known);
    this.#unconfirmed.delete(request);
  }
}

/** Of this thread. Keys are made with a secret of the account. */
export const messageMemory = new MessageMemory();
