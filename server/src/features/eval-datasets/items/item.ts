// An item of a dataset in memory. Its input and its expected output are texts in the store; the facts say
// whether a text is the JSON of something else, such as messages.
import { isDeepStrictEqual } from 'node:util';
import { textDigester, type AccountKeys } from '#content';
import { inMemberOrder } from '#lib/member-order';
import type { ItemFacts } from '../item-texts.ts';
import type { DatasetItem } from '../schemas.ts';

export interface StoredItem extends DatasetItem {
  /** Its place in the order of the dataset. */
  position: number;
  /** The id that another system gave it; unique within the account. */
  externalId: string | null;
  /** The id that a client of this service chose; unique within the dataset. */
  clientKey: string | null;
  sourceTraceId: string | null;
  split: string | null;
  facts: ItemFacts | null;
}

export interface ItemText {
  text: string;
  isJson: boolean;
}

/** An empty text is stored as JSON, because the input of an item must not be empty. */
export const textOfValue = (value: unknown): ItemText =>
  typeof value === 'string' && value !== ''
    ? { text: value.toWellFormed(), isJson: false }
    : { text: JSON.stringify(value ?? null).toWellFormed(), isJson: true };

function valueOfText(text: string | null, isJson: boolean | undefined): unknown {
  if (text === null || !isJson) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Someone has changed the text since.
    return text;
  }
}

export const itemInput = ({ inputText, facts }: StoredItem): unknown =>
  valueOfText(inputText, facts?.inputIsJson);
export const itemExpected = ({ expectedOutput, facts }: StoredItem): unknown =>
  valueOfText(expectedOutput, facts?.expectedIsJson);

/** A keyed hash of the input, by which duplicates are found without opening the items. */
export function inputDigester(keys: AccountKeys): (item: StoredItem) => string {
  const digest = textDigester(keys, 'dataset-input');
  return (item) => {
    const value = itemInput(item);
    return digest(typeof value === 'string' ? value : `json:${JSON.stringify(inMemberOrder(value))}`);
  };
}

/** An item that has only texts. */
export const plainItem = (
  id: number,
  position: number,
  texts: Pick<StoredItem, 'inputText' | 'expectedOutput' | 'sourceCallId'>,
): StoredItem => ({
  id,
  position,
  ...texts,
  externalId: null,
  clientKey: null,
  sourceTraceId: null,
  split: null,
  facts: null,
});

export const sameItem = (one: StoredItem, other: StoredItem | undefined): boolean =>
  isDeepStrictEqual(one, other);

export interface ItemChanges {
  added: readonly StoredItem[];
  changed: readonly StoredItem[];
  /** Ids. */
  removed: readonly number[];
}

/** What turns one list of items into another. */
export function itemChanges(before: readonly StoredItem[], after: readonly StoredItem[]): ItemChanges {
  const known = new Map(before.map((item) => [item.id, item]));
  const kept = new Set(after.map(({ id }) => id));
  return {
    added: after.filter(({ id }) => !known.has(id)),
    changed: after.filter((item) => known.has(item.id) && !sameItem(item, known.get(item.id))),
    removed: before.filter(({ id }) => !kept.has(id)).map(({ id }) => id),
  };
}
