// GET /v1/experiments/{id}/export: all cells with whole texts, as CSV for spreadsheets.
import { SECOND_MS } from '#lib/clock';
import { BYTE_ORDER_MARK, csvLine, type CsvCell } from '#lib/csv';
import { pullStream } from '#lib/pull-stream';
import { Pace } from '#lib/yield-to-event-loop';
import type { Context } from '#core/context';
import { Reply } from '#core/endpoint';
import { selectCells } from './cells.ts';
import { fullRow } from './results.ts';
import { requireExperiment } from './show.ts';
import { criteriaOfExperiment, selectExperimentItems, type ExperimentRow } from './store.ts';
import { openVariants } from './variants.ts';

const STALL_MS = 30 * SECOND_MS;
const MIN_SPEED = { bytesPerSecond: 6_554, graceMs: 20 * SECOND_MS };
const AT_ONCE = 20;
const FIELDS = [
  'item',
  'input',
  'expectedOutput',
  'variant',
  'repetition',
  'status',
  'reason',
  'output',
  'outputValid',
  'costUsd',
  'latencyMs',
  'inputTokens',
  'outputTokens',
  'verdict',
  'callId',
] as const;

export async function exportExperiment(ctx: Context, id: string, signal: AbortSignal): Promise<Reply> {
  const row = await requireExperiment(ctx, ctx.db, id);
  const body = pullStream(linesOf(ctx, row)[Symbol.asyncIterator](), {
    stallMs: STALL_MS,
    least: MIN_SPEED,
    onEnd: (error) => {
      if (error && !signal.aborted)
        ctx.log.error({ requestId: ctx.origin.requestId, err: error }, 'export of an experiment aborted');
    },
  });
  signal.addEventListener('abort', () => body.destroy(), { once: true });
  return new Reply(200, body, {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${row.id}.csv"`,
  });
}

async function* linesOf(ctx: Context, row: ExperimentRow): AsyncGenerator<string> {
  const criteria = criteriaOfExperiment(row);
  const keys = await ctx.contentKeys.load(ctx.account);
  const names = openVariants(keys, row.id, row.variants).map(({ name }) => name);
  const pace = new Pace();
  yield BYTE_ORDER_MARK + csvLine([...FIELDS, ...criteria.map(({ name }) => name)]);
  for (let after = -1; ;) {
    const items = await selectExperimentItems(ctx.db, row.id, { after, limit: AT_ONCE });
    const last = items.at(-1);
    if (!last) return;
    after = last.position;
    const cells = await selectCells(
      ctx.db,
      row.id,
      items.map(({ position }) => position),
    );
    const byPosition = Map.groupBy(cells, ({ position }) => position);
    for (const item of items) {
      const {
        itemId,
        input,
        expectedOutput,
        cells: own,
      } = fullRow(keys, item, byPosition.get(item.position) ?? []);
      // An empty piece would stop the stream.
      if (own.length === 0) continue;
      yield own
        .map(({ variant, scores, ...cell }) => {
          const of = { ...cell, item: itemId, input, expectedOutput, variant: names[variant] ?? '' };
          const scored = criteria.map(
            (criterion): CsvCell =>
              scores.find(({ criterionId }) => criterionId === criterion.id)?.score ?? null,
          );
          return csvLine([...FIELDS.map((name): CsvCell => of[name]), ...scored]);
        })
        .join('');
      if (pace.isDue) await pace.rest();
    }
  }
}
