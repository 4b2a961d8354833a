// A call may refer to its prompt only by the id of a version; the name is in the metadata store.
import type { SystemContext } from '#core/context';
import type { CallFilter } from '#records';
import { selectNewestVersions } from './store.ts';

/** The maximum number of prompt versions passed to a query. */
export const MOST_VERSIONS = 300;

export async function withPrompts(
  { db, account }: Pick<SystemContext, 'db'> & { account: { id: string } },
  filter: CallFilter,
): Promise<CallFilter> {
  const { promptName, promptVersion } = filter;
  if (promptName === undefined && promptVersion === undefined) return filter;
  const known = await selectNewestVersions(db, account.id, promptName ?? null, MOST_VERSIONS);
  return { ...filter, prompts: known.map(({ id, version }) => ({ id, version })) };
}
