// The records in a body: a JSON array, one object, or one JSON value per line. A record that cannot be read does not lose the
// others.
import { AppError } from '#lib/app-error';
import { parseJson } from '#lib/safe-json';
import type { Pace } from '#lib/yield-to-event-loop';

type BodyItem = { ok: true; value: unknown } | { ok: false; reason: string };

const MAX_ITEMS = 10_000;

export async function bodyItems(bytes: Buffer, pace: Pace): Promise<BodyItem[]> {
  const whole = parseJson(bytes);
  if (whole.ok) return limited(listOf(whole.value)).map((value): BodyItem => ({ ok: true, value }));
  const items = (await separately(bytes, pace)) ?? (await inLines(bytes, pace));
  if (items) return items;
  throw new AppError('bad_request', whole.fault.reason, whole.fault.message);
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

function limited<T>(items: T[]): T[] {
  if (items.length <= MAX_ITEMS) return items;
  throw new AppError('bad_request', 'too_many_records', `A request takes at most ${MAX_ITEMS} records.`);
}

/** A list of which an item is too deep, or has a key that is not allowed. */
async function separately(bytes: Buffer, pace: Pace): Promise<BodyItem[] | null> {
  const list = plainList(bytes);
  if (list === null) return null;
  const items: BodyItem[] = [];
  for (const item of limited(list)) {
    if (pace.isDue) await pace.rest();
    items.push(checked(writtenOf(item)));
  }
  return items;
}

function plainList(bytes: Buffer): unknown[] | null {
  try {
    const list: unknown = JSON.parse(bytes.toString());
    return Array.isArray(list) ? list : null;
  } catch {
    return null;
  }
}

/** What is too deep to be written is too deep to be read. */
function writtenOf(item: unknown): Buffer {
  try {
    return Buffer.from(JSON.stringify(item));
  } catch {
    return Buffer.from('['.repeat(100));
  }
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
    const item = checked(line);
    if (items.length === 0 && (!item.ok || found < 0)) return null;
    items.push(item);
    limited(items);
  }
  return items.length === 0 ? null : items;
}

function checked(bytes: Uint8Array): BodyItem {
  const parsed = parseJson(bytes);
  return parsed.ok ? parsed : { ok: false, reason: parsed.fault.reason };
}
