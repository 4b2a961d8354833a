// A call may name its prompt by the id of a version alone, and what that is called is in the metadata store.
import type { SystemContext } from '#core/context';
import type { CallFilter } from '#records';
import { selectVersions } from './store.ts';

/** Their ids and versions go with each question. */
export const MOST_VERSIONS = 300;

export async function withPrompts(
  { db, account }: Pick<SystemContext, 'db'> & { account: { id: string } },
  filter: CallFilter,
): Promise<CallFilter> {
  const { promptName, promptVersion } = filter;
  if (promptName === undefined && promptVersion === undefined) return filter;
  const known = await selectVersions(db, account.id, promptName ?? null, MOST_VERSIONS);
  return { ...filter, prompts: known.map(({ id, version }) => ({ id, version })) };
}
