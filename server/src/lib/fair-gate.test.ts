import { expect, test } from 'vitest';
import { FairGate } from './fair-gate.ts';

const never = new AbortController().signal;

/** Work that records when it starts and ends on command. */
function stage(gate: FairGate) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const enter = (name: string, signal = never) =>
    gate.pass(name[0] ?? '', signal, async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      return name;
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { begun, enter, end };
}

test('limits concurrency, and owners take turns at free slots', async () => {
  const { begun, enter, end } = stage(new FairGate(2));
  const all = ['a1', 'a2', 'a3', 'a4', 'b1'].map((name) => enter(name));
  expect(begun).toEqual(['a1', 'a2']);
  for (const name of ['a1', 'a2', 'b1', 'a3', 'a4']) await end(name);
  expect(begun).toEqual(['a1', 'a2', 'a3', 'b1', 'a4']);
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1']);
});

test('returns null if the signal aborts while waiting, and the turn is not lost', async () => {
  const { begun, enter, end } = stage(new FairGate(1));
  const stop = new AbortController();
  const [first, left, next] = [enter('a1'), enter('a2', stop.signal), enter('b1')];
  stop.abort();
  expect(await left).toBeNull();
  expect(await enter('a3', stop.signal)).toBeNull();
  await end('a1');
  await end('b1');
  expect([await first, await next, begun]).toEqual(['a1', 'b1', ['a1', 'b1']]);
});

test('failing work releases its slot', async () => {
  const gate = new FairGate(1);
  await expect(gate.pass('a', never, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await gate.pass('a', never, async () => 'in')).toBe('in');
});
