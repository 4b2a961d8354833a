// What a thread knows of messages: those that a content had, and those that are stored on their own, to which later
// contents may refer. It is a cache. What it does not know is stored again. The main thread and the one that prepares
// requests tell each other what is stored.
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
export type KnownOrSeen = KnownMessage | typeof SEEN;

/** About 200 bytes each, twice. */
const ENTRIES = 100_000;
/** The main thread sends this many messages to a thread that starts. */
const MAX_FOR_NEW_THREAD = 20_000;

/** What is known of messages, with their keys. */
export type KnownMessages = readonly (readonly [key: string, known: KnownMessage])[];

export class MessageMemory {
  #young = new Map<string, KnownOrSeen>();
  #old: ReadonlyMap<string, KnownOrSeen> = new Map();

  find(key: string): KnownOrSeen | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.put(key, old);
    return old;
  }

  put(key: string, known: KnownOrSeen): void {
    if (this.#young.size >= ENTRIES) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, known);
  }

  /** Their rows are on disk. */
  learn(messages: KnownMessages): void {
    for (const [key, known] of messages) this.put(key, known);
  }

  newest(): KnownMessages {
    const known = [...this.#old, ...this.#young].flatMap(([key, each]): KnownMessages =>
      each === SEEN ? [] : [[key, each]],
    );
    return known.slice(-MAX_FOR_NEW_THREAD);
  }
}

/** Each thread has its own. The keys contain a secret of the account. */
export const messageMemory = new MessageMemory();
