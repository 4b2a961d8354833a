// The texts of an item in the metadata store. They are often a copy of a call's content, so they are sealed
// like content. Rows from earlier versions are plain text until seal-items.job.ts has sealed them.
import { openText, sealText, type AccountKeys, type AccountRef } from '#content';
import type { Services } from '#core/context';
import type { Bit } from '#metadata';

/** Data that another system keeps about an item. The dataset endpoints do not show it. */
export interface ItemFacts {
  /** Whether a text is the JSON of something that is not a text. */
  inputIsJson: boolean;
  expectedIsJson: boolean;
  metadata: unknown;
  /** Runs skip the item. */
  archived: boolean;
  sourceSpanId: string | null;
  createdAt: number;
  updatedAt: number;
}

interface ItemTexts {
  inputText: string;
  expectedOutput: string | null;
  facts?: ItemFacts | null;
}

interface TextColumns {
  input_text: string;
  expected_output: string | null;
  sealed: Bit;
}

/** The context of the encryption; texts cannot be decrypted under another. */
export const datasetPlace = (datasetId: number, itemId: number): string =>
  `eval-dataset:${datasetId}:${itemId}`;
export const runPlace = (runId: number, position: number): string => `eval-run:${runId}:${position}`;

export const sealTexts = (
  keys: AccountKeys,
  place: string,
  { inputText, expectedOutput, facts = null }: ItemTexts,
): TextColumns => ({
  input_text: sealText(
    keys,
    place,
    JSON.stringify([inputText, expectedOutput, ...(facts === null ? [] : [facts])]),
  ),
  expected_output: null,
  sealed: 1,
});

export function openItemTexts(
  keys: AccountKeys | null,
  place: string,
  row: TextColumns,
): Required<ItemTexts> {
  if (row.sealed === 0)
    return { inputText: row.input_text, expectedOutput: row.expected_output, facts: null };
  if (!keys) throw new Error('Sealed items need the keys of their account.');
  const [inputText, expectedOutput, facts = null] = JSON.parse(openText(keys, place, row.input_text)) as [
    string,
    string | null,
    ItemFacts?,
  ];
  return { inputText, expectedOutput, facts };
}

/** Null if nothing is sealed, because loading would create a key. */
export const keysFor = async (
  { contentKeys }: Pick<Services, 'contentKeys'>,
  account: AccountRef,
  rows: readonly { sealed: Bit | null }[],
): Promise<AccountKeys | null> =>
  rows.some(({ sealed }) => sealed === 1) ? contentKeys.load(account) : null;
