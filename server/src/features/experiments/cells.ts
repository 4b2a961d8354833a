// Cells in the metadata store: the answer of one variant to one item, once.
import type { Insertable } from 'kysely';
import { openText, sealText, type AccountKeys } from '#content';
import type { ExperimentCellsTable, Reader, Writer } from '#metadata';

export type CellRow = ExperimentCellsTable;

/** Criterion, score, normalised score. */
export type CellScoreTriple = [criterionId: number, score: number | null, normalized: number | null];

export const scoresOfCell = ({ scores }: Pick<CellRow, 'scores'>): CellScoreTriple[] =>
  JSON.parse(scores) as CellScoreTriple[];

interface CellNote {
  criterionId: number;
  label: string | null;
  reason: string | null;
  reasoning: string;
  judge: string | null;
}

interface CellBody {
  output: string | null;
  error: string | null;
  notes: CellNote[];
  /** Why the output does not match the schema. */
  outputProblem: string | null;
}

export interface CellPlace {
  experiment_id: string;
  position: number;
  variant: number;
  repetition: number;
}

const cellPurpose = ({ experiment_id: id, position, variant, repetition }: CellPlace): string =>
  `experiment:${id}:${position}:${variant}:${repetition}`;

export const sealCell = (keys: AccountKeys, place: CellPlace, body: CellBody): string =>
  sealText(keys, cellPurpose(place), JSON.stringify(body));

const NOTHING: CellBody = { output: null, error: null, notes: [], outputProblem: null };

export const openCell = (keys: AccountKeys, cell: CellPlace & Pick<CellRow, 'body'>): CellBody =>
  cell.body === null ? NOTHING : (JSON.parse(openText(keys, cellPurpose(cell), cell.body)) as CellBody);

/** All columns but the sealed text. */
const FIGURES = [
  'experiment_id',
  'position',
  'variant',
  'repetition',
  'status',
  'reason',
  'output_digest',
  'output_valid',
  'scores',
  'cost_micros',
  'latency_ms',
  'input_tokens',
  'output_tokens',
  'verdict',
] as const;
export type CellFigures = Pick<CellRow, (typeof FIGURES)[number]>;

export const selectCells = (db: Reader, id: string, positions: readonly number[]): Promise<CellRow[]> =>
  db
    .selectFrom('experiment_cells')
    .selectAll()
    .where('experiment_id', '=', id)
    .where('position', 'in', positions)
    .orderBy('position')
    .orderBy('variant')
    .orderBy('repetition')
    .execute();

export async function selectCell(db: Reader, place: CellPlace): Promise<CellRow | null> {
  const row = await db
    .selectFrom('experiment_cells')
    .selectAll()
    .where('experiment_id', '=', place.experiment_id)
    .where('position', '=', place.position)
    .where('variant', '=', place.variant)
    .where('repetition', '=', place.repetition)
    .executeTakeFirst();
  return row ?? null;
}

export const selectCellFigures = (
  db: Reader,
  id: string,
  positions: readonly number[],
): Promise<CellFigures[]> =>
  db
    .selectFrom('experiment_cells')
    .select(FIGURES)
    .where('experiment_id', '=', id)
    .where('position', 'in', positions)
    .execute();

const AT_ONCE = 5_000;

/** In pages, by position, so that a long experiment is never in memory as a whole. */
export async function* figuresOfCells(db: Reader, id: string): AsyncGenerator<CellFigures[]> {
  for (let from = 0; ; from += AT_ONCE) {
    const rows = await db
      .selectFrom('experiment_cells')
      .select(FIGURES)
      .where('experiment_id', '=', id)
      .orderBy('position')
      .orderBy('variant')
      .orderBy('repetition')
      .limit(AT_ONCE)
      .offset(from)
      .execute();
    if (rows.length > 0) yield rows;
    if (rows.length < AT_ONCE) return;
  }
}

/** Returns those that were not there yet: a cell has one outcome, also if two processes try. */
export const insertCells = (db: Writer, rows: readonly Insertable<ExperimentCellsTable>[]) =>
  db
    .insertInto('experiment_cells')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['experiment_id', 'position', 'variant', 'repetition']).doNothing(),
    )
    .returning(['position', 'status', 'cost_micros'])
    .execute();

/** Writes the scores of an uploaded answer. False if it has an outcome already. */
export async function settleUploaded(db: Writer, row: CellRow): Promise<boolean> {
  const { status, reason, body, scores, cost_micros, finished_at } = row;
  const result = await db
    .updateTable('experiment_cells')
    .set({ status, reason, body, scores, cost_micros, finished_at })
    .where('experiment_id', '=', row.experiment_id)
    .where('position', '=', row.position)
    .where('variant', '=', row.variant)
    .where('repetition', '=', row.repetition)
    .where('status', '=', 'uploaded')
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function setVerdict(
  db: Writer,
  place: CellPlace,
  verdict: Pick<CellRow, 'verdict' | 'verdict_by' | 'verdict_at'>,
): Promise<boolean> {
  const result = await db
    .updateTable('experiment_cells')
    .set(verdict)
    .where('experiment_id', '=', place.experiment_id)
    .where('position', '=', place.position)
    .where('variant', '=', place.variant)
    .where('repetition', '=', place.repetition)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Their costs stay in the sum of the experiment. */
export async function deleteFailedCells(db: Writer, id: string): Promise<number> {
  const result = await db
    .deleteFrom('experiment_cells')
    .where('experiment_id', '=', id)
    .where('status', '=', 'failed')
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
