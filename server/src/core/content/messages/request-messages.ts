// The messages that the contents of one request share, with each other and with stored contents.
import { randomFillSync } from 'node:crypto';
import { mediaIn } from '#core/content/media/reference';
import type { AccountKeys } from '#core/content/seal/content-keys';
import { contentWords } from '#core/content/words/word-hashes';
import type { EncodedRecords, Json } from '#records';
import { writeMessage } from '#records/writer/rows/message-row';
import { RowBuffer } from '#records/writer/rows/row-buffer';
import { SHARED_FOR_MS, type MessageId, type StoredMessage } from '#records/writer/rows/stored';
import { sealMessage } from './seal-message.ts';
import {
  SEEN,
  type KnownOrSeen,
  type KnownMessage,
  type KnownMessages,
  type MessageMemory,
} from './message-memory.ts';

/** Messages that expire soon are stored again, because they may be removed at any moment. */
const EXPIRES_SOON_MS = 2 * 3_600_000;

/** What holds for the messages of one record. */
export interface SharedAt {
  project: number;
  timestampMs: number;
  expiresAtMs: number;
}

interface RequestOptions {
  memory: MessageMemory;
  account: number;
  keys: AccountKeys;
  /** The key of the hashes of messages. */
  secret: string;
  /** By which messages are redacted. */
  rules: string;
  searchable: boolean;
  nowMs: number;
  /** The state of the account's stored messages (store/records/writer/writer.ts). */
  state: number;
}

const NO_WORDS = Buffer.alloc(0);
const NO_ROWS = new Uint8Array();
const FIRST_BYTES = 4_096;

export class RequestMessages {
  readonly #options: RequestOptions;
  readonly #stored = new Map<string, KnownMessage>();
  #rows: RowBuffer | null = null;
  /** Whether a content refers to a message of an earlier request. */
  #refers = false;

  constructor(options: RequestOptions) {
    this.#options = options;
  }

  get secret(): string {
    return this.#options.secret;
  }

  /** Equal for equal messages of a project that were redacted by the same rules. `hash`: of the message. */
  keyOf({ project }: SharedAt, hash: string): string {
    const { account, state, rules } = this.#options;
    return `${account} ${project} ${state} ${rules} ${hash}`;
  }

  /** Undefined also for a message to which a content of this time must not refer. */
  find(key: string, { timestampMs, expiresAtMs }: SharedAt): KnownOrSeen | undefined {
    const known = this.#stored.get(key) ?? this.#options.memory.find(key);
    if (known === undefined || known === SEEN) return known;
    const { fromMs, untilMs } = known;
    const expiresMs = fromMs + (expiresAtMs - timestampMs);
    const isNear = untilMs <= timestampMs && fromMs >= timestampMs - SHARED_FOR_MS;
    return isNear && expiresMs > this.#options.nowMs + EXPIRES_SOON_MS ? known : SEEN;
  }

  /** A later content that has it too shares it. */
  see(key: string): void {
    this.#options.memory.put(key, SEEN);
  }

  refer(key: string): void {
    if (!this.#stored.has(key)) this.#refers = true;
  }

  store(key: string, at: SharedAt, json: string, value: Json): KnownMessage {
    const { keys } = this.#options;
    const id = newMessageId(at.timestampMs);
    return this.#add(key, at, {
      id,
      sealed: sealMessage(keys, id, json),
      words: this.#words([value]),
      media: mediaIn(json, keys),
      parts: [],
    });
  }

  /** A run of messages that are stored. */
  storeBlock(key: string, at: SharedAt, messages: readonly KnownMessage[], values: Json[]): KnownMessage {
    const { fromMs, untilMs } = this.#add(key, at, {
      id: newMessageId(at.timestampMs),
      sealed: NO_WORDS,
      words: this.#words(values),
      media: [],
      parts: messages.map(({ id }) => id),
    });
    const id = this.#stored.get(key)?.id ?? '';
    const known = { id, fromMs: Math.min(fromMs, ...messages.map((each) => each.fromMs)), untilMs };
    this.#stored.set(key, known);
    return known;
  }

  encoded(): EncodedRecords['messages'] {
    const { state } = this.#options;
    return {
      rows: this.#rows?.taken() ?? NO_ROWS,
      count: this.#rows?.rows ?? 0,
      state: this.#refers ? state : null,
    };
  }

  /** To be learnt when the request is on disk. */
  stored(): KnownMessages {
    return [...this.#stored];
  }

  #words(values: Json[]): Buffer {
    const { keys, searchable } = this.#options;
    return searchable ? contentWords(keys.search[0], { input: values }) : NO_WORDS;
  }

  #add(
    key: string,
    { project, timestampMs, expiresAtMs }: SharedAt,
    message: Pick<StoredMessage, 'id' | 'sealed' | 'words' | 'media' | 'parts'>,
  ): KnownMessage {
    this.#rows ??= new RowBuffer(FIRST_BYTES);
    const { account } = this.#options;
    writeMessage(this.#rows, {
      account,
      project,
      timestampMs,
      expiresAtMs: expiresAtMs + SHARED_FOR_MS,
      ...message,
    });
    const ms = Math.floor(timestampMs);
    const known = { id: message.id, fromMs: ms, untilMs: ms };
    this.#stored.set(key, known);
    return known;
  }
}

const RANDOM_BYTES = 10;
const pool = Buffer.allocUnsafe(RANDOM_BYTES * 256);
let used = pool.length;
const made = Buffer.allocUnsafe(6 + RANDOM_BYTES);

function newMessageId(timestampMs: number): MessageId {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  made.writeUIntBE(Math.max(0, Math.floor(timestampMs)), 0, 6);
  pool.copy(made, 6, used, used + RANDOM_BYTES);
  used += RANDOM_BYTES;
  return made.toString('latin1');
}
