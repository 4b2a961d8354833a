// Streams all matching calls, up to the plan's cap. An error before the first call is an ordinary error
// response. A later one breaks off the transfer, so that a client cannot take a part for the whole.
import { acceptedType } from '#lib/accept';
import { invalid } from '#lib/app-error';
import { isoTime, SECOND_MS } from '#lib/clock';
import { pullStream } from '#lib/pull-stream';
import type { Context } from '#core/context';
import { Reply } from '#core/endpoint';
import { perProcess } from '#core/process-state';
import { exportedScores } from '#features/scores';
import { EXPORTS_AT_ONCE, streamCalls, streamParquet, type CallFilter, type CallOrder } from '#records';
import { textExport, type AddedColumns } from './export-formats.ts';
import { parquetExport } from './export-parquet.ts';
import { ExportSlots } from './export-slots.ts';
import type { CallsQuery } from './schemas/calls.ts';
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

/** A client that reads nothing for this long counts as disconnected, even if its connection is open. */
const STALL_MS = 30 * SECOND_MS;
/**
 * The minimum speed, lower than that of any usable connection. A slower client would hold a slot and a
 * connection of the engine for hours.
 */
const LEAST_SPEED = { bytesPerSecond: 6_554, graceMs: 20 * SECOND_MS };

const slotsOf = perProcess(() => new ExportSlots({ atOnce: EXPORTS_AT_ONCE, patienceMs: 3 * SECOND_MS }));

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
  const leave = await slotsOf(ctx).enter(ctx.account.id);
  const ended = new AbortController();
  try {
    const wanted = await withContentMatches(ctx, await callFilter(ctx, request.body));
    const either = AbortSignal.any([request.signal, ended.signal]);
    const chunks = (await chunksOf(ctx, request, wanted, format, either))[Symbol.asyncIterator]();
    const begun = startedWith(await chunks.next(), chunks);
    const body = pullStream(begun, {
      stallMs: STALL_MS,
      least: LEAST_SPEED,
      onEnd: (error) => {
        ended.abort();
        leave();
        if (error && !request.signal.aborted) {
          ctx.log.error({ requestId: ctx.origin.requestId, err: error }, 'export aborted');
        }
      },
    });
    // Destroys the body even if sending never begins.
    request.signal.addEventListener('abort', () => body.destroy(), { once: true });
    if (request.signal.aborted) body.destroy();
    return new Reply(200, body, {
      'content-type': CONTENT_TYPE[format],
      ...(format === 'json' ? {} : { 'content-disposition': attachment(ctx, format) }),
    });
  } catch (error) {
    ended.abort();
    leave();
    throw error;
  }
}

async function chunksOf(
  ctx: Context,
  { body: { sortBy = 'timestamp', sortOrder = 'desc' }, scores = false, content = false }: ExportRequest,
  filter: CallFilter,
  format: ExportFormat,
  signal: AbortSignal,
): Promise<AsyncIterable<string | Uint8Array>> {
  const order = { by: sortBy, descending: sortOrder === 'desc' };
  const wanted = { order, cap: ctx.plan.exportRecords };
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

async function* startedWith<Part>(
  first: IteratorResult<Part>,
  rest: AsyncIterator<Part>,
): AsyncGenerator<Part> {
  try {
    for (let part = first; !part.done; part = await rest.next()) yield part.value;
  } finally {
    await rest.return?.();
  }
}

const attachment = ({ clock }: Context, format: ExportFormat): string =>
  `attachment; filename="calls-${isoTime(clock.now()).slice(0, 10)}.${format}"`;
