// A part as text, for the table of open spans. It has what a client sent, so it is sealed.
import { isObject } from '#lib/is-object';
import { readJsonAround, UnreadJson, unreadJsonBytes, WHOLE_JSON_BYTES } from '#lib/json-record';
import type { Pace } from '#lib/yield-to-event-loop';
import { openLarge, sealLarge } from '#core/secrets/seal-large';
import type { Sealer } from '#core/secrets/sealing';
import type { Json, JsonObject } from '#records';
import type { OpenSpansTable } from '#metadata';
import type { MergedPart } from './merge-parts.ts';
import type { PeerSpans } from './peer-spans.ts';

/** As much as the content of a call may be, with the escapes of its JSON. */
export const MAX_PART_BYTES = 32 * 1_048_576;

type RowKey = Pick<OpenSpansTable, 'account_id' | 'project_number' | 'peer' | 'kind' | 'id'>;

export const partPurpose = (row: RowKey): string =>
  `open-span:${row.account_id}:${row.project_number}:${row.peer}:${row.kind}:${row.id}`;

interface Kept {
  body: JsonObject;
  order: number;
  orders: [string, number][];
}

function textOf(body: JsonObject, { order, orders, isLarge }: MergedPart): string | Buffer {
  const kept: Kept = { body, order, orders: [...(orders ?? [])] };
  return isLarge ? unreadJsonBytes(kept) : JSON.stringify(kept);
}

/** The bytes of a large part. Null if it is too large even without its content. */
export function partText(
  part: MergedPart,
  { contentMembers }: Pick<PeerSpans, 'contentMembers'>,
): string | Buffer | null {
  const text = textOf(part.body, part);
  if (Buffer.byteLength(text) <= MAX_PART_BYTES) return text;
  const body = { ...part.body };
  for (const member of contentMembers)
    if (Object.hasOwn(body, member)) body[member] = leftOut(body[member] ?? null);
  const shorter = textOf(body, part);
  return Buffer.byteLength(shorter) <= MAX_PART_BYTES ? shorter : null;
}

/** What the reader shows where content was left out. */
function leftOut(value: Json): Json {
  const bytes = unreadJsonBytes(value).length;
  return bytes <= WHOLE_JSON_BYTES ? value : [{ type: 'omitted', messages: 1, bytes }];
}

/** Throws if the row was sealed with another key or moved. */
export async function openPart(sealer: Sealer, row: OpenSpansTable, pace: Pace): Promise<MergedPart> {
  const isLarge = row.bytes > WHOLE_JSON_BYTES;
  const { body, order, orders } = isLarge
    ? await keptIn(await openLarge(sealer, row.body, partPurpose(row), MAX_PART_BYTES, pace), row, pace)
    : (JSON.parse(sealer.open(row.body, partPurpose(row)) ?? unreadable(row)) as Kept);
  return {
    kind: row.kind,
    id: row.id,
    traceId: row.trace_id,
    body,
    order,
    orders: new Map(orders),
    begun: row.begun === 1,
    ended: row.ended === 1,
    isLarge,
  };
}

export const sealPart = async (
  sealer: Sealer,
  text: string | Buffer,
  purpose: string,
  pace: Pace,
): Promise<string> =>
  text.length > WHOLE_JSON_BYTES
    ? sealLarge(sealer, text, purpose, pace)
    : sealer.seal(text.toString(), purpose);

async function keptIn(text: Buffer | null, row: OpenSpansTable, pace: Pace): Promise<Kept> {
  const read = await readJsonAround(text ?? unreadable(row), pace, { bodyBytes: row.bytes });
  if (read.ok && isObject(read.value) && isObject(read.value['body'])) {
    const { orders } = read.value;
    const listed: unknown = orders instanceof UnreadJson ? JSON.parse(orders.text.toString()) : orders;
    return { ...read.value, orders: listed } as unknown as Kept;
  }
  throw new Error('An open span is no JSON.');
}

function unreadable(row: OpenSpansTable): never {
  throw new Error(`An open span of ${row.account_id} cannot be opened with the master key.`);
}
