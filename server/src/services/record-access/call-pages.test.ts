import { expect, it } from 'vitest';
import { MAX_ANSWER_BYTES } from '#lib/answer-bytes';
import type { CallPage, ReadCall } from '#records';
import { plainCall } from '#test/support/call-rows';
import { fakeRecords } from '#test/support/fake-records';
import { callPages } from './call-pages.ts';

const calls: ReadCall[] = Array.from({ length: 23 }, (_, at) => ({
  call: plainCall(`c${at}`, 1_000 - at),
  hasContent: false,
}));

/** Returns few at a time, as the store does with large calls. */
function storeOf(most: number) {
  const asked: CallPage[] = [];
  const records = fakeRecords({
    selectCalls: async (_scope, _filter, page) => {
      asked.push(page);
      const from = page.after ? calls.findIndex(({ call }) => call.id === page.after?.id) + 1 : 0;
      return calls.slice(from, from + Math.min(page.limit, most));
    },
  });
  return { asked, records };
}

const scope = { account: 1, project: null, sinceMs: 0 };

it.each([
  [1, Infinity, 23],
  [5, Infinity, 23],
  [5, 12, 12],
  [100, 23, 23],
  [100, 40, 23],
  [100, 0, 0],
])('%i at a time, %d wanted: %i in order, none twice', async (most, wanted, found) => {
  const store = storeOf(most);
  const seen: string[] = [];
  for await (const page of callPages(store.records, scope, {}, wanted))
    seen.push(...page.map(({ call }) => call.id));
  expect(seen).toEqual(calls.slice(0, found).map(({ call }) => call.id));
  for (const { maxBytes } of store.asked) expect(maxBytes).toBe(MAX_ANSWER_BYTES);
});
