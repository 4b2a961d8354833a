// A call may refer to its prompt by the id of a version, or a client by its number. The names are in the metadata
// store.
import { chunks } from '#lib/chunks';
import type { SystemContext } from '#core/context';
import { isOfPrompts, needsPrompts, type CallFilter } from '#records';
import type { PromptNumber } from '#otlp';
import { selectNewestVersions, selectNumbers } from './store.ts';

/** The maximum number of prompt versions passed to a query. */
const MAX_PROMPT_VERSIONS = 300;

/** `shown`: fields whose values the answer has. */
export async function withPrompts(
  { db, account }: Pick<SystemContext, 'db'> & { account: { id: string } },
  filter: CallFilter,
  shown: readonly (string | undefined)[] = [],
): Promise<CallFilter> {
  const { promptName, promptVersion, where } = filter;
  const newest = (name: string | null) => selectNewestVersions(db, account.id, name, MAX_PROMPT_VERSIONS);
  const known = needsPrompts(where) || shown.some(isOfPrompts) ? { known: await newest(null) } : {};
  if (promptName === undefined && promptVersion === undefined) return { ...filter, ...known };
  const named = await newest(promptName ?? null);
  return { ...filter, ...known, prompts: named.map(({ id, version }) => ({ id, version })) };
}

/** The ids of versions that clients name by number, in the same order; null if there is none. */
export async function promptIdsByNumber(
  { db, account }: Pick<SystemContext, 'db'> & { account: { id: string } },
  asked: readonly PromptNumber[],
): Promise<(number | null)[]> {
  const ids: (number | null)[] = [];
  for (const some of chunks(asked, 100)) {
    const names = [...new Set(some.map(({ name }) => name))];
    const numbers = [...new Set(some.map(({ number }) => number))];
    const rows = await selectNumbers(db, account.id, names, numbers);
    for (const { name, number } of some)
      ids.push(rows.find((row) => row.name === name && row.number === number)?.id ?? null);
  }
  return ids;
}
