// Streams all matching spans, up to the cap of the account.
import { acceptedType } from '#lib/accept';
import { isoTime } from '#lib/clock';
import { BYTE_ORDER_MARK, csvLine } from '#lib/csv';
import type { Context } from '#core/context';
import type { Reply } from '#core/endpoint';
import { streamSpans, type ListedSpan } from '#records';
import { filterOf, scopeOf } from '#services/record-access';
import { presentSpanRow, searchedSpans, spanOrderOf } from './query-spans.ts';
import { SpanRow, type SpanListQuery } from './schemas/span-list.ts';
import { searchTooBroad } from './search/with-content-matches.ts';
import { streamedExport } from './streamed-export.ts';

export const SPAN_EXPORT_FORMATS = ['json', 'csv'] as const;
type SpanExportFormat = (typeof SPAN_EXPORT_FORMATS)[number];

const CSV_TYPE = 'text/csv';
const BY_TYPE = { 'application/json': 'json', [CSV_TYPE]: 'csv' } as const;

interface SpanExportRequest {
  body: SpanListQuery;
  format: SpanExportFormat | undefined;
  accept: string;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
}

export async function exportSpans(
  ctx: Context,
  { body, format: asked, accept, signal: client }: SpanExportRequest,
): Promise<Reply> {
  const type = acceptedType(accept, Object.keys(BY_TYPE) as (keyof typeof BY_TYPE)[]);
  const format = asked ?? (type === null ? 'json' : BY_TYPE[type]);
  filterOf(body, 'spans');
  const open = async (signal: AbortSignal) => {
    const wanted = { order: spanOrderOf(body), cap: ctx.account.exportRows };
    const { filter, searchedFromMs } = await searchedSpans(ctx, body);
    if (searchedFromMs !== null) throw searchTooBroad();
    return written(await ctx.records.stream(scopeOf(ctx), streamSpans(filter, wanted), signal), format);
  };
  const name = `spans-${isoTime(ctx.clock.now()).slice(0, 10)}.csv`;
  return streamedExport(ctx, client, open, {
    'content-type': format === 'csv' ? `${CSV_TYPE}; charset=utf-8` : 'application/json; charset=utf-8',
    ...(format === 'csv' ? { 'content-disposition': `attachment; filename="${name}"` } : {}),
  });
}

const FIELDS = Object.keys(SpanRow.properties) as (keyof SpanRow)[];

/** The beginning is sent with the first spans: until then, an error response is still possible. */
async function* written(
  batches: AsyncIterable<readonly ListedSpan[]>,
  format: SpanExportFormat,
): AsyncGenerator<string> {
  const isCsv = format === 'csv';
  const line = (row: SpanRow): string =>
    isCsv ? csvLine(FIELDS.map((field) => row[field])) : `,${JSON.stringify(row)}`;
  let begin = isCsv ? BYTE_ORDER_MARK + csvLine(FIELDS) : '{"spans":[';
  let skip = isCsv ? 0 : 1;
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    const lines = batch.map((span) => line(presentSpanRow(span))).join('');
    yield begin + lines.slice(skip);
    [begin, skip] = ['', 0];
  }
  const end = begin + (isCsv ? '' : ']}');
  if (end !== '') yield end;
}
