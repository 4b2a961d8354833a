import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { tracesOfIds } from './traces-of-ids.ts';

const HEX = '0af7651916cd43dd8448eb211c80319c';

it('finds the trace in ids of the usual forms', () => {
  const uuid = randomUUID();
  expect(tracesOfIds([`${HEX}-b7ad6b7169203331`, `${HEX}-00f067aa0ba902b7`])).toEqual([HEX]);
  expect(tracesOfIds([`${uuid}-${randomUUID()}`])).toEqual([uuid]);
  expect(tracesOfIds([`${uuid}-time-12-00-00_chatcmpl-1`])).toEqual([uuid]);
});

it('guesses the trace of other ids, and finds none in ids that are not of spans', () => {
  expect(tracesOfIds(['my-chat-7-generation'])).toEqual(['my', 'my-chat', 'my-chat-7']);
  expect(tracesOfIds([randomUUID(), HEX, 'call', '-x', 'x-'])).toEqual([]);
});

it('stays within the size limit of a query parameter', () => {
  const ids = Array.from({ length: 2_000 }, (_, at) => `${at}${'-abcdefghij'.repeat(20)}`);
  expect(tracesOfIds(ids).join('').length).toBeLessThanOrEqual(48 * 1_024);
});
