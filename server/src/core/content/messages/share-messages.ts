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
import { SEEN, type KnownMessage } from './message-memory.ts';
import type { RequestMessages, SharedAt } from './request-messages.ts';

/**
 * A list, or a text in pieces, whose items were taken out. The value at the path is the list of the items that stay.
 * `layout`: 0 for an item that stays, otherwise the number of items for which the next reference stands.
 */
export type SharedList = readonly [path: readonly string[], layout: readonly number[], isText?: 1];

export interface Shared {
  rest: Content;
  lists: readonly SharedList[];
  ids: readonly MessageId[];
}

/** Shorter lists and texts stay. */
const MIN_CHARACTERS = 1_024;
/** A single message that is repeated is taken out from this length on. */
const MIN_ALONE = 512;
const MAX_ITEMS = 20_000;
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
  texts: readonly string[];
  isText: boolean;
}

/** Null if it repeats nothing. */
export function shareMessages(content: Content, messages: RequestMessages, at: SharedAt): Shared | null {
  const candidates: Candidate[] = [];
  for (const field of FIELDS) collect(content[field] ?? null, [field], candidates);
  const ids: MessageId[] = [];
  const lists: SharedList[] = [];
  let rest: Content = content;
  for (const candidate of candidates) {
    const taken = take(candidate, messages, at, ids);
    if (taken === null) continue;
    lists.push(candidate.isText ? [candidate.path, taken.layout, 1] : [candidate.path, taken.layout]);
    rest = withValue(rest as JsonObject, candidate.path, taken.stays) as Content;
  }
  return lists.length === 0 ? null : { rest, lists, ids };
}

function collect(value: Json, path: readonly string[], candidates: Candidate[]): void {
  if (typeof value === 'string') {
    if (value.length < MIN_CHARACTERS * 2 || isJson(value)) return;
    const items = piecesOf(value);
    candidates.push({ path, items, texts: items.map((item) => JSON.stringify(item)), isText: true });
  } else if (Array.isArray(value)) {
    if (value.length === 0 || value.length > MAX_ITEMS || !value.every(isMessage)) return;
    const texts = value.map((item) => JSON.stringify(item));
    if (texts.reduce((sum, { length }) => sum + length, 0) < MIN_CHARACTERS) return;
    candidates.push({ path, items: value, texts, isText: false });
  } else if (isObject(value) && path.length < MAX_DEPTH) {
    for (const name of Object.keys(value)) collect(value[name] ?? null, [...path, name], candidates);
  }
}

const isMessage = (item: Json): boolean =>
  typeof item === 'string' || (typeof item === 'object' && item !== null && !Array.isArray(item));

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
  { items, texts, isText }: Candidate,
  messages: RequestMessages,
  at: SharedAt,
  ids: MessageId[],
): { layout: number[]; stays: Json[] } | null {
  const keys = texts.map((text) => messages.keyOf(at, text));
  const known = keys.map((key) => messages.find(key, at));
  const count = known.filter((each) => each !== undefined).length;
  const layout: number[] = [];
  const stays: Json[] = [];
  const stay = (place: number): void => {
    layout.push(0);
    stays.push(items[place] ?? null);
  };
  const stored = (place: number): KnownMessage => {
    const key = keys[place] ?? '';
    // The same message may be in the list twice.
    const found = messages.find(key, at);
    if (found !== undefined && found !== SEEN) {
      messages.refer(key);
      return found;
    }
    return messages.store(key, at, texts[place] ?? '', items[place] ?? null);
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
    const isLong = (texts[place] ?? '').length >= MIN_ALONE;
    if (place < end && (continues || (isLong && known[place] !== undefined))) refer(1, stored(place));
    else {
      stay(place);
      if (place < end) messages.see(keys[place] ?? '');
    }
    place += 1;
  }
  return ids.length === 0 || stays.length === items.length ? null : { layout, stays };

  function blockOf(from: number): KnownMessage {
    const key = messages.keyOf(at, `block ${keys.slice(from, from + BLOCK).join('')}`);
    const found = messages.find(key, at);
    if (found !== undefined && found !== SEEN) {
      messages.refer(key);
      return found;
    }
    const members = Array.from({ length: BLOCK }, (_, place) => stored(from + place));
    return messages.storeBlock(key, at, members, items.slice(from, from + BLOCK));
  }
}

function withValue(object: JsonObject, [name = '', ...path]: readonly string[], value: Json): JsonObject {
  const inside = object[name];
  const next = path.length === 0 ? value : withValue(inside as JsonObject, path, value);
  return Object.fromEntries(Object.entries(object).map(([key, old]) => [key, key === name ? next : old]));
}
