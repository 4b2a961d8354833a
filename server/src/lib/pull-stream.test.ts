import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { eventually } from '#test/support/eventually';
import { pullStream } from './pull-stream.ts';

const BIG = 'x'.repeat(100_000);
const fakeTime = (): void => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
};
const ANY = { bytesPerSecond: 1_000_000_000, graceMs: 60_000 };

async function* counted(parts: number, seen: { asked: number; closed: boolean }): AsyncGenerator<string> {
  try {
    for (let at = 0; at < parts; at++) {
      seen.asked += 1;
      yield BIG;
    }
  } finally {
    seen.closed = true;
  }
}

describe('pullStream', () => {
  it('passes on all chunks and reports the end once', async () => {
    const onEnd = vi.fn<(error: Error | null) => void>();
    const seen = { asked: 0, closed: false };
    expect(await text(pullStream(counted(5, seen), { stallMs: 60_000, least: ANY, onEnd }))).toHaveLength(
      500_000,
    );
    expect(onEnd.mock.calls).toEqual([[null]]);
  });

  it('does not read ahead of the reader', async () => {
    const seen = { asked: 0, closed: false };
    const stream = pullStream(counted(100, seen), { stallMs: 60_000, least: ANY, onEnd: () => undefined });
    stream.once('readable', () => undefined);
    await eventually(() => expect(seen.asked).toBe(1));
    expect(stream.read(1)).toHaveLength(1);
    expect(seen.asked).toBeLessThan(3);
    stream.destroy();
    await eventually(() => expect(seen.closed).toBe(true));
  });

  it('gives up on a reader that stops reading', async () => {
    const seen = { asked: 0, closed: false };
    const ended = Promise.withResolvers<Error | null>();
    const stream = pullStream(counted(100, seen), { stallMs: 5, least: ANY, onEnd: ended.resolve });
    stream.on('error', () => undefined).once('readable', () => undefined);
    expect((await ended.promise)?.message).toBe('The client stopped reading the answer.');
    await eventually(() => expect(seen.closed).toBe(true));
  });

  it('gives up on a reader that keeps reading too slowly', async () => {
    fakeTime();
    const seen = { asked: 0, closed: false };
    const onEnd = vi.fn<(error: Error | null) => void>();
    const least = { bytesPerSecond: 2_000_000, graceMs: 300 };
    const stream = pullStream(counted(1_000, seen), { stallMs: 100, least, onEnd });
    stream.on('error', () => undefined).on('readable', () => undefined);
    // 100,000 bytes every 80 milliseconds are too slow, although no chunk waits for long.
    let ms = 0;
    for (; onEnd.mock.calls.length === 0 && ms < 10_000; ms += 80) {
      await vi.advanceTimersByTimeAsync(80);
      stream.read(100_000);
    }
    expect(onEnd.mock.calls).toMatchObject([[{ message: 'The answer was read too slowly.' }]]);
    expect(ms).toBeGreaterThan(least.graceMs);
    expect(ms).toBeLessThan(2_000);
    expect(seen.asked).toBeGreaterThan(2);
  });

  it('does not count the time of the source', async () => {
    fakeTime();
    async function* slow(): AsyncGenerator<string> {
      for (let at = 0; at < 5; at++) {
        await new Promise((resolve) => setTimeout(resolve, 60));
        yield BIG;
      }
    }
    const onEnd = vi.fn<(error: Error | null) => void>();
    const least = { bytesPerSecond: 1_000_000_000, graceMs: 100 };
    const stream = pullStream(slow(), { stallMs: 60_000, least, onEnd });
    stream.on('error', () => undefined).on('readable', () => undefined);
    let bytes = 0;
    for (let at = 0; at < 5; at++) {
      await vi.advanceTimersByTimeAsync(60);
      // The reader itself waits for 50 milliseconds in total.
      await vi.advanceTimersByTimeAsync(10);
      for (let part; (part = stream.read() as Buffer | null);) bytes += part.length;
    }
    expect(bytes).toBe(5 * BIG.length);
    await eventually(() => expect(onEnd.mock.calls).toEqual([[null]]));
  });

  it('reports at once that a reader left while the next chunk was awaited', async () => {
    const never: AsyncIterator<string> = { next: () => new Promise(() => undefined) };
    const onEnd = vi.fn<(error: Error | null) => void>();
    const stream = pullStream(never, { stallMs: 60_000, least: ANY, onEnd });
    stream.resume();
    stream.destroy();
    await eventually(() => expect(onEnd.mock.calls).toEqual([[null]]));
  });

  it('fails with the error of its source', async () => {
    const onEnd = vi.fn<(error: Error | null) => void>();
    const failing: AsyncIterator<string> = { next: () => Promise.reject(new Error('broken')) };
    await expect(text(pullStream(failing, { stallMs: 60_000, least: ANY, onEnd }))).rejects.toThrow('broken');
    expect(onEnd).toHaveBeenCalledOnce();
  });
});
