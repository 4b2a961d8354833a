// The files of a day in one answer: before each file its length in four bytes, and zero behind the last one. So a
// reader knows whether it has all of them.
import { unknownId } from '#lib/app-error';
import type { Context } from '#core/context';
import type { Reply } from '#core/endpoint';
import { streamedExport } from '#features/query';
import { requireContentStored } from '../export-data.ts';
import { requireDay, type DataTable } from '../format.ts';
import { dataSources } from '../sources.ts';

export const PARTS_TYPE = 'application/vnd.tracewell.parts';
/** One file is in memory for each transfer, so they are smaller than those in a folder. */
const PART_BYTES = 8 * 1_048_576;
const LENGTH_BYTES = 4;

interface WantedDay {
  table: DataTable;
  day: string;
  content: boolean;
  signal: AbortSignal;
}

export async function streamDay(ctx: Context, { table, day, content, signal }: WantedDay): Promise<Reply> {
  requireContentStored(ctx, content);
  requireDay('day', day);
  const source = dataSources(ctx, content).find((each) => each.table === table);
  if (!source) throw unknownId('table', 'There is no such table.');
  const open = async (until: AbortSignal) => framed(source.parts(day, until, PART_BYTES));
  return streamedExport(ctx, signal, open, { 'content-type': PARTS_TYPE });
}

async function* framed(parts: AsyncIterable<{ bytes: Buffer }>): AsyncGenerator<Uint8Array> {
  for await (const { bytes } of parts) {
    yield lengthOf(bytes.length);
    yield bytes;
  }
  yield lengthOf(0);
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(bytes);
  return length;
}
