import { sql, type SqlBool } from 'kysely';
import { lowerAscii } from '#lib/glob';
import type { Context } from '#core/context';
import type { Page } from '#core/paging';
import { codePointOrder } from '#metadata';

/** Sorted by code point. */
export function selectNames(
  { db, metadata, account }: Pick<Context, 'db' | 'metadata' | 'account'>,
  search: string,
  { after, limit }: Page<string>,
) {
  const name = codePointOrder(metadata.kind, 'prompts.name');
  const named = db
    .selectFrom('prompts')
    .select((eb) => [
      'name',
      eb.fn.countAll<number>().as('versions'),
      eb.fn.max('id').as('latest_id'),
      eb.fn.max('updated_at').as('updated_at'),
    ])
    .where('account_id', '=', account.id)
    .$if(search !== '', (query) =>
      query.where(sql<SqlBool>`replace(lower(${name}), ${lowerAscii(search)}, '') <> lower(${name})`),
    )
    .$if(after !== null, (query) => query.where(sql<SqlBool>`${name} > ${after}`))
    .groupBy('name')
    .orderBy(name)
    .limit(limit + 1);
  return db
    .selectFrom(named.as('named'))
    .innerJoin('prompts as latest', 'latest.id', 'named.latest_id')
    .select([
      'named.name',
      'named.versions',
      'named.latest_id',
      'named.updated_at',
      'latest.version as latest_version',
      'latest.description',
    ])
    .orderBy(codePointOrder(metadata.kind, 'named.name'))
    .execute();
}

/** Deployments of each name, by label. */
export async function selectLabels(
  { db, account }: Pick<Context, 'db' | 'account'>,
  names: readonly string[],
): Promise<Map<string, { label: string; version: string }[]>> {
  const labels = new Map<string, { label: string; version: string }[]>();
  if (names.length === 0) return labels;
  const rows = await db
    .selectFrom('prompt_deployments as deployed')
    .innerJoin('prompts', 'prompts.id', 'deployed.prompt_id')
    .select(['deployed.name', 'deployed.label', 'prompts.version'])
    .where('deployed.account_id', '=', account.id)
    .where('deployed.name', 'in', names)
    .execute();
  for (const { name, label, version } of rows)
    labels.getOrInsertComputed(name, () => []).push({ label, version });
  // Sorted here, because the engines sort texts differently.
  for (const list of labels.values()) list.sort((left, right) => (left.label < right.label ? -1 : 1));
  return labels;
}
