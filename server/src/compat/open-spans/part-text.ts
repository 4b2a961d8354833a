// A part as text, for the table of open spans. It has what a client sent, so it is sealed.
import type { Sealer } from '#core/secrets/sealing';
import type { Json, JsonObject } from '#records';
import type { OpenSpansTable } from '#metadata';
import type { MergedPart } from './merge-parts.ts';
import type { PeerSpans } from './peer-spans.ts';

export const MAX_PART_BYTES = 1_048_576;
/** More than a record keeps of any content, so that the record says that it was cut. */
const CUT_CHARS = 160 * 1_024;

type RowKey = Pick<OpenSpansTable, 'account_id' | 'project_number' | 'peer' | 'kind' | 'id'>;

export const partPurpose = (row: RowKey): string =>
  `open-span:${row.account_id}:${row.project_number}:${row.peer}:${row.kind}:${row.id}`;

interface Kept {
  body: JsonObject;
  order: number;
  orders: [string, number][];
}

const textOf = (body: JsonObject, { order, orders }: MergedPart): string =>
  JSON.stringify({ body, order, orders: [...(orders ?? [])] } satisfies Kept);

/** Null if it is too large even without its content. */
export function partText(
  part: MergedPart,
  { contentMembers }: Pick<PeerSpans, 'contentMembers'>,
): string | null {
  const text = textOf(part.body, part);
  if (Buffer.byteLength(text) <= MAX_PART_BYTES) return text;
  const body = { ...part.body };
  for (const member of contentMembers)
    if (Object.hasOwn(body, member)) body[member] = cut(body[member] ?? null);
  const shorter = textOf(body, part);
  return Buffer.byteLength(shorter) <= MAX_PART_BYTES ? shorter : null;
}

function cut(value: Json): Json {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= CUT_CHARS ? value : text.slice(0, CUT_CHARS);
}

/** Throws if the row was sealed with another key or moved. */
export function openPart(sealer: Sealer, row: OpenSpansTable): MergedPart {
  const text = sealer.open(row.body, partPurpose(row));
  if (text === null)
    throw new Error(`An open span of ${row.account_id} cannot be opened with the master key.`);
  const { body, order, orders } = JSON.parse(text) as Kept;
  return {
    kind: row.kind,
    id: row.id,
    traceId: row.trace_id,
    body,
    order,
    orders: new Map(orders),
    begun: row.begun === 1,
    ended: row.ended === 1,
  };
}
