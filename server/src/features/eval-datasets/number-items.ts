// Items keep their ids from version to version, so that runs over two versions can be compared item by item.
// An item with an id keeps it; an item without one gets the id of the item with the same input, if there is
// one.
import { invalid } from '#lib/app-error';
import type { ItemInput } from './schemas.ts';
import type { StoredItem } from './items/item.ts';

interface NumberedItems {
  items: StoredItem[];
  lastItemId: number;
}

export function numberItems(
  before: readonly StoredItem[],
  lastItemId: number,
  given: readonly ItemInput[],
): NumberedItems {
  const left = new Map(before.map((item) => [item.id, item]));
  const claimed = new Map<ItemInput, StoredItem>();
  for (const [index, input] of given.entries()) {
    if (input.id === undefined) continue;
    const item = left.get(input.id);
    if (!item) {
      const twice = given.slice(0, index).some(({ id }) => id === input.id);
      throw invalid(
        `items.${index}.id`,
        twice
          ? `The id ${input.id} is given to two items.`
          : `The dataset has no item ${input.id}. Leave the id of a new item out.`,
      );
    }
    left.delete(input.id);
    claimed.set(input, item);
  }
  let last = lastItemId;
  const items = given.map((input, position): StoredItem => {
    const known = claimed.get(input) ?? sameInput(left, input);
    if (known) left.delete(known.id);
    else last += 1;
    return {
      id: known?.id ?? last,
      position,
      inputText: input.inputText,
      expectedOutput: input.expectedOutput ?? null,
      sourceCallId: input.sourceCallId === undefined ? (known?.sourceCallId ?? null) : input.sourceCallId,
      externalId: known?.externalId ?? null,
      clientKey: known?.clientKey ?? null,
      split: known?.split ?? null,
      sourceTraceId: known?.sourceTraceId ?? null,
      facts: known?.facts ?? null,
    };
  });
  return { items, lastItemId: last };
}

const sameInput = (left: ReadonlyMap<number, StoredItem>, { inputText }: ItemInput): StoredItem | undefined =>
  left.values().find((item) => item.inputText === inputText);
