// Counts the batch of an interrupted erasure that another change has finished. Whether the batch had been staged is
// read from the records themselves: a start after a power cut applies what is staged before anyone could ask.
import type { Services } from '#core/context';
import type { FinishedChange } from '#core/hooks';
import { noteOnTurn } from '#core/record-changes/record-changes';
import { selectStoredIds, wholeAccount } from '#records';
import { updateErasure } from './store.ts';

/** A batch that is about to be staged. It is staged as a whole or not at all. */
export interface BatchNote {
  erasureId: string;
  /** How many records are erased with it. */
  erased: number;
  /** The id of one of its records. */
  one: string;
}

export async function countFinished(
  { records, metadata }: Services,
  { kind, account, place, note }: FinishedChange,
): Promise<void> {
  if (kind !== 'erasure') return;
  const { erasureId, erased, one } = note as BatchNote;
  const isLeft = (await records.ask(wholeAccount(account), selectStoredIds([one]))).has(one);
  await metadata.transaction(async (db) => {
    if (!isLeft) await updateErasure(db, erasureId, { erased });
    await noteOnTurn(db, place, null);
  });
}
