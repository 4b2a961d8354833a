import type { Writer } from '#metadata';
import { partPurpose } from './part-text.ts';
import { rewritePart, selectPartKeys } from './store.ts';

/** Used when the master key changes. One at a time, because bodies may be large. */
export async function resealOpenSpans(
  db: Writer,
  reseal: (sealed: string, purpose: string) => string,
): Promise<void> {
  for (const key of await selectPartKeys(db))
    await rewritePart(db, key, (body) => reseal(body, partPurpose(key)));
}
