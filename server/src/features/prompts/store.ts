import { sql, type Insertable, type RawBuilder, type SqlBool, type Updateable } from 'kysely';
import { isoTime } from '#lib/clock';
import type { Page } from '#core/paging';
import type { PromptsTable, Reader, Writer } from '#metadata';
import { readMessages, readVariables, type PromptRow, type Variables } from '#services/prompts';
import type { Prompt } from './schemas.ts';

/** One label per line. A label contains no line break, so a whole line is a whole label. */
export const writeLabels = (labels: readonly string[]): string =>
  JSON.stringify([...new Set(labels)], null, 1);

/** LIKE does not work here: one engine ignores case, and both interpret % and _. */
export const hasLabel = (label: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`replace(labels, ${`\n ${JSON.stringify(label)}`}, '') <> labels`;

export const writeVariables = (variables: Variables | null): string | null =>
  variables && JSON.stringify(variables);

export const readLabels = ({ labels }: Pick<PromptRow, 'labels'>): string[] => JSON.parse(labels) as string[];

export const presentPrompt = (row: PromptRow, deployedLabels: readonly string[]): Prompt => ({
  id: row.id,
  name: row.name,
  version: row.version,
  number: row.number,
  type: row.type,
  template: row.template,
  messages: readMessages(row),
  variables: readVariables(row),
  labels: readLabels(row),
  description: row.description,
  config: JSON.parse(row.config) as Record<string, unknown>,
  deployedLabels: [...deployedLabels],
  createdAt: isoTime(row.created_at),
  updatedAt: isoTime(row.updated_at),
});

/** Newest first. */
export function selectPrompts(
  db: Reader,
  accountId: string,
  filter: { name?: string; label?: string },
  { after, limit }: Page<number>,
): Promise<PromptRow[]> {
  let query = db.selectFrom('prompts').selectAll().where('account_id', '=', accountId);
  if (filter.name !== undefined) query = query.where('name', '=', filter.name);
  if (filter.label !== undefined) query = query.where(hasLabel(filter.label));
  if (after !== null) query = query.where('id', '<', after);
  return query
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** Versions of a name, newest first. */
export const selectVersions = (db: Reader, accountId: string, name: string, limit: number) =>
  db
    .selectFrom('prompts')
    .select(['id', 'version'])
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** The next number of a name. Numbers of deleted and renamed versions are not given out again. */
export async function takeNumber(db: Writer, accountId: string, name: string): Promise<number> {
  const { last_number: taken } = await db
    .insertInto('prompt_names')
    .values({ account_id: accountId, name, last_number: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'name'])
        .doUpdateSet((eb) => ({ last_number: eb('prompt_names.last_number', '+', 1) })),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow();
  return taken;
}

export const insertPrompt = (db: Writer, row: Insertable<PromptsTable>): Promise<PromptRow> =>
  db.insertInto('prompts').values(row).returningAll().executeTakeFirstOrThrow();

export const updatePrompt = (
  db: Writer,
  accountId: string,
  id: number,
  changes: Updateable<PromptsTable>,
): Promise<PromptRow> =>
  db
    .updateTable('prompts')
    .set(changes)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** Past runs lose their link. The SQL is here because runs depend on prompts, not the other way round. */
export const unlinkRuns = (db: Writer, accountId: string, id: number) =>
  db
    .updateTable('eval_runs')
    .set({ prompt_id: null, prompt_deleted: 1 })
    .where('account_id', '=', accountId)
    .where('prompt_id', '=', id)
    .execute();

export const deletePromptRow = (db: Writer, accountId: string, id: number) =>
  db.deleteFrom('prompts').where('account_id', '=', accountId).where('id', '=', id).execute();
