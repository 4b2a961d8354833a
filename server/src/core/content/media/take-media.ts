// Takes files out of content: data URLs and base64, as values or inside texts of JSON. A reference stands in their
// place, with an id when they have been stored.
//
// Texts are looked at every few hundred characters only, so content without files costs nearly nothing.
import type { Json, JsonObject } from '#records';
import { afterLineEnd, isBase64, linesAround, type Lines } from './lines.ts';
import { dataUrlPrefix, inBase64, looksLikeJson, type Base64Form, type MediaReference } from './reference.ts';
import { knownType, sniffedType } from './sniff.ts';

/** Shorter ones stay in the content. */
export const MIN_CHARACTERS = 1_024;
const STEP = MIN_CHARACTERS / 2;
/** In one request. Each is a file of its own, written to the disk. */
const MAX_FILES = 256;

export interface TakenFile {
  bytes: Buffer;
  contentType: string;
}

interface Taken extends TakenFile {
  reference: MediaReference;
}

/** What became of a file: its id, or why it was not kept. */
export type KeptFile = { mediaId: string } | { mediaId: null; reason: string };

export class MediaTaker {
  readonly #taken: Taken[] = [];
  readonly #texts: (() => void)[] = [];

  /** Without what it takes from the values. */
  get files(): readonly TakenFile[] {
    return this.#taken.map(({ bytes, contentType }) => ({ bytes, contentType }));
  }

  get isEmpty(): boolean {
    return this.#taken.length === 0;
  }

  /** Changes the value in place: objects and lists keep their form. */
  from(holder: JsonObject | Json[]): void {
    const waiting: (JsonObject | Json[])[] = [holder];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const at = next as JsonObject;
      if (isOpenMedia(at)) continue;
      for (const key of Object.keys(next)) {
        const value = at[key];
        if (typeof value === 'string') {
          if (value.length >= MIN_CHARACTERS && key !== '__proto__')
            this.fromText(
              value,
              (now) => (at[key] = now),
              () => saysFile(key, at),
            );
        } else if (typeof value === 'object' && value !== null) waiting.push(value);
      }
    }
  }

  /** `put` gets the text without its files when they have been stored. `isFile`: what is around it says so. */
  fromText(text: string, put: (now: Json) => void, isFile: () => boolean = () => false): void {
    if (text.length < MIN_CHARACTERS) return;
    const isJson = looksLikeJson(text);
    const pieces: Piece[] = [];
    let done = 0;
    for (let at = STEP - 1; at < text.length && this.#taken.length < MAX_FILES; at += STEP) {
      const place = mayBeLineEnd(text.charCodeAt(at)) ? afterLineEnd(text, at) : at;
      if (!isBase64(text.charCodeAt(place))) continue;
      const run = runAround(text, place, done);
      at = Math.max(at, run.end - 1);
      if (run.end - run.start < MIN_CHARACTERS) continue;
      const found = this.#fileIn(text, run, isJson, isFile);
      if (found === null) continue;
      pieces.push(text.slice(done, found.start), found);
      done = found.end;
      at = Math.max(at, done - 1);
    }
    if (pieces.length === 0) return;
    pieces.push(text.slice(done));
    this.#texts.push(() => put(withReferences(pieces)));
  }

  /** In the order of `files`. */
  put(kept: readonly KeptFile[]): void {
    for (const [at, { reference }] of this.#taken.entries()) {
      const file = kept[at] ?? { mediaId: null, reason: 'media_failed' };
      reference.mediaId = file.mediaId;
      if (file.mediaId === null) reference.reason = file.reason;
    }
    for (const put of this.#texts) put();
  }

  #fileIn(text: string, { start, end, block }: Run, isJson: boolean, isFile: () => boolean): Found | null {
    const prefix = dataUrlBefore(text, start);
    const isWhole = start === 0 && end === text.length;
    if (prefix === null && !isWhole && !isJson) return null;
    const mayBe = prefix !== null || (isWhole ? isFile() : saysFileAround(text, start, end));
    // Random bytes, such as a signature, begin like a file only by chance.
    if (!mayBe && knownType(Buffer.from(text.slice(start, start + 96), 'base64')) === null) return null;
    const lineEnd = block?.lineEnd ?? '';
    const written = text.slice(start, end);
    const decoded = decode(lineEnd === '' ? written : written.replaceAll(lineEnd, ''));
    if (decoded === null) return null;
    const from = start - (prefix?.length ?? 0);
    // A value of JSON is replaced by an object, with its quotes.
    const quotes = isJson ? quotesAround(text, from, end) : 0;
    // Escaped line ends have as many backslashes as belong to this depth.
    if (quotes === null || (lineEnd !== '' && backslashesOf(lineEnd) !== quotes)) return null;
    const { bytes, form } = decoded;
    const contentType = sniffedType(bytes);
    const reference: MediaReference = {
      type: 'media',
      mediaId: null,
      contentType,
      bytes: bytes.length,
      ...(prefix === null ? {} : { prefix }),
      ...(form === undefined ? {} : { form }),
      ...block?.lines,
    };
    const taken = { bytes, contentType, reference };
    this.#taken.push(taken);
    return { start: from - quotes, end: end + quotes, taken, escape: '\\'.repeat(Math.max(0, quotes - 1)) };
  }
}

