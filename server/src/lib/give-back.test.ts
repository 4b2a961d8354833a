import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { giveBackWhenIdle } from './give-back.ts';

const EVERY_MS = 40;

function work(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

it('collects once, when the process has been idle', async () => {
  let collected = 0;
  const end = giveBackWhenIdle({ everyMs: EVERY_MS, idleBelow: 0.5, collect: () => (collected += 1) });
  for (let round = 0; round < 5; round += 1) {
    work(EVERY_MS);
    await sleep(1);
  }
  expect(collected).toBe(0);
  await expect.poll(() => collected).toBe(1);
  await sleep(4 * EVERY_MS);
  expect(collected).toBe(1);
  end();
});

it('gives up if the process is never idle, or when stopped', async () => {
  let collected = 0;
  const collect = () => (collected += 1);
  giveBackWhenIdle({ everyMs: 5, looks: 2, idleBelow: 0, collect });
  giveBackWhenIdle({ everyMs: 5, idleBelow: 2, collect })();
  await sleep(60);
  expect(collected).toBe(0);
});

it('releases the space of young objects', async () => {
  const kept = Array.from({ length: 400 }, (_none, at) => Array.from({ length: 1_000 }, () => ({ at })));
  expect(kept).toHaveLength(400);
  kept.length = 0;
  const before = process.memoryUsage().heapTotal;
  const end = giveBackWhenIdle({ everyMs: 10, idleBelow: 2 });
  await expect.poll(() => process.memoryUsage().heapTotal).toBeLessThan(before);
  end();
});
