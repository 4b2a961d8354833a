// GET /v1/review-queues/{id}/export: a line for each answer to an item that everyone may see.
import { SECOND_MS } from '#lib/clock';
import { BYTE_ORDER_MARK, csvLine, type CsvCell } from '#lib/csv';
import { pullStream } from '#lib/pull-stream';
import type { Context } from '#core/context';
import { Reply } from '#core/endpoint';
import { selectCallsAt } from '#records';
import { readContents, scopeOf } from '#services/record-access';
import { isOpenToAll, presentItems } from './items/present.ts';
import { selectItems, type QueueItemRow } from './items/store.ts';
import { requireQueue } from './queues.ts';
import type { QueueExportQuery, QueueItem } from './schemas.ts';
import { dimensionsIn, type QueueRow } from './store.ts';

const STALL_MS = 30 * SECOND_MS;
const MIN_SPEED = { bytesPerSecond: 6_554, graceMs: 20 * SECOND_MS };
const ITEMS_AT_ONCE = 200;

export async function exportQueue(
  ctx: Context,
  id: number,
  { format = 'csv', content = false }: QueueExportQuery,
  signal: AbortSignal,
): Promise<Reply> {
  const queue = await requireQueue(ctx, ctx.db, id);
  const pages = itemPages(ctx, queue, content);
  const lines = format === 'csv' ? csvLines(queue, pages, content) : jsonParts(queue, pages);
  const body = pullStream(lines[Symbol.asyncIterator](), {
    stallMs: STALL_MS,
    least: MIN_SPEED,
    onEnd: (error) => {
      if (error && !signal.aborted)
        ctx.log.error({ requestId: ctx.origin.requestId, err: error }, 'export of a review queue aborted');
    },
  });
  signal.addEventListener('abort', () => body.destroy(), { once: true });
  return new Reply(200, body, {
    'content-type': format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json',
    'content-disposition': `attachment; filename="review-queue-${id}.${format}"`,
  });
}

/** What was asked and answered, as it is stored. */
interface Said {
  input: unknown;
  output: unknown;
}

interface ExportedItem {
  item: QueueItem;
  /** Null if it was not asked for. */
  said: Said | null;
}

const NOTHING: Said = { input: null, output: null };

async function* itemPages(ctx: Context, queue: QueueRow, content: boolean): AsyncGenerator<ExportedItem[]> {
  for (let after: number | null = null; ;) {
    const page = { after, limit: ITEMS_AT_ONCE };
    const rows = await selectItems(ctx.db, queue.id, {}, page, ctx.clock.now());
    const shown = rows.slice(0, ITEMS_AT_ONCE);
    const items = await presentItems(ctx, ctx.db, queue, shown.filter(isOpenToAll));
    const said = content ? await saidIn(ctx, shown) : null;
    if (items.length > 0)
      yield items.map((item) => ({ item, said: said && (said.get(item.callId ?? '') ?? NOTHING) }));
    if (rows.length <= ITEMS_AT_ONCE) return;
    after = shown.at(-1)?.id ?? null;
  }
}

/** Only of calls that the caller may read: a queue may have been filled from several projects. */
async function saidIn(ctx: Context, rows: readonly QueueItemRow[]): Promise<Map<string, Said>> {
  const places = rows
    .filter(({ kind }) => kind === 'call')
    .map((row) => ({ id: row.record_id, timestampMs: row.record_timestamp }));
  const found = await ctx.records.ask(scopeOf(ctx), selectCallsAt(places));
  const calls = places.flatMap((ref) => {
    const call = found.get(ref.id);
    return call ? [{ ref, hasContent: call.hasContent }] : [];
  });
  return readContents(ctx, calls, ({ input = null, output = null }) => ({ input, output }));
}

const asCell = (value: unknown): CsvCell =>
  value === null || typeof value === 'string' ? value : JSON.stringify(value);

type Pages = AsyncIterable<readonly ExportedItem[]>;

async function* csvLines(queue: QueueRow, pages: Pages, content: boolean): AsyncGenerator<string> {
  const names = dimensionsIn(queue).map(({ name }) => name);
  const head = [
    'itemId',
    'callId',
    'traceId',
    'sessionId',
    'callTimestamp',
    'state',
    'reviewerId',
    'reviewer',
    'isResolution',
  ];
  yield (
    BYTE_ORDER_MARK +
      csvLine([
        ...head,
        ...names,
        ...names.map((name) => `final ${name}`),
        'comment',
        'correction',
        'durationMs',
        'answeredAt',
        ...(content ? ['input', 'output'] : []),
      ])
  );
  for await (const items of pages) yield items.flatMap((item) => linesOf(item, names)).join('');
}

const linesOf = ({ item, said }: ExportedItem, names: readonly string[]): string[] =>
  item.answers.map(({ reviewer, isResolution, values, comment, correction, durationMs, answeredAt }) =>
    csvLine([
      item.id,
      item.callId,
      item.traceId,
      item.sessionId,
      item.callTimestamp,
      item.state,
      reviewer.id,
      reviewer.name,
      isResolution,
      ...names.map((name): CsvCell => values[name] ?? null),
      ...names.map((name): CsvCell => item.final?.[name] ?? null),
      comment,
      correction,
      durationMs,
      answeredAt,
      ...(said ? [asCell(said.input), asCell(said.output)] : []),
    ]),
  );

async function* jsonParts(queue: QueueRow, pages: Pages): AsyncGenerator<string> {
  const { id, name } = queue;
  yield `${JSON.stringify({ id, name, dimensions: dimensionsIn(queue) }).slice(0, -1)},"items":[`;
  let isFirst = true;
  for await (const items of pages) {
    for (const { item, said } of items) {
      const { takenUntil: _own, answers, ...shown } = item;
      const given = answers.map(({ isMine: _mine, ...answer }) => answer);
      yield `${isFirst ? '' : ','}\n${JSON.stringify({ ...shown, answers: given, ...said })}`;
      isFirst = false;
    }
  }
  yield '\n]}\n';
}
