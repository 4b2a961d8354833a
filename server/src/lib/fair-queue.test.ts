import { expect, test } from 'vitest';
import { FairQueue } from './fair-queue.ts';

const drain = <T>(line: FairQueue<T>): T[] => {
  const taken: T[] = [];
  for (let item = line.shift(); item !== undefined; item = line.shift()) taken.push(item);
  return taken;
};

test('owners take turns, and each keeps its order', () => {
  const line = new FairQueue<string>();
  for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) line.push(item[0] ?? '', item);
  expect(drain(line)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  expect(line.shift()).toBeUndefined();
});

test('an owner that comes back queues behind the others', () => {
  const line = new FairQueue<string>();
  line.push('a', 'a1');
  line.push('a', 'a2');
  line.push('b', 'b1');
  expect(line.shift()).toBe('a1');
  line.push('a', 'a3');
  expect(drain(line)).toEqual(['b1', 'a2', 'a3']);
});

test('pushFirst overtakes only items of the same owner', () => {
  const line = new FairQueue<string>();
  line.push('a', 'a1');
  line.push('b', 'b1');
  line.pushFirst('b', 'b0');
  expect(drain(line)).toEqual(['a1', 'b0', 'b1']);
});

test('counts the waiting items of each owner', () => {
  const line = new FairQueue<string>();
  line.push('a', 'a1');
  line.push('a', 'a2');
  expect([line.waitingOf('a'), line.waitingOf('b')]).toEqual([2, 0]);
  line.shift();
  expect(line.waitingOf('a')).toBe(1);
});

test('a blocked owner keeps its turn, and others pass', () => {
  const line = new FairQueue<string>();
  for (const item of ['a1', 'a2', 'b1', 'b2']) line.push(item[0] ?? '', item);
  expect(line.shift((owner) => owner !== 'a')).toBe('b1');
  expect(line.shift(() => false)).toBeUndefined();
  expect(drain(line)).toEqual(['a1', 'b2', 'a2']);
  expect(line.isEmpty).toBe(true);
});

test('removing an item costs its owner no turn', () => {
  const line = new FairQueue<string>();
  for (const item of ['a1', 'a2', 'b1']) line.push(item[0] ?? '', item);
  line.remove('a', 'a1');
  line.remove('a', 'never there');
  line.remove('nobody', 'a2');
  expect(drain(line)).toEqual(['a2', 'b1']);
  line.push('c', 'c1');
  line.remove('c', 'c1');
  expect([line.isEmpty, line.waitingOf('c'), line.shift()]).toEqual([true, 0, undefined]);
});

test('shiftOf takes the next item of one owner, and its turn is over', () => {
  const queue = new FairQueue<string>();
  for (const item of ['a1', 'a2', 'b1', 'b2']) queue.push(item[0] ?? '', item);
  expect([queue.shiftOf('a'), queue.shiftOf('nobody'), queue.size]).toEqual(['a1', undefined, 3]);
  expect(drain(queue)).toEqual(['b1', 'a2', 'b2']);
  expect(queue.size).toBe(0);
});
