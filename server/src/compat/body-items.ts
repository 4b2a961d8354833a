// The records in a body: a JSON list, one object, one JSON value per line, or a list that is a member of the body. A record
// that cannot be read does not lose the others, and a large body lets other requests have their turn.
import { AppError } from '#lib/app-error';
import { isObject } from '#lib/is-object';
import { jsonChildren, type JsonChildren } from '#lib/json-pieces';
import { readJsonRecord } from '#lib/json-record';
import { parseJson, parseLenientJson, type JsonFault, type JsonResult } from '#lib/safe-json';
import type { Pace } from '#lib/yield-to-event-loop';

type BodyItem =
  /** `bytes` is 0 if the body is small. */
  { ok: true; value: unknown; bytes: number } | { ok: false; reason: string; text: Buffer };

/** How a record is read: as a whole, or with its large members unread (`readJsonAround`). */
export type ReadItem = (text: Buffer, pace: Pace) => Promise<JsonResult>;

const MAX_ITEMS = 10_000;
/** Up to this size, a body is read in one go. */
const SMALL_BYTES = 128 * 1_024;

const UNREAD: JsonResult = {
  ok: false,
  fault: { reason: 'invalid_json', message: 'The body is not valid JSON.' },
};

/** The records are read one by one if the body is large or has a fault. */
const smallBody = (bytes: Buffer): JsonResult =>
  bytes.length > SMALL_BYTES ? UNREAD : parseLenientJson(bytes);

const asItems = (values: readonly unknown[]): BodyItem[] =>
  limited(values, values.length).map((value): BodyItem => ({ ok: true, value, bytes: 0 }));

const refusal = ({ reason, message }: JsonFault): AppError => new AppError('bad_request', reason, message);

/** A list, an object, or lines. */
export async function bodyItems(bytes: Buffer, pace: Pace): Promise<BodyItem[]> {
  const small = smallBody(bytes);
  if (small.ok) return asItems(Array.isArray(small.value) ? small.value : [small.value]);
  const whole = await jsonChildren(bytes, pace, MAX_ITEMS);
  if (whole?.kind === 'list') return readAll(whole, pace);
  if (whole) return [await readItem(bytes, pace)];
  const items = await inLines(bytes, pace);
  if (items) return items;
  throw refusal(small.fault);
}

/** The lists that an object has under these names; without those that it does not have. Null if the body is no object. */
export async function memberItems(
  bytes: Buffer,
  pace: Pace,
  names: readonly string[],
  readAs: ReadItem = readJsonRecord,
): Promise<ReadonlyMap<string, BodyItem[]> | null> {
  const found = new Map<string, BodyItem[]>();
  const small = smallBody(bytes);
  if (small.ok) {
    const body = small.value;
    if (!isObject(body)) return null;
    for (const name of names) {
      const list = Object.hasOwn(body, name) ? body[name] : undefined;
      if (Array.isArray(list)) found.set(name, asItems(list));
    }
    return found;
  }
  const whole = await jsonChildren(bytes, pace, MAX_ITEMS);
  if (whole === null) throw refusal(small.fault);
  if (whole.kind !== 'object') return null;
  for (const { key, text } of whole.children) {
    if (!names.includes(key)) continue;
    const list = await jsonChildren(text, pace, MAX_ITEMS);
    if (list?.kind === 'list') found.set(key, await readAll(list, pace, readAs));
    else found.delete(key);
  }
  return found;
}

/** The members of an object that are themselves no objects or lists, such as the id of a record with a fault. */
export async function scalarsIn(text: Buffer, pace: Pace): Promise<Record<string, unknown>> {
  const scalars: Record<string, unknown> = {};
  const split = await jsonChildren(text, pace, MAX_ITEMS);
  for (const { key, text: member } of split?.kind === 'object' ? split.children : []) {
    const read = member.length > MAX_SCALAR ? null : parseJson(member, 0);
    if (read?.ok && key !== '__proto__') scalars[key] = read.value;
  }
  return scalars;
}

const MAX_SCALAR = 1_024;

async function readAll(
  { children, count }: JsonChildren,
  pace: Pace,
  readAs: ReadItem = readJsonRecord,
): Promise<BodyItem[]> {
  limited(children, count);
  const items: BodyItem[] = [];
  for (const { text } of children) {
    if (pace.isDue) await pace.rest();
    items.push(await readItem(text, pace, readAs));
  }
  return items;
}

function limited<T>(items: readonly T[], count: number): readonly T[] {
  if (count <= MAX_ITEMS) return items;
  throw new AppError('bad_request', 'too_many_records', `A request takes at most ${MAX_ITEMS} records.`);
}

const NEWLINE = 0x0a;

/** Null if the first line is not JSON, or there is only one. */
async function inLines(bytes: Buffer, pace: Pace): Promise<BodyItem[] | null> {
  const items: BodyItem[] = [];
  for (let from = 0; from < bytes.length;) {
    if (pace.isDue) await pace.rest();
    const found = bytes.indexOf(NEWLINE, from);
    const end = found < 0 ? bytes.length : found;
    const line = bytes.subarray(from, end);
    from = end + 1;
    if (line.length === 0 || (line.length < 3 && line.toString().trim() === '')) continue;
    const item = await readItem(line, pace);
    if (items.length === 0 && (!item.ok || found < 0)) return null;
    items.push(item);
    limited(items, items.length);
  }
  return items.length === 0 ? null : items;
}

export async function readItem(
  text: Buffer,
  pace: Pace,
  readAs: ReadItem = readJsonRecord,
): Promise<BodyItem> {
  const read = await readAs(text, pace);
  return read.ok
    ? { ok: true, value: read.value, bytes: text.length }
    : { ok: false, reason: read.fault.reason, text };
}
