import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { lowerAscii } from '#lib/glob';
import type { Context } from '#core/context';
import type { Page } from '#core/paging';
import { codePointOrder } from '#metadata';

type NamesContext = Pick<Context, 'db' | 'metadata' | 'account'>;

const MAX_FOLDERS = 1_000;

const prefixOf = (folder: string): string => (folder === '' ? '' : `${folder}/`);

/** In code points, as SQL counts. */
const lengthOf = (text: string): number => Array.from(text).length;

/** Names that begin with a prefix. LIKE does not work here: one engine ignores case. */
const isBelow = (prefix: string) =>
  sql<SqlBool>`substr(prompts.name, 1, ${sql.lit(lengthOf(prefix))}) = ${prefix}`;

/**
 * The place of the first slash in what follows the prefix; 0 without one. A name that begins with a slash is not in
 * a folder without a name: 1 counts as none.
 */
function slashAfter({ metadata }: Pick<Context, 'metadata'>, prefix: string): RawBuilder<number> {
  const rest = sql`substr(prompts.name, ${sql.lit(lengthOf(prefix) + 1)})`;
  return metadata.kind === 'sqlite' ? sql<number>`instr(${rest}, '/')` : sql<number>`strpos(${rest}, '/')`;
}

/** Folders directly in a folder, with the number of prompts below each. */
export async function selectFolders(
  ctx: NamesContext,
  folder: string,
): Promise<{ path: string; prompts: number }[]> {
  const prefix = prefixOf(folder);
  const slash = slashAfter(ctx, prefix);
  const rows = await ctx.db
    .selectFrom('prompts')
    .select((eb) => [
      sql<string>`substr(prompts.name, 1, ${sql.lit(lengthOf(prefix) - 1)} + ${slash})`.as('path'),
      eb.fn.count<number>('name').distinct().as('prompts'),
    ])
    .where('account_id', '=', ctx.account.id)
    .where(isBelow(prefix))
    .where(sql<SqlBool>`${slash} > 1`)
    .groupBy('path')
    .limit(MAX_FOLDERS)
    .execute();
  // Sorted here, because the engines sort texts differently.
  return rows.sort((left, right) => (left.path < right.path ? -1 : 1));
}

/** Sorted by code point. */
export function selectNames(
  ctx: NamesContext,
  { search, folder }: { search: string; folder: string | undefined },
  { after, limit }: Page<string>,
) {
  const { db, metadata, account } = ctx;
  const prefix = prefixOf(folder ?? '');
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
    .$if(prefix !== '', (query) => query.where(isBelow(prefix)))
    .$if(folder !== undefined && search === '', (query) =>
      query.where(sql<SqlBool>`${slashAfter(ctx, prefix)} < 2`),
    )
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
