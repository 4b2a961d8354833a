// Parses a large JSON body in pieces, so that other requests get the thread in between. It accepts what
// `parseBody` accepts. A list with more items than its schema allows is refused before any of them is parsed.
import { isUtf8 } from 'node:buffer';
import { ChildScan, firstSolid, jsonKey, jsonStringBytes } from './json-pieces.ts';
import {
  duplicateKey,
  FORBIDDEN_KEY,
  MAX_LEVELS,
  MAX_MEMBERS,
  parseBody,
  parseLenientJson,
  tooDeep,
  tooManyMembers,
  type BodyFault,
} from './safe-json.ts';
import type { Pace } from './yield-to-event-loop.ts';

/** A piece is parsed in one go, within a few milliseconds. */
export const PIECE_BYTES = 64 * 1_024;

/** A longer text is decoded in pieces. */
const LONG_TEXT = 16 * PIECE_BYTES;

/** The parts of a JSON Schema that are looked at. Others, and choices, are left to the check. */
interface Schema {
  type?: unknown;
  properties?: Record<string, Schema>;
  items?: Schema;
  maxItems?: number;
}

interface LargeFault {
  path: string;
  reason: BodyFault['reason'] | 'invalid_request';
  message: string;
}

type LargeResult = { ok: true; value: unknown } | { ok: false; fault: LargeFault };

/** Values that JSON allows and the caller rejects. */
interface Unwanted {
  /** Whether the text of a piece may have it. */
  mayBeIn(piece: Buffer): boolean;
  /** Throws if the value has it. */
  refuse(value: unknown, path: string): void;
}

/** Thrown and caught in this file only. */
class Unfit {
  readonly fault: LargeFault;
  constructor({ reason, message }: { reason: LargeFault['reason']; message: string }, path = '') {
    this.fault = { path, reason, message };
  }
}

const INVALID = { reason: 'invalid_json', message: 'The body is not valid JSON.' } as const;

interface Reading {
  pace: Pace;
  unwanted: Unwanted | undefined;
  /** A key may be given twice, and its last value counts; an object may have any number of members. */
  isLenient: boolean;
}

export async function parseInPieces(
  bytes: Buffer,
  pace: Pace,
  {
    schema,
    unwanted,
    isLenient = false,
  }: { schema?: object | undefined; unwanted?: Unwanted; isLenient?: boolean } = {},
): Promise<LargeResult> {
  try {
    return { ok: true, value: await read({ pace, unwanted, isLenient }, bytes, schema, '', MAX_LEVELS) };
  } catch (thrown) {
    if (thrown instanceof Unfit) return { ok: false, fault: thrown.fault };
    throw thrown;
  }
}

const inner = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

function parsedPiece(piece: Buffer, levels: number, isLenient: boolean): unknown {
  const result = isLenient ? parseLenientJson(piece, levels) : parseBody(piece, levels);
  if (result.ok) return result.value;
  throw new Unfit(result.fault.reason === 'too_deep' ? tooDeep(MAX_LEVELS) : result.fault);
}

