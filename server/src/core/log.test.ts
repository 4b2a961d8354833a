import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { batchedLines } from './log.ts';

it('flushes waiting lines within a fifth of a second, and sets no timer while none wait', async () => {
  vi.useFakeTimers();
  try {
    const to = { write: vi.fn(), flush: vi.fn(), flushSync: vi.fn() };
    const log = batchedLines(to);
    expect(vi.getTimerCount()).toBe(0);
    log.write('one\n');
    log.write('two\n');
    expect(to.write.mock.calls).toEqual([['one\n'], ['two\n']]);
    vi.advanceTimersByTime(199);
    expect(to.flush).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(to.flush).toHaveBeenCalledTimes(1);
    expect(vi.getTimerCount()).toBe(0);
    log.write('three\n');
    vi.advanceTimersByTime(200);
    expect(to.flush).toHaveBeenCalledTimes(2);
  } finally {
    vi.useRealTimers();
  }
  await sleep(0);
});
