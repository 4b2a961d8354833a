import { performance } from 'node:perf_hooks';
import { expect, it, onTestFinished, vi } from 'vitest';
import { giveBackWhenIdle } from './give-back.ts';

const EVERY_MS = 40;

/** Time passes when the test says so, and the process was busy for `share` of it. */
function fakeLoad() {
  const load = { share: 1 };
  let looks = 0;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const measured = vi
    .spyOn(performance, 'eventLoopUtilization')
    .mockImplementation((now?: { active: number }, before?: { active: number }) => {
      if (now === undefined || before === undefined) looks += 1;
      else if (now.active <= before.active) throw new Error('The looks are compared in the wrong order.');
      return { idle: 0, active: looks, utilization: load.share };
    });
  onTestFinished(() => {
    vi.useRealTimers();
    measured.mockRestore();
  });
  return load;
}

it('collects once, when the process has been idle', () => {
  const load = fakeLoad();
  let collected = 0;
  const end = giveBackWhenIdle({ everyMs: EVERY_MS, idleBelow: 0.5, collect: () => (collected += 1) });
  vi.advanceTimersByTime(5 * EVERY_MS);
  expect(collected).toBe(0);
  load.share = 0.4;
  vi.advanceTimersByTime(EVERY_MS);
  expect(collected).toBe(1);
  vi.advanceTimersByTime(4 * EVERY_MS);
  expect(collected).toBe(1);
  end();
});

it('gives up if the process is never idle, or when stopped', () => {
  const load = fakeLoad();
  let collected = 0;
  const collect = () => (collected += 1);
  giveBackWhenIdle({ everyMs: 5, looks: 2, idleBelow: 0.5, collect });
  giveBackWhenIdle({ everyMs: 5, idleBelow: 2, collect })();
  vi.advanceTimersByTime(10);
  expect(vi.getTimerCount()).toBe(0);
  load.share = 0;
  vi.advanceTimersByTime(50);
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