async function read(
  reading: Reading,
  text: Buffer,
  schema: Schema | undefined,
  path: string,
  levels: number,
): Promise<unknown> {
  const { pace, unwanted, isLenient } = reading;
  if (text.length > LONG_TEXT && text[startOf(text)] === QUOTE) return longText(reading, text, path);
  if (text.length <= PIECE_BYTES || !isContainer(text)) {
    const value = parsedPiece(text, levels, isLenient);
    if (unwanted?.mayBeIn(text)) unwanted.refuse(value, path);
    return value;
  }
  refuseOtherType(text, schema, path);
  const pieces: Piece[] = [];
  const scan = new ChildScan(text, (from, colon, end) =>
    addTo(pieces, { from, colon, end, at: scan.count - 1 }),
  );
  await scan.all(pace);
  if (scan.deepest > levels) throw new Unfit(tooDeep(MAX_LEVELS));
  if (!scan.isWhole) throw new Unfit(INVALID);
  const isList = scan.kind === 'list';
  const { maxItems = Infinity } = schema ?? {};
  if (isList && scan.count > maxItems)
    throw new Unfit(
      { reason: 'invalid_request', message: `must not have more than ${maxItems} items` },
      path,
    );
  if (!isList && !isLenient && scan.count > MAX_MEMBERS) throw new Unfit(tooManyMembers(MAX_MEMBERS), path);
  const list: unknown[] = [];
  const object: Record<string, unknown> = {};
  const keep = (key: string, value: unknown): void => {
    if (!isLenient && Object.hasOwn(object, key)) throw new Unfit(duplicateKey(key));
    object[key] = value;
  };
  for (const piece of pieces) {
    if (pace.isDue) await pace.rest();
    const { from, colon, end, at } = piece;
    if (piece.isLarge && isList) {
      const part = text.subarray(from, end);
      list.push(await read(reading, part, schema?.items, inner(path, String(at)), levels - 1));
    } else if (piece.isLarge) {
      const key = jsonKey(text, from, colon);
      if (key === null) throw new Unfit(INVALID);
      if (key === '__proto__') throw new Unfit(FORBIDDEN_KEY);
      const part = text.subarray(colon + 1, end);
      keep(key, await read(reading, part, memberOf(schema, key), inner(path, key), levels - 1));
    } else {
      const some = valuesOf(piece, text.subarray(from, end), isList, levels, isLenient);
      const isOdd = unwanted?.mayBeIn(text.subarray(from, end));
      for (const [name, value] of some) {
        if (isOdd) unwanted?.refuse({ [name]: value }, path);
        if (isList) list.push(value);
        else keep(name, value);
      }
    }
  }
  return isList ? list : object;
}

/** Decoded in pieces: parsed in one go, it would keep the thread for as long as a large list. */
async function longText({ pace, unwanted }: Reading, text: Buffer, path: string): Promise<string> {
  const bytes = isUtf8(text) ? await jsonStringBytes(text, pace) : null;
  if (bytes === null) throw new Unfit(INVALID);
  const value = bytes.toString();
  if (unwanted?.mayBeIn(text)) unwanted.refuse(value, path);
  return value;
}

/** A list or an object where the schema wants a text or a number: its items would be parsed in vain. */
function refuseOtherType(text: Buffer, schema: Schema | undefined, path: string): void {
  const wanted = schema?.type;
  if (typeof wanted !== 'string') return;
  const given = text[startOf(text)] === OPEN_ARRAY ? 'array' : 'object';
  if (wanted !== given) throw new Unfit({ reason: 'invalid_request', message: `must be ${wanted}` }, path);
}

const memberOf = (schema: Schema | undefined, name: string): Schema | undefined =>
  schema?.properties && Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;

/** By their names, or their places in the whole list. */
function valuesOf(
  { at, count }: Piece,
  text: Buffer,
  isList: boolean,
  levels: number,
  isLenient: boolean,
): [string, unknown][] {
  const [open, close] = isList ? (['[', ']'] as const) : (['{', '}'] as const);
  const value = parsedPiece(Buffer.concat([Buffer.from(open), text, Buffer.from(close)]), levels, isLenient);
  const values = Array.isArray(value)
    ? value.map((each, index): [string, unknown] => [String(at + index), each])
    : Object.entries(value as object);
  // Nothing between two commas.
  if (isLenient && !isList ? values.length > count : values.length !== count) throw new Unfit(INVALID);
  return values;
}

const QUOTE = 0x22;
const OPEN_ARRAY = 0x5b;
const OPEN_OBJECT = 0x7b;

/** A byte order mark is not blank. */
const startOf = (text: Buffer): number => firstSolid(text, text[0] === 0xef ? 3 : 0);

function isContainer(text: Buffer): boolean {
  const at = startOf(text);
  return text[at] === OPEN_ARRAY || text[at] === OPEN_OBJECT;
}

/** One large child, or several small ones beside each other. */
interface Piece {
  from: number;
  /** The position of the colon after the key of a large child. */
  colon: number;
  end: number;
  /** The index of the first child. */
  at: number;
  count: number;
  isLarge: boolean;
}

function addTo(pieces: Piece[], child: Omit<Piece, 'isLarge' | 'count'>): void {
  const last = pieces.at(-1);
  const isLarge = child.end - child.from > PIECE_BYTES;
  if (last && !last.isLarge && !isLarge && child.end - last.from <= PIECE_BYTES) {
    last.end = child.end;
    last.count += 1;
  } else pieces.push({ ...child, count: 1, isLarge });
}