interface Found {
  start: number;
  end: number;
  taken: Taken;
  /** The backslashes before the quotes around it. */
  escape: string;
}

type Piece = string | Found;

interface Run {
  start: number;
  end: number;
  /** If it has lines. */
  block?: { lines: Lines; lineEnd: string };
}

const BACKSLASH = 92;

/** The end of a line, or a letter that may be one in a text of JSON. */
const mayBeLineEnd = (code: number): boolean =>
  code === 10 || code === 13 || code === BACKSLASH || code === 110 || code === 114;

const backslashesOf = (lineEnd: string): number => /^\\*/.exec(lineEnd)?.[0].length ?? 0;

/** The longest text of base64 that includes a place; padding belongs to it. */
function runAround(text: string, at: number, from: number): Run {
  let start = at;
  while (start > from && isBase64(text.charCodeAt(start - 1))) start -= 1;
  let end = at + 1;
  while (end < text.length && isBase64(text.charCodeAt(end))) end += 1;
  if (end - start < MIN_CHARACTERS) {
    const block = linesAround(text, { start, end }, from);
    if (block !== null) return { start: block.start, end: block.end, block };
  }
  for (let pads = 0; pads < 2 && text.charCodeAt(end) === 61; pads += 1) end += 1;
  return { start, end };
}

const MAX_PREFIX = 400;

const dataUrlBefore = (text: string, start: number): string | null =>
  text.charCodeAt(start - 1) === 44
    ? dataUrlPrefix(text.slice(Math.max(0, start - MAX_PREFIX), start))
    : null;

/** Null if it is no base64, or none that can be written again as it was. */
function decode(text: string): { bytes: Buffer; form: Base64Form | undefined } | null {
  const isUrl = /[-_]/.test(text);
  if (isUrl && /[+/]/.test(text)) return null;
  // Memory of its own, which can go to another thread without a copy.
  const room = Buffer.allocUnsafeSlow(Math.ceil((text.length * 3) / 4));
  const bytes = room.subarray(0, room.write(text, 'base64'));
  const form = isUrl
    ? text.endsWith('=')
      ? 'url-padded'
      : 'url'
    : text.length % 4 === 0
      ? undefined
      : 'unpadded';
  return inBase64(bytes, form) === text ? { bytes, form } : null;
}

/** How many characters the quotes on each side have, with their backslashes; null if they differ. */
function quotesAround(text: string, start: number, end: number): number | null {
  if (text.charCodeAt(start - 1) !== 34) return null;
  let width = 1;
  while (text.charCodeAt(start - 1 - width) === 92) width += 1;
  return text.startsWith(`${'\\'.repeat(width - 1)}"`, end) ? width : null;
}

function withReferences(pieces: readonly Piece[]): Json {
  const [before, only, after] = pieces;
  if (pieces.length === 3 && before === '' && after === '' && typeof only === 'object')
    return only.taken.reference;
  return pieces
    .map((piece) =>
      typeof piece === 'string'
        ? piece
        : JSON.stringify(piece.taken.reference).replaceAll('"', `${piece.escape}"`),
    )
    .join('');
}

const FILE_KEYS =
  /^(?:data|content|blob|bytes|base64|image|audio|video|file|file_data|b64_json|url|uri|source)$/i;
const TYPE_KEYS = /^(?:media_?type|mime_?type|content_?type|format|mime)$/i;
const FILE_TYPES = /^(?:base64|blob|input_audio|audio|image|file|video|document|media)$/i;

/** A member that holds a file, as the objects of vendors and conventions have it. */
function saysFile(key: string, holder: JsonObject): boolean {
  if (Array.isArray(holder) || !FILE_KEYS.test(key)) return false;
  return Object.entries(holder).some(
    ([name, value]) =>
      typeof value === 'string' &&
      (TYPE_KEYS.test(name)
        ? value.length <= 100
        : name === 'transcript' || ((name === 'type' || name === 'source_type') && FILE_TYPES.test(value))),
  );
}

const AROUND = 160;
const SAID =
  /\\*"(?:media_?type|mime_?type|content_?type|format|source_type|transcript)\\*"\s*:\s*\\*"|\\*"type\\*"\s*:\s*\\*"(?:base64|blob|input_audio)\\*"/i;

const saysFileAround = (text: string, start: number, end: number): boolean =>
  /"(?:data|content|blob|bytes|base64|image|audio|video|file|file_data|b64_json)\\*"\s*:\s*\\*"$/i.test(
    text.slice(Math.max(0, start - 40), start),
  ) &&
  (SAID.test(text.slice(Math.max(0, start - AROUND), start)) || SAID.test(text.slice(end, end + AROUND)));

/** A reference that the client wrote itself. */
const isOpenMedia = (value: JsonObject): boolean => value['type'] === 'media' && 'mediaId' in value;
