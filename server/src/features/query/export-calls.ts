// Streams all matching calls, up to the cap of the account.
import { acceptedType } from '#lib/accept';
import { invalid } from '#lib/app-error';
import { isoTime } from '#lib/clock';
import type { Context } from '#core/context';
import type { Reply } from '#core/endpoint';
import { exportedScores } from '#features/scores';
import { streamCalls, streamParquet, type CallFilter, type CallOrder } from '#records';
import { textExport, type AddedColumns } from './export-formats.ts';
import { parquetExport } from './export-parquet.ts';
import type { CallsQuery } from './schemas/calls.ts';
import { streamedExport } from './streamed-export.ts';
import { filterOf, readContents, scopeOf } from '#services/record-access';
import { callFilter } from './call-filter.ts';
import { withContentMatches } from './search/with-content-matches.ts';

export const EXPORT_FORMATS = ['json', 'csv', 'parquet'] as const;
type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const CSV_TYPE = 'text/csv';
export const PARQUET_TYPE = 'application/vnd.apache.parquet';

const BY_TYPE = { 'application/json': 'json', [CSV_TYPE]: 'csv', [PARQUET_TYPE]: 'parquet' } as const;
const TYPES = Object.keys(BY_TYPE) as (keyof typeof BY_TYPE)[];

const CONTENT_TYPE: Readonly<Record<ExportFormat, string>> = {
  json: 'application/json; charset=utf-8',
  csv: `${CSV_TYPE}; charset=utf-8`,
  parquet: PARQUET_TYPE,
};

interface ExportRequest {
  body: CallsQuery;
  format: ExportFormat | undefined;
  /** Adds a column of scores. */
  scores?: boolean;
  /** Adds the stored input and output. */
  content?: boolean;
  accept: string;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
}

export async function exportCalls(ctx: Context, request: ExportRequest): Promise<Reply> {
  const type = acceptedType(request.accept, TYPES);
  const format = request.format ?? (type === null ? 'json' : BY_TYPE[type]);
  filterOf(request.body);
  const open = async (signal: AbortSignal) => {
    const wanted = await withContentMatches(ctx, await callFilter(ctx, request.body));
    return chunksOf(ctx, request, wanted, format, signal);
  };
  return streamedExport(ctx, request.signal, open, {
    'content-type': CONTENT_TYPE[format],
    ...(format === 'json' ? {} : { 'content-disposition': attachment(ctx, format) }),
  });
}

async function chunksOf(
  ctx: Context,
  { body: { sortBy = 'timestamp', sortOrder = 'desc' }, scores = false, content = false }: ExportRequest,
  filter: CallFilter,
  format: ExportFormat,
  signal: AbortSignal,
): Promise<AsyncIterable<string | Uint8Array>> {
  const order = { by: sortBy, descending: sortOrder === 'desc' };
  const wanted = { order, cap: ctx.account.exportRows };
  const scope = scopeOf(ctx);
  const added = scores || content ? addedColumns(ctx, { scores, content }) : null;
  if (format === 'parquet') {
    if (added && content) {
      const calls = await ctx.records.stream(scope, streamCalls(filter, wanted), signal);
      return parquetExport(calls, added);
    }
    const scored = scores ? { scores: await parquetScores(ctx, filter, wanted, signal) } : {};
    return ctx.records.stream(scope, streamParquet(filter, { ...wanted, ...scored }), signal);
  }
  // Without `form`, the engine returns calls as records, to which columns can be added.
  const lines = added ? wanted : { ...wanted, form: format };
  const parts = await ctx.records.stream(scope, streamCalls(filter, lines), signal);
  return textExport(parts, format, added);
}

/** Columns that the engine does not have or cannot read. Content is decrypted for a few calls at a time. */
const addedColumns = (
  ctx: Context,
  { scores, content }: { scores: boolean; content: boolean },
): AddedColumns => ({
  names: [...(scores ? ['scores' as const] : []), ...(content ? (['input', 'output'] as const) : [])],
  of: async (calls) => {
    const scored = scores
      ? await exportedScores(
          ctx,
          calls.map(({ call }) => call),
        )
      : null;
    const said = content
      ? await readContents(
          ctx,
          calls.map(({ call: { id, timestampMs }, hasContent }) => ({
            ref: { id, timestampMs },
            hasContent,
          })),
          ({ input = null, output = null }) => ({ input, output }),
        )
      : null;
    return (id) => ({ ...(scored && { scores: scored.get(id) ?? [] }), ...said?.get(id) });
  },
});

/** A server takes parameters of up to 128 KiB. */
const MAX_PARQUET_BYTES = 100_000;

/** The engine writes the file, so it gets the scores as a part of the query. */
async function parquetScores(
  ctx: Context,
  filter: CallFilter,
  wanted: { order: CallOrder; cap: number },
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  let bytes = 0;
  const batches = await ctx.records.stream(scopeOf(ctx), streamCalls(filter, wanted), signal);
  for await (const batch of batches) {
    const calls = batch.flatMap((part) => (part instanceof Uint8Array ? [] : part.call));
    for (const [id, scores] of await exportedScores(ctx, calls)) {
      const json = JSON.stringify(scores);
      bytes += Buffer.byteLength(json) + Buffer.byteLength(id);
      if (bytes > MAX_PARQUET_BYTES) {
        throw invalid(
          'scores',
          'These calls have more scores than a Parquet file can take. Export JSON or CSV, or fewer calls.',
          'scores_too_broad',
        );
      }
      found.set(id, json);
    }
  }
  return found;
}

const attachment = ({ clock }: Context, format: ExportFormat): string =>
  `attachment; filename="calls-${isoTime(clock.now()).slice(0, 10)}.${format}"`;
