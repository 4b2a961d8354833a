// The texts of an item in the metadata store. They are often a copy of a call's content, so they are sealed
// like content.
import { openText, sealText, type AccountKeys, type AccountRef } from '#content';
import type { Services } from '#core/context';

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

/** The context of the encryption; texts cannot be decrypted under another. */
export const datasetPlace = (datasetId: number, itemId: number): string =>
  `eval-dataset:${datasetId}:${itemId}`;
export const runPlace = (runId: number, position: number): string => `eval-run:${runId}:${position}`;

export const sealTexts = (
  keys: AccountKeys,
  place: string,
  { inputText, expectedOutput, facts = null }: ItemTexts,
): string =>
  sealText(keys, place, JSON.stringify([inputText, expectedOutput, ...(facts === null ? [] : [facts])]));

export function openItemTexts(keys: AccountKeys | null, place: string, sealed: string): Required<ItemTexts> {
  if (!keys) throw new Error('Sealed items need the keys of their account.');
  const [inputText, expectedOutput, facts = null] = JSON.parse(openText(keys, place, sealed)) as [
    string,
    string | null,
    ItemFacts?,
  ];
  return { inputText, expectedOutput, facts };
}

/** Null if no row has texts, because loading would create a key. */
export const keysFor = async (
  { contentKeys }: Pick<Services, 'contentKeys'>,
  account: AccountRef,
  rows: readonly { sealed_texts: string | null }[],
): Promise<AccountKeys | null> =>
  rows.some(({ sealed_texts: texts }) => texts !== null) ? contentKeys.load(account) : null;
