import { expect, test } from 'vitest';
import { FairQueue } from './fair-queue.ts';

const drain = <T>(queue: FairQueue<T>): T[] => [...queue.drain()];

test('owners take turns, and each keeps its order', () => {
  const queue = new FairQueue<string>();
  for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) queue.push(item[0] ?? '', item);
  expect(drain(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  expect(queue.shift()).toBeUndefined();
});

test('an owner that comes back queues behind the others', () => {
  const queue = new FairQueue<string>();
  queue.push('a', 'a1');
  queue.push('a', 'a2');
  queue.push('b', 'b1');
  expect(queue.shift()).toBe('a1');
  queue.push('a', 'a3');
  expect(drain(queue)).toEqual(['b1', 'a2', 'a3']);
});

test('pushFirst overtakes only items of the same owner', () => {
  const queue = new FairQueue<string>();
  queue.push('a', 'a1');
  queue.push('b', 'b1');
  queue.pushFirst('b', 'b0');
  expect(drain(queue)).toEqual(['a1', 'b0', 'b1']);
});

test('counts the waiting items of each owner', () => {
  const queue = new FairQueue<string>();
  queue.push('a', 'a1');
  queue.push('a', 'a2');
  expect([queue.waitingOf('a'), queue.waitingOf('b')]).toEqual([2, 0]);
  queue.shift();
  expect(queue.waitingOf('a')).toBe(1);
});

test('a blocked owner keeps its turn, and others pass', () => {
  const queue = new FairQueue<string>();
  for (const item of ['a1', 'a2', 'b1', 'b2']) queue.push(item[0] ?? '', item);
  expect(queue.shift((owner) => owner !== 'a')).toBe('b1');
  expect(queue.shift(() => false)).toBeUndefined();
  expect(drain(queue)).toEqual(['a1', 'b2', 'a2']);
  expect(queue.isEmpty).toBe(true);
});

test('removing an item costs its owner no turn', () => {
  const queue = new FairQueue<string>();
  for (const item of ['a1', 'a2', 'b1']) queue.push(item[0] ?? '', item);
  queue.remove('a', 'a1');
  queue.remove('a', 'never there');
  queue.remove('nobody', 'a2');
  expect(drain(queue)).toEqual(['a2', 'b1']);
  queue.push('c', 'c1');
  queue.remove('c', 'c1');
  expect([queue.isEmpty, queue.waitingOf('c'), queue.shift()]).toEqual([true, 0, undefined]);
});

test('shiftOf takes the next item of one owner, and its turn is over', () => {
  const queue = new FairQueue<string>();
  for (const item of ['a1', 'a2', 'b1', 'b2']) queue.push(item[0] ?? '', item);
  expect([queue.shiftOf('a'), queue.shiftOf('nobody'), queue.size]).toEqual(['a1', undefined, 3]);
  expect(drain(queue)).toEqual(['b1', 'a2', 'b2']);
  expect(queue.size).toBe(0);
});
