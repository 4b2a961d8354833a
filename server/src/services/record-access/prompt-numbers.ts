import { chunks } from '#lib/chunks';
import type { SystemContext } from '#core/context';
import type { PromptNumber } from '#otlp';
import { selectNumbers } from './store.ts';

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
