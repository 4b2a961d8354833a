import { expect, it } from 'vitest';
import { turnstile } from './turnstile.ts';

const tick = () => new Promise((resolve) => setImmediate(resolve));

it('limits concurrency, queues some in order, and rejects the rest', async () => {
  const gate = turnstile(2, 3, () => new Error('full'));
  const order: number[] = [];
  let inside = 0;
  let most = 0;
  const visits = Array.from({ length: 8 }, (_, visitor) =>
    gate.pass(async () => {
      inside += 1;
      most = Math.max(most, inside);
      await tick();
      order.push(visitor);
      inside -= 1;
    }),
  );
  const results = await Promise.allSettled(visits);
  expect(results.map((result) => result.status === 'fulfilled')).toEqual([
    true,
    true,
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(order).toEqual([0, 1, 2, 3, 4]);
  expect(most).toBe(2);
});

it('never exceeds the limit, whatever the timing', async () => {
  const gate = turnstile(2, 1_000, () => new Error('full'));
  let inside = 0;
  let most = 0;
  const visit = async () => {
    inside += 1;
    most = Math.max(most, inside);
    await tick();
    inside -= 1;
    // A caller that returns at once queues behind the others.
    if (Math.random() < 0.5) void gate.pass(visit);
  };
  await Promise.all(Array.from({ length: 200 }, () => gate.pass(visit)));
  expect(most).toBe(2);
});

it('releases the slot if the work fails', async () => {
  const gate = turnstile(1, 0, () => new Error('full'));
  for (let round = 0; round < 3; round += 1) {
    await expect(gate.pass(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  }
  expect(await gate.pass(async () => 'in')).toBe('in');
});
