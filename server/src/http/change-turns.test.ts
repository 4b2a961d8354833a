import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { ChangeTurns } from './change-turns.ts';

/** Work that ends when the test says so. */
function held(started: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const work = async (): Promise<string> => {
    started.push(name);
    await promise;
    return name;
  };
  return { work, done: resolve };
}

it('runs two changes of an account at a time, in order; other accounts do not wait', async () => {
  const turns = new ChangeTurns({ patienceMs: 60_000 });
  const started: string[] = [];
  const changes = ['a', 'b', 'c', 'd'].map((name) => held(started, name));
  const results = changes.map(({ work }) => turns.pass('one', work));
  const other = held(started, 'other');
  const otherResult = turns.pass('two', other.work);
  expect(started).toEqual(['a', 'b', 'other']);
  changes[1]?.done();
  await results[1];
  expect(started).toEqual(['a', 'b', 'other', 'c']);
  changes[0]?.done();
  changes[2]?.done();
  await results[2];
  expect(started).toEqual(['a', 'b', 'other', 'c', 'd']);
  changes[3]?.done();
  other.done();
  expect(await Promise.all([...results, otherResult])).toEqual(['a', 'b', 'c', 'd', 'other']);
});

it('continues after a failed change', async () => {
  const turns = new ChangeTurns({ atOnce: 1, patienceMs: 60_000 });
  const fails = turns.pass('one', async () => Promise.reject(new Error('no')));
  const next = turns.pass('one', async () => 'next');
  await expect(fails).rejects.toThrow('no');
  expect(await next).toBe('next');
});

it('lets a change start that has waited too long', async () => {
  const turns = new ChangeTurns({ patienceMs: 20 });
  const started: string[] = [];
  const slow = [held(started, 'a'), held(started, 'b')];
  const results = slow.map(({ work }) => turns.pass('one', work));
  expect(await turns.pass('one', async () => 'ahead')).toBe('ahead');
  expect(started).toEqual(['a', 'b']);
  for (const { done } of slow) done();
  await Promise.all(results);
  // The extra slot is released: two at a time again.
  const again = ['c', 'd', 'e'].map((name) => held(started, name));
  const later = again.map(({ work }) => turns.pass('one', work));
  await wait(0);
  expect(started).toEqual(['a', 'b', 'c', 'd']);
  for (const { done } of again) done();
  await Promise.all(later);
});
