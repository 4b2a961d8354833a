// A call may refer to its prompt only by the id of a version; the name is in the metadata store.
import type { SystemContext } from '#core/context';
import { needsPrompts, type CallFilter } from '#records';
import { selectNewestVersions } from './store.ts';

/** The maximum number of prompt versions passed to a query. */
export const MOST_VERSIONS = 300;

export async function withPrompts(
  { db, account }: Pick<SystemContext, 'db'> & { account: { id: string } },
  filter: CallFilter,
): Promise<CallFilter> {
  const { promptName, promptVersion, where } = filter;
  const newest = (name: string | null) => selectNewestVersions(db, account.id, name, MOST_VERSIONS);
  const known = needsPrompts(where) ? { known: await newest(null) } : {};
  if (promptName === undefined && promptVersion === undefined) return { ...filter, ...known };
  const named = await newest(promptName ?? null);
  return { ...filter, ...known, prompts: named.map(({ id, version }) => ({ id, version })) };
}
