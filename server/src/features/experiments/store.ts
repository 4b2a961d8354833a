// Experiments and their items in the metadata store.
import { openText, sealText, type AccountKeys } from '#content';
import { beyond, type Page, type Position } from '#core/paging';
import type { ExperimentItemsTable, ExperimentsTable, Reader, Writer } from '#metadata';
import type { Criterion } from '#services/scores';

export type ExperimentRow = ExperimentsTable;
export type ExperimentItemRow = ExperimentItemsTable;

export const criteriaOfExperiment = ({ criteria }: Pick<ExperimentRow, 'criteria'>): Criterion[] =>
  JSON.parse(criteria) as Criterion[];

interface ItemTexts {
  input: string;
  expected: string | null;
}

const itemPurpose = (id: string, position: number): string => `experiment:${id}:${position}`;

export const sealExperimentItem = (keys: AccountKeys, id: string, position: number, texts: ItemTexts) =>
  sealText(keys, itemPurpose(id, position), JSON.stringify(texts));

export const openExperimentItem = (
  keys: AccountKeys,
  { experiment_id: id, position, body }: Pick<ExperimentItemRow, 'experiment_id' | 'position' | 'body'>,
): ItemTexts => JSON.parse(openText(keys, itemPurpose(id, position), body)) as ItemTexts;

export const insertExperiment = (db: Writer, row: ExperimentRow) =>
  db.insertInto('experiments').values(row).execute();

const ITEMS_AT_ONCE = 100;

export async function insertExperimentItems(db: Writer, items: readonly ExperimentItemRow[]): Promise<void> {
  for (let at = 0; at < items.length; at += ITEMS_AT_ONCE)
    await db
      .insertInto('experiment_items')
      .values(items.slice(at, at + ITEMS_AT_ONCE))
      .execute();
}

export async function selectExperiment(
  db: Reader,
  accountId: string,
  /** Null for experiments of any project and of none. */
  projectId: string | null,
  id: string,
): Promise<ExperimentRow | null> {
  const row = await db
    .selectFrom('experiments')
    .selectAll()
    .where('account_id', '=', accountId)
    .$if(projectId !== null, (query) => query.where('project_id', '=', projectId))
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Newest first. */
export const selectExperiments = (
  db: Reader,
  accountId: string,
  projectId: string | null,
  { after, limit }: Page<Position>,
): Promise<ExperimentRow[]> =>
  db
    .selectFrom('experiments')
    .selectAll()
    .where('account_id', '=', accountId)
    .$if(projectId !== null, (query) => query.where('project_id', '=', projectId))
    .$if(after !== null, (query) => query.where(beyond('created_at', 'id', '<', after ?? [0, ''])))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();

const OF_PROMPT = ['id', 'name', 'status', 'created_at'] as const;
/** Newest first. An account has few enough that all of them are looked at. */
export const selectExperimentsOfPrompt = (
  db: Reader,
  accountId: string,
  projectId: string | null,
  promptId: number,
  limit: number,
) =>
  db
    .selectFrom('experiments')
    .select(OF_PROMPT)
    .where('account_id', '=', accountId)
    .$if(projectId !== null, (query) => query.where('project_id', '=', projectId))
    .where('prompt_ids', 'like', `%,${promptId},%`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

export async function countExperiments(db: Reader, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('experiments')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return count;
}

type Changes = Partial<
  Pick<
    ExperimentRow,
    | 'status'
    | 'reason'
    | 'message'
    | 'turn'
    | 'limit_micros'
    | 'started_at'
    | 'ended_at'
    | 'shipped'
    | 'cells_done'
    | 'cells_failed'
  >
>;

/** The row after the change; null if its status is not one of these any more. */
export async function moveExperiment(
  db: Writer,
  { id, turn }: Pick<ExperimentRow, 'id' | 'turn'>,
  from: readonly ExperimentRow['status'][],
  to: Changes,
): Promise<ExperimentRow | null> {
  const row = await db
    .updateTable('experiments')
    .set(to)
    .where('id', '=', id)
    .where('turn', '=', turn)
    .where('status', 'in', from)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

export const addToExperiment = (
  db: Writer,
  id: string,
  more: { done: number; failed: number; micros: number },
) =>
  db
    .updateTable('experiments')
    .set((eb) => ({
      cells_done: eb('cells_done', '+', more.done),
      cells_failed: eb('cells_failed', '+', more.failed),
      spent_micros: eb('spent_micros', '+', more.micros),
    }))
    .where('id', '=', id)
    .execute();

/** Its items and cells go with it. */
export async function deleteExperimentRow(
  db: Writer,
  accountId: string,
  projectId: string | null,
  id: string,
): Promise<string | null> {
  const row = await db
    .deleteFrom('experiments')
    .where('account_id', '=', accountId)
    .$if(projectId !== null, (query) => query.where('project_id', '=', projectId))
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
  return row?.name ?? null;
}

/** In their order, after a position. */
export const selectExperimentItems = (
  db: Reader,
  id: string,
  { after, limit }: { after: number; limit: number },
): Promise<ExperimentItemRow[]> =>
  db
    .selectFrom('experiment_items')
    .selectAll()
    .where('experiment_id', '=', id)
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit)
    .execute();

export async function selectExperimentItem(
  db: Reader,
  id: string,
  position: number,
): Promise<ExperimentItemRow | null> {
  const row = await db
    .selectFrom('experiment_items')
    .selectAll()
    .where('experiment_id', '=', id)
    .where('position', '=', position)
    .executeTakeFirst();
  return row ?? null;
}

export async function selectItemPositions(
  db: Reader,
  id: string,
  itemIds: readonly number[],
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('experiment_items')
    .select(['item_id', 'position'])
    .where('experiment_id', '=', id)
    .where('item_id', 'in', itemIds)
    .execute();
  return new Map(rows.map((row) => [row.item_id, row.position]));
}

export type ItemFigures = Pick<ExperimentItemRow, 'disagreement' | 'score' | 'cost_micros' | 'latency_ms'>;

export const updateItemFigures = (db: Writer, id: string, position: number, figures: ItemFigures) =>
  db
    .updateTable('experiment_items')
    .set(figures)
    .where('experiment_id', '=', id)
    .where('position', '=', position)
    .execute();
