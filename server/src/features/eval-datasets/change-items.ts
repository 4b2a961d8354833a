// The only way to change an existing dataset: it is locked, a frozen one is rejected, and changed items raise
// the version.
import { AppError, notFound } from '#lib/app-error';
import type { AccountKeys } from '#content';
import { lockAccount } from '#core/lock-account';
import type { EvalDatasetsTable, Writer } from '#metadata';
import { sameItems } from './number-items.ts';
import { MAX_ITEMS, type SkipReason } from './schemas.ts';
import { replaceItems, selectDatasetRow, selectDatasetItems, type Owner, type StoredItem } from './store.ts';

interface Held {
  keys: AccountKeys;
  row: EvalDatasetsTable;
  items: StoredItem[];
}

/** Until the transaction ends, no one else can change the dataset or delete a prompt. */
export async function holdDataset(db: Writer, keys: AccountKeys, owner: Owner, id: number): Promise<Held> {
  await lockAccount(db, owner.accountId);
  const row = await selectDatasetRow(db, owner, id);
  if (!row) throw notFound('Dataset');
  return { keys, row, items: await selectDatasetItems(db, keys, row.id) };
}

export function requireThawed(row: EvalDatasetsTable): void {
  if (row.frozen === 0) return;
  throw new AppError(
    'conflict',
    'dataset_frozen',
    'The dataset is frozen: only its description can be changed. Make a new one from its items instead.',
  );
}

/** The new row, not stored yet. Its items are already stored. */
export async function withItems(
  db: Writer,
  { keys, row, items }: Held,
  next: readonly StoredItem[],
  lastItemId: number,
): Promise<EvalDatasetsTable> {
  if (sameItems(items, next)) return row;
  await replaceItems(db, keys, row.id, next);
  return { ...row, version: row.version + 1, item_count: next.length, last_item_id: lastItemId };
}

export const SKIP_MESSAGES: Readonly<Record<SkipReason, string>> = {
  content_not_stored:
    'The content of this call was not stored. Once message storage is switched on, the content of new calls is stored.',
  content_unreadable: 'The content of this call cannot be decrypted with the master key of this service.',
  no_input: 'The call has no input text.',
  already_in_dataset: 'The dataset already has this item.',
  dataset_full: `A dataset can have at most ${MAX_ITEMS} items.`,
};
