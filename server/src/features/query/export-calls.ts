// Streams all matching calls, up to the plan's cap. An error before the first call is an ordinary error response. A later one
// breaks off the transfer, so that a client cannot take a part for the whole.
import { acceptedType } from '#lib/accept';
import { isoTime, SECOND_MS } from '#lib/clock';
import { pullStream } from '#lib/pull-stream';
import type { Context } from '#core/context';
import { Reply } from '#core/endpoint';
import { perProcess } from '#core/process-state';
import { EXPORTS_AT_ONCE, streamCalls, streamParquet } from '#records';
import { textExport } from './export-formats.ts';
import { ExportSlots } from './export-slots.ts';
import type { CallsQuery } from './schemas/calls.ts';
import { filterOf, scopeOf, withPrompts } from '#services/record-access';
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

/** A client that reads nothing for this long counts as gone, even if its connection is open. */
const STALL_MS = 30 * SECOND_MS;
/** Slower than any usable connection. A slower client would hold a slot and a connection of the engine for hours. */
const LEAST_SPEED = { bytesPerSecond: 6_554, graceMs: 20 * SECOND_MS };

const slotsOf = perProcess(() => new ExportSlots({ atOnce: EXPORTS_AT_ONCE, patienceMs: 3 * SECOND_MS }));

interface ExportRequest {
  body: CallsQuery;
  format: ExportFormat | undefined;
  accept: string;
  /** Aborted when the client disconnects. */
  signal: AbortSignal;
}

export async function exportCalls(ctx: Context, request: ExportRequest): Promise<Reply> {
  const type = acceptedType(request.accept, TYPES);
  const format = request.format ?? (type === null ? 'json' : BY_TYPE[type]);
  const filter = filterOf(request.body);
  const leave = await slotsOf(ctx).enter(ctx.account.id);
  const ended = new AbortController();
  try {
    const wanted = await withContentMatches(ctx, await withPrompts(ctx, filter));
    const either = AbortSignal.any([request.signal, ended.signal]);
    const chunks = (await chunksOf(ctx, request.body, wanted, format, either))[Symbol.asyncIterator]();
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
    // Also if sending never begins.
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
  { sortBy = 'timestamp', sortOrder = 'desc' }: CallsQuery,
  filter: ReturnType<typeof filterOf>,
  format: ExportFormat,
  signal: AbortSignal,
): Promise<AsyncIterable<string | Uint8Array>> {
  const order = { by: sortBy, descending: sortOrder === 'desc' };
  const wanted = { order, cap: ctx.plan.exportRecords };
  if (format === 'parquet') return ctx.records.stream(scopeOf(ctx), streamParquet(filter, wanted), signal);
  const parts = await ctx.records.stream(
    scopeOf(ctx),
    streamCalls(filter, { ...wanted, form: format }),
    signal,
  );
  return textExport(parts, format);
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
