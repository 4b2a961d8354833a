// The only way to change an existing dataset: it is locked, a frozen one is rejected, and changed items make
// a new version.
import { AppError, invalid, notFound } from '#lib/app-error';
import type { Account } from '#core/access/accounts';
import { lockAccount } from '#core/lock-account';
import type { EvalDatasetsTable, Writer } from '#metadata';
import type { ItemInput, SkipReason } from './schemas.ts';
import { selectDatasetRow, type Owner } from './store.ts';

/** Until the transaction ends, no one else can change the dataset or delete a prompt. */
export async function holdDataset(db: Writer, owner: Owner, id: number): Promise<EvalDatasetsTable> {
  await lockAccount(db, owner.accountId);
  const row = await selectDatasetRow(db, owner, id);
  if (!row) throw notFound('Dataset');
  return row;
}

export function requireThawed(row: EvalDatasetsTable): void {
  if (row.frozen === 0) return;
  throw new AppError(
    'conflict',
    'dataset_frozen',
    'The dataset is frozen: only its description can be changed. Make a new one from its items instead.',
  );
}

type Limits = Pick<Account, 'datasetItems' | 'itemCharacters'>;

/** 400 beyond the limits of the account, for requests that are accepted or rejected as a whole. */
export function requireWithinLimits(
  { datasetItems, itemCharacters }: Limits,
  items: readonly Pick<ItemInput, 'inputText' | 'expectedOutput'>[] = [],
): void {
  if (items.length > datasetItems) throw invalid('items', `must not have more than ${datasetItems} items`);
  for (const [at, item] of items.entries()) {
    for (const field of ['inputText', 'expectedOutput'] as const) {
      if ((item[field]?.length ?? 0) > itemCharacters)
        throw invalid(`items.${at}.${field}`, `must not have more than ${itemCharacters} characters`);
    }
  }
}

export const fullMessage = (datasetItems: number): string =>
  `A dataset can have at most ${datasetItems} items.`;

export const skipMessage = (reason: SkipReason, { datasetItems }: Limits): string =>
  reason === 'dataset_full' ? fullMessage(datasetItems) : SKIP_MESSAGES[reason];

const SKIP_MESSAGES: Readonly<Record<Exclude<SkipReason, 'dataset_full'>, string>> = {
  content_not_stored:
    'The content of this call was not stored. Once message storage is switched on, the content of new calls is stored.',
  content_unreadable: 'The content of this call cannot be decrypted with the master key of this service.',
  no_input: 'The call has no input text.',
  already_in_dataset: 'The dataset already has this item.',
};
