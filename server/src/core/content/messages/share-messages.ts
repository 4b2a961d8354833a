// Takes what a content repeats out of it: the messages of a conversation, a system prompt, the definitions of tools, the
// beginning of a text that grows. The content keeps references in their order (restore-messages.ts puts them back).
//
// A message is stored on its own when it is met again, and at once when its list continues a known conversation. So a
// call that repeats nothing is stored as one row. Runs of messages become blocks, so that a content of a thousand
// messages has some sixty references.
import { isObject } from '#lib/is-object';
import type { Content } from '#core/content/content';
import type { Json, JsonObject } from '#records';
import type { MessageId } from '#records/writer/rows/stored';
import {
  hashedOf,
  isKnownItem,
  messageHashOf,
  sharedMessagesIn,
  MIN_SHARED_CHARACTERS,
  valueOf,
  type HashedMessage,
} from './message-hashes.ts';
import { SEEN, type KnownMessage } from './message-memory.ts';
import type { RequestMessages, SharedAt } from './request-messages.ts';
import type { Shared, SharedList } from './shared-content.ts';

/** A single message that is repeated is taken out from this length on. */
const MIN_ALONE = 512;
const MAX_DEPTH = 4;
const BLOCK = 32;
const PIECE = 2_048;
/** A piece ends at the last line break or space of these characters, so that words stay whole. */
const LOOK_BACK = 256;
/** A list with this many known items continues a conversation. A text is one from the first piece on. */
const CONTINUES = 2;

/** The output of a call is its own. */
const FIELDS = ['systemInstructions', 'input', 'requestMeta', 'attributes'] as const;

interface Candidate {
  path: readonly string[];
  items: readonly Json[];
  hashed: readonly HashedMessage[];
  isText: boolean;
}

export function shareMessages(content: Content, messages: RequestMessages, at: SharedAt): Shared {
  const candidates: Candidate[] = [];
  for (const field of FIELDS) collect(content[field] ?? null, [field], messages.secret, candidates);
  const ids: MessageId[] = [];
  const lists: SharedList[] = [];
  const rest = new ChangedCopy(content as JsonObject);
  for (const candidate of candidates) {
    const taken = take(candidate, messages, at, ids);
    if (taken === null) {
      // The messages themselves have the words by which the content is found.
      if (candidate.items.some(isKnownItem)) rest.set(candidate.path, candidate.items.map(valueOf));
      continue;
    }
    lists.push(candidate.isText ? [candidate.path, taken.layout, 1] : [candidate.path, taken.layout]);
    rest.set(candidate.path, taken.stays);
  }
  return { rest: rest.value, lists, ids };
}

function collect(value: Json, path: readonly string[], secret: string, candidates: Candidate[]): void {
  if (typeof value === 'string') {
    if (value.length < MIN_SHARED_CHARACTERS * 2 || isJson(value)) return;
    const items = piecesOf(value);
    candidates.push({ path, items, hashed: items.map((item) => hashedOf(item, secret)), isText: true });
  } else if (Array.isArray(value)) {
    const hashed = sharedMessagesIn(value, secret);
    if (hashed) candidates.push({ path, items: value, hashed, isText: false });
  } else if (isObject(value) && path.length < MAX_DEPTH) {
    for (const name of Object.keys(value)) collect(value[name] ?? null, [...path, name], secret, candidates);
  }
}

/** Its words are found only if it is whole. */
const isJson = (text: string): boolean => text.startsWith('{') || text.startsWith('[');

/** The places depend on what is before them only, so a text that grows keeps its pieces. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  while (text.length - from > PIECE) {
    const end = from + PIECE;
    let at = end;
    while (at > end - LOOK_BACK && !/\s/.test(text.charAt(at - 1))) at -= 1;
    if (at === end - LOOK_BACK) at = end;
    pieces.push(text.slice(from, at));
    from = at;
  }
  pieces.push(text.slice(from));
  return pieces;
}

/** Null if all of it stays. */
function take(
  { items, hashed, isText }: Candidate,
  messages: RequestMessages,
  at: SharedAt,
  ids: MessageId[],
): { layout: number[]; stays: Json[] } | null {
  const keys = hashed.map(({ hash }) => messages.keyOf(at, hash));
  const known = keys.map((key) => messages.find(key, at));
  const count = known.filter((each) => each !== undefined).length;
  const layout: number[] = [];
  const stays: Json[] = [];
  const stay = (place: number): void => {
    layout.push(0);
    stays.push(valueOf(items[place] ?? null));
  };
  const stored = (place: number): KnownMessage => {
    const key = keys[place] ?? '';
    // The same message may be in the list twice.
    const found = messages.find(key, at);
    if (found !== undefined && found !== SEEN) {
      messages.refer(key);
      return found;
    }
    return messages.store(key, at, hashed[place]?.json ?? '', valueOf(items[place] ?? null));
  };
  const refer = (length: number, { id }: KnownMessage): void => {
    layout.push(length);
    ids.push(id);
  };
  const continues = count >= Math.min(isText ? 1 : CONTINUES, items.length);
  // The last piece of a text is not complete yet.
  const end = isText ? items.length - 1 : items.length;
  for (let place = 0; place < items.length;) {
    if (continues && place + BLOCK <= end) {
      refer(BLOCK, blockOf(place));
      place += BLOCK;
      continue;
    }
    const isLong = (hashed[place]?.length ?? 0) >= MIN_ALONE;
    if (place < end && (continues || (isLong && known[place] !== undefined))) refer(1, stored(place));
    else {
      stay(place);
      if (place < end && known[place] === undefined) messages.see(keys[place] ?? '');
    }
    place += 1;
  }
  return ids.length === 0 || stays.length === items.length ? null : { layout, stays };

  function blockOf(from: number): KnownMessage {
    const hashes = hashed.slice(from, from + BLOCK).map(({ hash }) => hash);
    const key = messages.keyOf(at, messageHashOf(`block ${hashes.join('')}`, messages.secret));
    const found = messages.find(key, at);
    if (found !== undefined && found !== SEEN) {
      messages.refer(key);
      return found;
    }
    const members = Array.from({ length: BLOCK }, (_, place) => stored(from + place));
    return messages.storeBlock(key, at, members, items.slice(from, from + BLOCK).map(valueOf));
  }
}

/** Copies each object that changes once, however many of its members do. */
class ChangedCopy {
  value: JsonObject;
  readonly #own = new Set<Json>();

  constructor(value: JsonObject) {
    this.value = value;
  }

  set(path: readonly string[], value: Json): void {
    let holder = (this.value = this.#copied(this.value));
    for (const name of path.slice(0, -1)) {
      const inside = this.#copied(holder[name] as JsonObject);
      setMember(holder, name, inside);
      holder = inside;
    }
    setMember(holder, path.at(-1) ?? '', value);
  }

  #copied(object: JsonObject): JsonObject {
    if (this.#own.has(object)) return object;
    const copy = Object.fromEntries(Object.entries(object));
    this.#own.add(copy);
    return copy;
  }
}

/** The name may be `__proto__`. */
const setMember = (holder: JsonObject, name: string, value: Json): void =>
  void Object.defineProperty(holder, name, { value, configurable: true, enumerable: true, writable: true });
