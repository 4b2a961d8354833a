import { describe, expect, it, vi } from 'vitest';
import { inTurn } from './turns.ts';

const delayed = () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { send: () => promise, answer: () => resolve('answered') };
};

describe('a request that can wait', () => {
  it('is sent when the others are answered, those of the same moment too', async () => {
    const sent = vi.fn(async () => 'later');
    const [first, second] = [delayed(), delayed()];
    const badge = inTurn(true, sent);
    const pages = [inTurn(false, first.send), inTurn(false, second.send)];
    await new Promise((go) => setTimeout(go, 5));
    first.answer();
    await pages[0];
    expect(sent).not.toHaveBeenCalled();
    second.answer();
    expect([await badge, await pages[1]]).toEqual(['later', 'answered']);
  });

  it('is sent at once if there are none, and after a failed one', async () => {
    expect(await inTurn(true, async () => 1)).toBe(1);
    const failed = inTurn(false, async () => {
      throw new Error('no');
    });
    const badge = inTurn(true, async () => 2);
    await expect(failed).rejects.toThrow('no');
    expect(await badge).toBe(2);
  });

  it('waits for two seconds at most', async () => {
    vi.useFakeTimers();
    try {
      const slow = delayed();
      const page = inTurn(false, slow.send);
      const badge = inTurn(true, async () => 3);
      await vi.advanceTimersByTimeAsync(2_001);
      expect(await badge).toBe(3);
      slow.answer();
      await page;
    } finally {
      vi.useRealTimers();
    }
  });
});
