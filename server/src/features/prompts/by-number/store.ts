import { sql, type ExpressionBuilder } from 'kysely';
import type { Context } from '#core/context';
import { codePointOrder, type Database, type Reader, type Writer } from '#metadata';
import { LATEST, type PromptRow } from '#services/prompts';
import { hasLabel } from '../store.ts';

const ofName = (db: Reader, accountId: string, name: string) =>
  db.selectFrom('prompts').where('account_id', '=', accountId).where('name', '=', name);

export const selectRowByNumber = async (
  db: Reader,
  accountId: string,
  name: string,
  number: number,
): Promise<PromptRow | null> =>
  (await ofName(db, accountId, name).selectAll().where('number', '=', number).executeTakeFirst()) ?? null;

export const selectRowsOfName = (db: Reader, accountId: string, name: string): Promise<PromptRow[]> =>
  ofName(db, accountId, name).selectAll().orderBy('id').execute();

export const selectNewestId = async (db: Reader, accountId: string, name: string): Promise<number | null> =>
  (
    await ofName(db, accountId, name)
      .select((eb) => eb.fn.max<number | null>('id').as('id'))
      .executeTakeFirst()
  )?.id ?? null;

/** The number as text, or the first variation of it that no version of the name has. */
export async function freeVersion(
  db: Writer,
  accountId: string,
  name: string,
  number: number,
): Promise<string> {
  for (let turn = 0; ; turn += 1) {
    const version = turn === 0 ? String(number) : `${number}.${turn}`;
    const taken = await ofName(db, accountId, name)
      .select('id')
      .where('version', '=', version)
      .executeTakeFirst();
    if (!taken) return version;
  }
}

export interface NumberedFilter {
  name?: string | undefined;
  number?: number | undefined;
  label?: string | undefined;
  /** One of the labels of the version. */
  tag?: string | undefined;
  /** The range of the last change: `fromMs` is inclusive, `toMs` exclusive. */
  fromMs?: number | undefined;
  toMs?: number | undefined;
}

type Prompts = ExpressionBuilder<Database, 'prompts'>;

const matching = (accountId: string, filter: NumberedFilter) => (eb: Prompts) =>
  eb.and([
    eb('account_id', '=', accountId),
    ...(filter.name === undefined ? [] : [eb('name', '=', filter.name)]),
    ...(filter.number === undefined ? [] : [eb('number', '=', filter.number)]),
    ...(filter.tag === undefined ? [] : [hasLabel(filter.tag)]),
    ...(filter.fromMs === undefined ? [] : [eb('updated_at', '>=', filter.fromMs)]),
    ...(filter.toMs === undefined ? [] : [eb('updated_at', '<', filter.toMs)]),
    ...(filter.label === undefined ? [] : [eb('id', 'in', withLabel(eb, accountId, filter.label))]),
  ]);

const withLabel = (eb: Prompts, accountId: string, label: string) =>
  label === LATEST
    ? eb
        .selectFrom('prompts as each')
        .select((of) => of.fn.max('each.id').as('id'))
        .where('each.account_id', '=', accountId)
        .groupBy('each.name')
    : eb
        .selectFrom('prompt_deployments')
        .select('prompt_id as id')
        .where('account_id', '=', accountId)
        .where('label', '=', label);

/** Names with a version that matches, by code point. */
export const selectNumberedNames = (
  { db, metadata, account }: Pick<Context, 'db' | 'metadata' | 'account'>,
  filter: NumberedFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ name: string }[]> =>
  db
    .selectFrom('prompts')
    .select('name')
    .where(matching(account.id, filter))
    .groupBy('name')
    .orderBy(codePointOrder(metadata.kind, 'prompts.name'))
    .offset(offset)
    .limit(limit)
    .execute();

export async function countNumberedNames(
  db: Reader,
  accountId: string,
  filter: NumberedFilter,
): Promise<number> {
  const { names } = await db
    .selectFrom('prompts')
    .select(sql<number>`count(distinct name)`.as('names'))
    .where(matching(accountId, filter))
    .executeTakeFirstOrThrow();
  return names;
}

/** The versions of these names that match, oldest first, without their templates. */
export const selectNumberedVersions = (
  db: Reader,
  accountId: string,
  filter: NumberedFilter,
  names: readonly string[],
) =>
  db
    .selectFrom('prompts')
    .select(['id', 'name', 'number', 'type', 'labels', 'updated_at'])
    .where(matching(accountId, filter))
    .where('name', 'in', names)
    .orderBy('id')
    .execute();

export const selectConfigs = (db: Reader, accountId: string, ids: readonly number[]) =>
  db
    .selectFrom('prompts')
    .select(['id', 'config'])
    .where('account_id', '=', accountId)
    .where('id', 'in', ids)
    .execute();

export const selectNewestIds = (db: Reader, accountId: string, names: readonly string[]) =>
  db
    .selectFrom('prompts')
    .select((eb) => ['name', eb.fn.max('id').as('id')])
    .where('account_id', '=', accountId)
    .where('name', 'in', names)
    .groupBy('name')
    .execute();

export const selectDeployedTo = (db: Reader, accountId: string, names: readonly string[]) =>
  db
    .selectFrom('prompt_deployments')
    .select(['prompt_id as id', 'label'])
    .where('account_id', '=', accountId)
    .where('name', 'in', names)
    .execute();
