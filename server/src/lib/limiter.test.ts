import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { Limiter } from './limiter.ts';

const tick = () => new Promise((resolve) => setImmediate(resolve));

/** Work that records when it starts and ends on command. Its key is the first letter of its name. */
function stage(limiter: Limiter) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => async () => {
    begun.push(name);
    await new Promise<void>((resolve) => ends.set(name, resolve));
    return name;
  };
  const keyOf = (name: string) => name[0] ?? '';
  const enter = (name: string, signal?: AbortSignal) =>
    limiter.run(keyOf(name), work(name), signal ? { signal } : {});
  const enterAnyway = (name: string) => limiter.runAnyway(keyOf(name), work(name));
  const end = async (...names: string[]) => {
    for (const name of names) {
      ends.get(name)?.();
      await tick();
    }
  };
  return { begun, enter, enterAnyway, end };
}

describe('total', () => {
  test('limits concurrency, and keys take turns at free slots', async () => {
    const { begun, enter, end } = stage(new Limiter({ total: 2 }));
    const all = ['a1', 'a2', 'a3', 'a4', 'b1'].map((name) => enter(name));
    expect(begun).toEqual(['a1', 'a2']);
    await end('a1', 'a2', 'b1', 'a3', 'a4');
    expect(begun).toEqual(['a1', 'a2', 'a3', 'b1', 'a4']);
    expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1']);
  });

  test('never exceeds the limit, whatever the timing', async () => {
    const limiter = new Limiter({ total: 2 });
    let inside = 0;
    let most = 0;
    const visit = async () => {
      inside += 1;
      most = Math.max(most, inside);
      await tick();
      inside -= 1;
      // A caller that returns at once queues behind the others.
      if (Math.random() < 0.5) void limiter.run('a', visit);
    };
    await Promise.all(Array.from({ length: 200 }, (_, at) => limiter.run(String(at % 3), visit)));
    expect(most).toBe(2);
  });

  test('failing work releases its slot', async () => {
    const limiter = new Limiter({ total: 1, queue: 0 });
    for (let round = 0; round < 3; round += 1)
      await expect(limiter.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await limiter.run('a', async () => 'in')).toBe('in');
    expect(limiter.inUse).toBe(0);
  });

  test('a weight takes several slots at once', () => {
    const limiter = new Limiter({ total: 10 });
    const release = limiter.takeNow('a', 6);
    expect([limiter.takeNow('b', 5), limiter.inUse]).toEqual([null, 6]);
    expect(limiter.takeNow('b', 4)).not.toBeNull();
    release?.();
    release?.();
    expect(limiter.inUse).toBe(4);
  });
});

describe('per key', () => {
  test('a full key does not block the others, and its own work keeps its order', async () => {
    const { begun, enter, end } = stage(new Limiter({ perKey: 2 }));
    const all = ['a1', 'a2', 'a3', 'a4', 'b1'].map((name) => enter(name));
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    await end('a2');
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
    await end('b1', 'a1');
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'a4']);
    await end('a3', 'a4');
    expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'a4', 'b1']);
  });

  test('with a total, a slot passes over keys that are full', async () => {
    const { begun, enter, end } = stage(new Limiter({ total: 3, perKey: 2 }));
    const all = ['a1', 'a2', 'a3', 'b1', 'c1'].map((name) => enter(name));
    expect(begun).toEqual(['a1', 'a2', 'b1']);
    await end('b1');
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1']);
    await end('c1', 'a1', 'a2', 'a3');
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3']);
    await Promise.all(all);
  });

  test('a key without work is forgotten', async () => {
    const limiter = new Limiter({ total: 2, perKey: 1 });
    const [first, second] = [limiter.takeNow('a'), limiter.takeNow('b')];
    expect([limiter.takeNow('a'), limiter.takeNow('c')]).toEqual([null, null]);
    first?.();
    first?.();
    expect(limiter.inUse).toBe(1);
    second?.();
    expect([limiter.takeNow('a'), limiter.takeNow('b')]).not.toContain(null);
  });
});

describe('queue', () => {
  test('rejects those beyond its length', async () => {
    const { enter, begun, end } = stage(new Limiter({ total: 1, queue: 2 }));
    const all = ['a1', 'b1', 'c1', 'd1'].map((name) => enter(name));
    expect(await all[3]).toBeNull();
    await end('a1', 'b1', 'c1');
    expect([await Promise.all(all), begun]).toEqual([
      ['a1', 'b1', 'c1', null],
      ['a1', 'b1', 'c1'],
    ]);
  });

  test('rejects those beyond the length per key; other keys still wait', async () => {
    const { enter, end } = stage(new Limiter({ total: 1, queuePerKey: 1 }));
    const all = ['a1', 'a2', 'a3', 'b1'].map((name) => enter(name));
    expect(await all[2]).toBeNull();
    await end('a1', 'a2', 'b1');
    expect(await Promise.all(all)).toEqual(['a1', 'a2', null, 'b1']);
  });

  test('a wait that is aborted ends with null, and no turn is lost', async () => {
    const { begun, enter, end } = stage(new Limiter({ total: 1 }));
    const stop = new AbortController();
    const [first, left, next] = [enter('a1'), enter('a2', stop.signal), enter('b1')];
    stop.abort();
    expect(await left).toBeNull();
    expect(await enter('a3', stop.signal)).toBeNull();
    await end('a1', 'b1');
    expect([await first, await next, begun]).toEqual(['a1', 'b1', ['a1', 'b1']]);
  });

  test('a wait ends after the patience, and no slot is kept for it', async () => {
    const limiter = new Limiter({ perKey: 1, patienceMs: 60_000 });
    const release = await limiter.take('a');
    expect(await limiter.take('a', { patienceMs: 5 })).toBeNull();
    expect(await limiter.take('a', { patienceMs: 0 })).toBeNull();
    release?.();
    expect(await limiter.take('a', { patienceMs: 0 })).not.toBeNull();
  });
});

describe('anyway', () => {
  test('work that has waited too long starts beyond the limit', async () => {
    const { begun, enterAnyway, end } = stage(new Limiter({ perKey: 2, patienceMs: 20 }));
    const all = ['a1', 'a2', 'a3'].map((name) => enterAnyway(name));
    expect(begun).toEqual(['a1', 'a2']);
    while (begun.length < 3) await sleep(1);
    // It counts: a released slot brings them back to two, and the next one waits.
    await end('a1');
    const next = enterAnyway('a4');
    expect(begun).toEqual(['a1', 'a2', 'a3']);
    await end('a2');
    expect(begun).toEqual(['a1', 'a2', 'a3', 'a4']);
    await end('a3', 'a4');
    expect(await Promise.all([...all, next])).toEqual(['a1', 'a2', 'a3', 'a4']);
  });
});
