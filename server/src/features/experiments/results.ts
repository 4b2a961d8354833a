// GET /v1/experiments/{id}/results: rows of items with a cell for each variant, in an order and in pages. And
// one row with whole texts.
import { sql } from 'kysely';
import { invalid, notFound } from '#lib/app-error';
import { decodeCursor, encodeCursor } from '#lib/cursor';
import { usd } from '#lib/money';
import { tidy } from '#lib/tidy';
import type { AccountKeys } from '#content';
import type { Context } from '#core/context';
import type { Reader } from '#metadata';
import { conversationItem, conversationLine } from '#services/model-runs';
import { openCell, scoresOfCell, selectCells, type CellRow } from './cells.ts';
import type { FullRow, ResultCell, ResultPage, ResultRow, ResultsQuery } from './schemas.ts';
import { requireExperiment } from './show.ts';
import { openExperimentItem, selectExperimentItem, type ExperimentItemRow } from './store.ts';

const DEFAULT_LIMIT = 50;
/** The most cells of a page, because each is decrypted. */
const MAX_CELLS = 2_400;
/** Enough to see in a table whether two answers differ. */
const SHOWN_CHARACTERS = 600;

const ORDERS = {
  position: { column: 'position', descending: false },
  disagreement: { column: 'disagreement', descending: true },
  score: { column: 'score', descending: false },
  cost: { column: 'cost_micros', descending: true },
  latency: { column: 'latency_ms', descending: true },
} as const;

export async function listResults(
  ctx: Context,
  id: string,
  { sortBy = 'position', limit: wanted = DEFAULT_LIMIT, cursor }: ResultsQuery,
): Promise<ResultPage> {
  const row = await requireExperiment(ctx, ctx.db, id);
  const order = ORDERS[sortBy];
  const perItem = row.cells_total / Math.max(1, row.item_count);
  const limit = Math.max(1, Math.min(wanted, Math.floor(MAX_CELLS / Math.max(1, perItem))));
  const after = cursor === undefined ? null : readCursor(cursor, sortBy);
  const found = await selectSorted(ctx.db, row.id, order, after, limit + 1);
  const items = found.slice(0, limit);
  const last = found.length > limit ? items.at(-1) : undefined;
  const nextCursor = last ? encodeCursor([sortBy, last[order.column], last.position]) : null;
  if (items.length === 0) return { rows: [], nextCursor };
  const keys = await ctx.contentKeys.load(ctx.account);
  const cells = await selectCells(
    ctx.db,
    row.id,
    items.map(({ position }) => position),
  );
  const byPosition = Map.groupBy(cells, ({ position }) => position);
  return {
    rows: items.map((item) => presentRow(keys, item, byPosition.get(item.position) ?? [])),
    nextCursor,
  };
}

function readCursor(cursor: string, sortBy: string): [number, number] {
  const [by, value, position] = decodeCursor(cursor, ['string', 'number', 'integer']) ?? [];
  if (by !== sortBy || typeof value !== 'number' || typeof position !== 'number')
    throw invalid('cursor', 'The cursor is not one that this list gave out in this order.');
  return [value, position];
}

function selectSorted(
  db: Reader,
  id: string,
  { column, descending }: (typeof ORDERS)[keyof typeof ORDERS],
  after: [number, number] | null,
  limit: number,
): Promise<ExperimentItemRow[]> {
  const direction = descending ? 'desc' : 'asc';
  let query = db.selectFrom('experiment_items').selectAll().where('experiment_id', '=', id);
  if (after) {
    const [value, position] = after;
    const beyond = sql.raw(descending ? '<' : '>');
    query = query.where(
      sql<boolean>`(${sql.ref(column)} ${beyond} ${value} or (${sql.ref(column)} = ${value} and position > ${position}))`,
    );
  }
  return query.orderBy(column, direction).orderBy('position').limit(limit).execute();
}

const known = (value: number): number | null => (value < 0 ? null : tidy(value));

const figuresOf = (item: ExperimentItemRow) => ({
  position: item.position,
  itemId: item.item_id,
  disagreement: known(item.disagreement),
  score: known(item.score),
  costUsd: usd(item.cost_micros),
  latencyMs: item.latency_ms,
});

const cellFigures = (cell: CellRow): Omit<ResultCell, 'output' | 'outputTruncated'> => ({
  variant: cell.variant,
  repetition: cell.repetition,
  status: cell.status,
  reason: cell.reason,
  callId: cell.call_id,
  scores: scoresOfCell(cell).map(([criterionId, score, normalizedScore]) => ({
    criterionId,
    score,
    normalizedScore,
  })),
  costUsd: usd(cell.cost_micros),
  latencyMs: cell.latency_ms,
  inputTokens: cell.input_tokens,
  outputTokens: cell.output_tokens,
  attempts: cell.attempts,
  outputValid: cell.output_valid === null ? null : cell.output_valid === 1,
  verdict: cell.verdict,
});

/** Never between the halves of a character. */
const begun = (text: string): string =>
  text.length <= SHOWN_CHARACTERS ? text : text.slice(0, SHOWN_CHARACTERS).replace(/[\ud800-\udbff]$/, '');

function presentRow(keys: AccountKeys, item: ExperimentItemRow, cells: readonly CellRow[]): ResultRow {
  const { input, expected } = openExperimentItem(keys, item);
  const conversation = conversationItem(input);
  return {
    ...figuresOf(item),
    input: begun(conversation ? conversationLine(conversation) : input),
    expectedOutput: expected === null ? null : begun(expected),
    cells: cells.map((cell) => {
      const { output } = openCell(keys, cell);
      return {
        ...cellFigures(cell),
        output: output === null ? null : begun(output),
        outputTruncated: (output?.length ?? 0) > SHOWN_CHARACTERS,
      };
    }),
  };
}

export async function showResult(ctx: Context, id: string, position: number): Promise<FullRow> {
  const row = await requireExperiment(ctx, ctx.db, id);
  const item = await selectExperimentItem(ctx.db, row.id, position);
  if (!item) throw notFound('Item of the experiment');
  const keys = await ctx.contentKeys.load(ctx.account);
  return fullRow(keys, item, await selectCells(ctx.db, row.id, [position]));
}

export function fullRow(keys: AccountKeys, item: ExperimentItemRow, cells: readonly CellRow[]): FullRow {
  const { input, expected } = openExperimentItem(keys, item);
  return {
    ...figuresOf(item),
    input,
    expectedOutput: expected,
    cells: cells.map((cell) => ({
      ...cellFigures(cell),
      ...openCell(keys, cell),
      verdictBy: cell.verdict_by,
    })),
  };
}
