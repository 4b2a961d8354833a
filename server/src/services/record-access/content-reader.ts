// Opens contents together with the messages that they share (core/content/messages). A message that several of them have
// is read and opened once.
import { chunks } from '#lib/chunks';
import { Pace } from '#lib/yield-to-event-loop';
import { openMessage, openSharing, restoreMessages, type AccountKeys } from '#content';
import type { Content } from '#core/content/content';
import type { Context } from '#core/context';
import { selectMessages, type Json, type MessageId, type SealedContent, type SealedMessage } from '#records';
import { scopeOf } from './scope.ts';

/** References of contents that are read together, and ids in a question. */
const AT_ONCE = 512;
/** Of larger sets of messages, those that were read first are forgotten. */
const MAX_BYTES = 32 * 1_048_576;

export class ContentReader {
  readonly #ctx: Context;
  readonly #keys: AccountKeys;
  readonly #sealed = new Map<MessageId, SealedMessage>();
  /** What a reference stands for, as far as it was asked for. */
  readonly #opened = new Map<MessageId, readonly Json[] | null>();
  readonly #maxBytes: number;
  #bytes = 0;

  /** `maxBytes`: of messages in memory. */
  constructor(ctx: Context, keys: AccountKeys, maxBytes = MAX_BYTES) {
    this.#ctx = ctx;
    this.#keys = keys;
    this.#maxBytes = maxBytes;
  }

  /**
   * Each content with its messages in memory, in turn. It ends early when the messages of all of them have more than
   * `maxBytes`.
   */
  async *each(
    contents: ReadonlyMap<string, SealedContent>,
    maxBytes = Infinity,
  ): AsyncGenerator<[id: string, content: SealedContent]> {
    const pace = new Pace();
    let bytes = 0;
    for (const group of groupsOf([...contents])) {
      if (this.#bytes > this.#maxBytes) this.#forget();
      const before = this.#bytes;
      await this.#read(group.flatMap(([, { messages }]) => messages));
      bytes += this.#bytes - before;
      // The first ones are always returned, however large.
      if (bytes > maxBytes && before > 0) return;
      for (const one of group) {
        if (pace.isDue) await pace.rest();
        yield one;
      }
    }
  }

  /** Null, and counted, if it cannot be read. */
  open(id: string, { sealed, messages }: SealedContent): Content | null {
    const opened = openSharing(this.#keys, id, sealed);
    if (!opened || opened.lists.length === 0) return opened && opened.content;
    const content = restoreMessages(opened, messages, (message) => this.itemsOf(message));
    if (!content) this.#keys.unreadable();
    return content;
  }

  /** The messages for which a reference stands. Null: they are gone, or cannot be opened. */
  itemsOf(id: MessageId): readonly Json[] | null {
    let items = this.#opened.get(id);
    if (items === undefined) this.#opened.set(id, (items = this.#itemsOf(id)));
    return items;
  }

  /** The messages of a block; otherwise the id itself. */
  partsOf(id: MessageId): readonly MessageId[] {
    const parts = this.#sealed.get(id)?.parts ?? [];
    return parts.length === 0 ? [id] : parts;
  }

  #itemsOf(id: MessageId): readonly Json[] | null {
    const message = this.#sealed.get(id);
    if (!message) return null;
    if (message.parts.length === 0) return openMessage(this.#keys, id, message.sealed);
    const items = message.parts.map((part) => this.itemsOf(part));
    return items.every((each) => each !== null) ? items.flat() : null;
  }

  async #read(ids: readonly MessageId[]): Promise<void> {
    const blocks = await this.#fetch(ids);
    await this.#fetch(blocks.flatMap(({ parts }) => parts));
  }

  async #fetch(ids: readonly MessageId[]): Promise<SealedMessage[]> {
    const wanted = [...new Set(ids)].filter((id) => !this.#sealed.has(id));
    const found: SealedMessage[] = [];
    for (const some of chunks(wanted, AT_ONCE)) {
      const messages = await this.#ctx.records.ask(scopeOf(this.#ctx), selectMessages(some));
      for (const [id, message] of messages) {
        this.#sealed.set(id, message);
        this.#bytes += message.sealed.length;
        found.push(message);
      }
    }
    return found;
  }

  #forget(): void {
    this.#sealed.clear();
    this.#opened.clear();
    this.#bytes = 0;
  }
}

type Entry = [id: string, content: SealedContent];

function* groupsOf(entries: readonly Entry[]): Generator<Entry[]> {
  let group: Entry[] = [];
  let references = 0;
  for (const entry of entries) {
    const { length } = entry[1].messages;
    if (group.length > 0 && references + length > AT_ONCE) {
      yield group;
      [group, references] = [[], 0];
    }
    group.push(entry);
    references += length;
  }
  if (group.length > 0) yield group;
}
