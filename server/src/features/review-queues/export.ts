// GET /v1/review-queues/{id}/export: a line for each answer to an item that everyone may see.
import { SECOND_MS } from '#lib/clock';
import { BYTE_ORDER_MARK, csvLine, type CsvCell } from '#lib/csv';
import { pullStream } from '#lib/pull-stream';
import type { Context } from '#core/context';
import { Reply } from '#core/endpoint';
import { isOpenToAll, presentItems } from './items/present.ts';
import { selectItems } from './items/store.ts';
import { requireQueue } from './queues.ts';
import type { EXPORT_FILES, QueueItem } from './schemas.ts';
import { dimensionsIn, type QueueRow } from './store.ts';

type ExportFile = (typeof EXPORT_FILES)[number];

const STALL_MS = 30 * SECOND_MS;
const LEAST_SPEED = { bytesPerSecond: 6_554, graceMs: 20 * SECOND_MS };
const ITEMS_AT_ONCE = 200;

export async function exportQueue(
  ctx: Context,
  id: number,
  format: ExportFile,
  signal: AbortSignal,
): Promise<Reply> {
  const queue = await requireQueue(ctx, ctx.db, id);
  const pages = itemPages(ctx, queue);
  const lines = format === 'csv' ? csvLines(queue, pages) : jsonParts(queue, pages);
  const body = pullStream(lines[Symbol.asyncIterator](), {
    stallMs: STALL_MS,
    least: LEAST_SPEED,
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

async function* itemPages(ctx: Context, queue: QueueRow): AsyncGenerator<QueueItem[]> {
  for (let after: number | null = null; ;) {
    const page = { after, limit: ITEMS_AT_ONCE };
    const rows = await selectItems(ctx.db, queue.id, {}, page, ctx.clock.now());
    const shown = rows.slice(0, ITEMS_AT_ONCE);
    const items = await presentItems(ctx, ctx.db, queue, shown.filter(isOpenToAll));
    if (items.length > 0) yield items;
    if (rows.length <= ITEMS_AT_ONCE) return;
    after = shown.at(-1)?.id ?? null;
  }
}

type Pages = AsyncIterable<readonly QueueItem[]>;

async function* csvLines(queue: QueueRow, pages: Pages): AsyncGenerator<string> {
  const names = dimensionsIn(queue).map(({ name }) => name);
  const head = ['itemId', 'callId', 'callTimestamp', 'state', 'reviewerId', 'reviewer', 'isResolution'];
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
      ])
  );
  for await (const items of pages) yield items.flatMap((item) => linesOf(item, names)).join('');
}

const linesOf = (item: QueueItem, names: readonly string[]): string[] =>
  item.answers.map(({ reviewer, isResolution, values, comment, correction, durationMs, answeredAt }) =>
    csvLine([
      item.id,
      item.callId,
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
    ]),
  );

async function* jsonParts(queue: QueueRow, pages: Pages): AsyncGenerator<string> {
  const { id, name } = queue;
  yield `${JSON.stringify({ id, name, dimensions: dimensionsIn(queue) }).slice(0, -1)},"items":[`;
  let isFirst = true;
  for await (const items of pages) {
    for (const { takenUntil: _own, answers, ...item } of items) {
      const said = answers.map(({ isMine: _mine, ...answer }) => answer);
      yield `${isFirst ? '' : ','}\n${JSON.stringify({ ...item, answers: said })}`;
      isFirst = false;
    }
  }
  yield '\n]}\n';
}
