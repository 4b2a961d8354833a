import type { Reader, Writer } from '#metadata';
import { referencesOf, type PromptReference, type PromptRow } from '#services/prompts';

/** Stores what a version contains, in place of what was stored before. */
export async function storeReferences(
  db: Writer,
  { id, account_id, type, template }: Pick<PromptRow, 'id' | 'account_id' | 'type' | 'template'>,
): Promise<void> {
  await deleteReferences(db, account_id, id);
  const references = await referencesOf({ type, template });
  if (references.length === 0) return;
  await db
    .insertInto('prompt_references')
    .values(references.map(({ name, label, number }) => ({ account_id, prompt_id: id, name, label, number })))
    .execute();
}

export const deleteReferences = (db: Writer, accountId: string, promptId: number) =>
  db
    .deleteFrom('prompt_references')
    .where('account_id', '=', accountId)
    .where('prompt_id', '=', promptId)
    .execute();

export type ReaderRow = Pick<PromptRow, 'id' | 'name' | 'version' | 'type' | 'template'>;

/** Versions that contain one of the names, newest first. */
export const selectReaders = (
  db: Reader,
  accountId: string,
  names: readonly string[],
  limit: number,
): Promise<ReaderRow[]> =>
  db
    .selectFrom('prompts')
    .select(['id', 'name', 'version', 'type', 'template'])
    .where('account_id', '=', accountId)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('prompt_references')
        .select('prompt_id')
        .where('account_id', '=', accountId)
        .where('name', 'in', names),
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** Versions that contain this one now, by its number or by one of these labels, newest first. */
export const selectIncludedBy = (
  db: Reader,
  accountId: string,
  { name, number }: { name: string; number: number },
  labels: readonly string[],
  limit: number,
): Promise<({ id: number; of_name: string; version: string } & PromptReference)[]> =>
  db
    .selectFrom('prompt_references as reference')
    .innerJoin('prompts', 'prompts.id', 'reference.prompt_id')
    .select([
      'prompts.id',
      'prompts.name as of_name',
      'prompts.version',
      'reference.name',
      'reference.label',
      'reference.number',
    ])
    .where('reference.account_id', '=', accountId)
    .where('prompts.account_id', '=', accountId)
    .where('reference.name', '=', name)
    .where((eb) =>
      eb.or([
        eb('reference.number', '=', number),
        ...(labels.length === 0 ? [] : [eb('reference.label', 'in', labels)]),
      ]),
    )
    .orderBy('prompts.id', 'desc')
    .limit(limit)
    .execute();
