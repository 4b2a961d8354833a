import { text } from 'node:stream/consumers';
import { describe, expect, it, vi } from 'vitest';
import { pullStream } from './pull-stream.ts';

const BIG = 'x'.repeat(100_000);
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
    expect(await text(pullStream(counted(5, seen), { stallMs: 1_000, least: ANY, onEnd }))).toHaveLength(
      500_000,
    );
    expect(onEnd.mock.calls).toEqual([[null]]);
  });

  it('does not read ahead of the reader', async () => {
    const seen = { asked: 0, closed: false };
    const stream = pullStream(counted(100, seen), { stallMs: 1_000, least: ANY, onEnd: () => undefined });
    stream.once('readable', () => undefined);
    await vi.waitFor(() => expect(seen.asked).toBe(1), { timeout: 20_000 });
    expect(stream.read(1)).toHaveLength(1);
    expect(seen.asked).toBeLessThan(3);
    stream.destroy();
    await vi.waitFor(() => expect(seen.closed).toBe(true), { timeout: 20_000 });
  });

  it('gives up on a reader that stops reading', async () => {
    const seen = { asked: 0, closed: false };
    const ended = Promise.withResolvers<Error | null>();
    const stream = pullStream(counted(100, seen), { stallMs: 5, least: ANY, onEnd: ended.resolve });
    stream.on('error', () => undefined).once('readable', () => undefined);
    expect((await ended.promise)?.message).toBe('The client stopped reading the answer.');
    await vi.waitFor(() => expect(seen.closed).toBe(true), { timeout: 20_000 });
  });

  it('gives up on a reader that keeps reading too slowly', async () => {
    const seen = { asked: 0, closed: false };
    const ended = Promise.withResolvers<Error | null>();
    const least = { bytesPerSecond: 2_000_000, graceMs: 300 };
    const stream = pullStream(counted(1_000, seen), { stallMs: 100, least, onEnd: ended.resolve });
    const started = performance.now();
    // 100,000 bytes every 80 milliseconds are too slow, although no chunk waits for long.
    const reader = setInterval(() => stream.read(100_000), 80);
    stream.on('error', () => undefined).on('readable', () => undefined);
    expect((await ended.promise)?.message).toBe('The answer was read too slowly.');
    clearInterval(reader);
    expect(performance.now() - started).toBeGreaterThan(250);
    expect(seen.asked).toBeGreaterThan(2);
  });

  it('does not count the time of the source', async () => {
    async function* slow(): AsyncGenerator<string> {
      for (let at = 0; at < 5; at++) {
        await new Promise((resolve) => setTimeout(resolve, 60));
        yield 'x'.repeat(10);
      }
    }
    const least = { bytesPerSecond: 1_000, graceMs: 100 };
    const stream = pullStream(slow(), { stallMs: 1_000, least, onEnd: () => undefined });
    expect(await text(stream)).toHaveLength(50);
  });

  it('reports at once that a reader left while the next chunk was awaited', async () => {
    const never: AsyncIterator<string> = { next: () => new Promise(() => undefined) };
    const onEnd = vi.fn<(error: Error | null) => void>();
    const stream = pullStream(never, { stallMs: 1_000, least: ANY, onEnd });
    stream.resume();
    stream.destroy();
    await vi.waitFor(() => expect(onEnd.mock.calls).toEqual([[null]]), { timeout: 20_000 });
  });

  it('fails with the error of its source', async () => {
    const onEnd = vi.fn<(error: Error | null) => void>();
    const failing: AsyncIterator<string> = { next: () => Promise.reject(new Error('broken')) };
    await expect(text(pullStream(failing, { stallMs: 1_000, least: ANY, onEnd }))).rejects.toThrow('broken');
    expect(onEnd).toHaveBeenCalledOnce();
  });
});
