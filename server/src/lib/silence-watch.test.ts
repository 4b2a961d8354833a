import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { SilenceWatch } from './silence-watch.ts';

const open = (probe: () => Promise<unknown>) => {
  const watch = new SilenceWatch({ probe, quietMs: 50, probeMs: 100 });
  onTestFinished(() => watch.close());
  return watch;
};

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'],
  });
});
afterEach(() => void vi.useRealTimers());
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('silence watch', () => {
  it('gives up waiting queries once if a probe is unanswered, but no later ones', async () => {
    const watch = open(() => new Promise(() => undefined));
    const [old, answered, late] = [vi.fn(), vi.fn(), vi.fn()];
    watch.watch(old);
    watch.watch(answered)();
    // The probe begins after a quarter of a second and has 100 milliseconds.
    await pass(320);
    watch.watch(late);
    expect(old).not.toHaveBeenCalled();
    await pass(40);
    expect(old).toHaveBeenCalledTimes(1);
    expect([answered.mock.calls, late.mock.calls]).toEqual([[], []]);
    await pass(2_000);
    expect(late).toHaveBeenCalledTimes(1);
    expect(old).toHaveBeenCalledTimes(1);
  });

  it('gives up when the probe fails', async () => {
    const watch = open(() => Promise.reject(new Error('refused')));
    const waiting = vi.fn();
    watch.watch(waiting);
    await pass(300);
    expect(waiting).toHaveBeenCalled();
  });

  it('keeps a slow query if the server answers, and does not probe constantly', async () => {
    const probe = vi.fn(async () => undefined);
    const watch = open(probe);
    const slow = vi.fn();
    const done = watch.watch(slow);
    await pass(900);
    expect([probe.mock.calls.length, slow.mock.calls]).toEqual([1, []]);
    done();
  });

  it('does not probe if all answers are quick', async () => {
    const probe = vi.fn(async () => undefined);
    const watch = open(probe);
    for (let at = 0; at < 20; at += 1) {
      const done = watch.watch(() => undefined);
      await pass(20);
      done();
    }
    expect(probe).not.toHaveBeenCalled();
  });
});
