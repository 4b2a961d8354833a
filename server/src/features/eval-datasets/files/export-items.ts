// GET /v1/eval-datasets/{id}/export: all items of a version as a file. JSON lines and Parquet can be uploaded
// again without loss; CSV is for spreadsheets.
import { SECOND_MS } from '#lib/clock';
import { BYTE_ORDER_MARK, csvLine, type CsvCell } from '#lib/csv';
import { ParquetFile, type ParquetColumn } from '#lib/parquet-file';
import { pullStream } from '#lib/pull-stream';
import { Pace } from '#lib/yield-to-event-loop';
import type { Context } from '#core/context';
import { Reply } from '#core/endpoint';
import { openItem, itemPagesAt } from '../items/store.ts';
import { presentItem, requireDataset } from '../items/read-items.ts';
import { requireDatasetVersion } from '../items/versions.ts';
import type { FullItem } from '../items/schemas.ts';

export const EXPORT_FORMS = ['jsonl', 'csv', 'parquet'] as const;
type ExportForm = (typeof EXPORT_FORMS)[number];

const TYPES: Readonly<Record<ExportForm, string>> = {
  jsonl: 'application/x-ndjson',
  csv: 'text/csv; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
};

const FIELDS = ['id', 'externalId', 'input', 'expectedOutput', 'metadata', 'split', 'sourceCallId'] as const;

const STALL_MS = 30 * SECOND_MS;
const MIN_SPEED = { bytesPerSecond: 6_554, graceMs: 20 * SECOND_MS };

interface ExportQuery {
  format?: ExportForm | undefined;
  version?: number | undefined;
  split?: string | undefined;
}

export async function exportItems(
  ctx: Context,
  id: number,
  { format = 'jsonl', version: wanted, split }: ExportQuery,
  signal: AbortSignal,
): Promise<Reply> {
  const row = await requireDataset(ctx, id);
  const version = wanted ?? row.version;
  await requireDatasetVersion(ctx.db, row, version);
  const pages = itemsOf(ctx, { id, version, split });
  const body = pullStream(WRITERS[format](pages)[Symbol.asyncIterator](), {
    stallMs: STALL_MS,
    least: MIN_SPEED,
    onEnd: (error) => {
      if (error && !signal.aborted)
        ctx.log.error({ requestId: ctx.origin.requestId, err: error }, 'export of a dataset aborted');
    },
  });
  signal.addEventListener('abort', () => body.destroy(), { once: true });
  return new Reply(200, body, {
    'content-type': TYPES[format],
    'content-disposition': `attachment; filename="dataset-${id}-v${version}.${format}"`,
  });
}

/** A few items are open at a time. */
const OPEN_AT_ONCE = 50;

async function* itemsOf(
  ctx: Context,
  { id, version, split }: { id: number; version: number; split: string | undefined },
): AsyncGenerator<FullItem[]> {
  const pace = new Pace();
  for await (const rows of itemPagesAt(ctx.db, id, version, split)) {
    const keys = await ctx.contentKeys.load(ctx.account);
    for (let at = 0; at < rows.length; at += OPEN_AT_ONCE) {
      yield rows.slice(at, at + OPEN_AT_ONCE).map((row) => presentItem(openItem(keys, row)));
      if (pace.isDue) await pace.rest();
    }
  }
}

type Pages = AsyncIterable<readonly FullItem[]>;

const WRITERS: Readonly<Record<ExportForm, (pages: Pages) => AsyncGenerator<string | Uint8Array>>> = {
  jsonl: jsonLines,
  csv: csvLines,
  parquet: parquetGroups,
};

async function* jsonLines(pages: Pages): AsyncGenerator<string> {
  for await (const items of pages)
    yield items
      .map((item) => `${JSON.stringify(Object.fromEntries(FIELDS.map((name) => [name, item[name]])))}\n`)
      .join('');
}

/** Text stays text; everything else is JSON. */
const cellOf = (value: unknown): string | null =>
  value === null || typeof value === 'string' ? value : JSON.stringify(value);

async function* csvLines(pages: Pages): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine([...FIELDS]);
  for await (const items of pages)
    yield items
      .map((item) => csvLine(FIELDS.map((name): CsvCell => (name === 'id' ? item.id : cellOf(item[name])))))
      .join('');
}

async function* parquetGroups(pages: Pages): AsyncGenerator<Uint8Array> {
  const column = (name: (typeof FIELDS)[number]): ParquetColumn<FullItem> =>
    name === 'id'
      ? { name, kind: 'number', value: (item) => item.id }
      : { name, kind: 'text', isOptional: name !== 'input', value: (item) => cellOf(item[name]) };
  const file = new ParquetFile<FullItem>(FIELDS.map(column));
  for await (const items of pages) yield file.group(items);
  yield file.end();
}
