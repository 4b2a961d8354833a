// Chunks that are asked for one at a time, as a stream to send. Nothing is read ahead of the reader, and a reader that goes
// away, stops coming back or reads too slowly ends the source at once, also while it is still working on the next chunk.
import { Readable } from 'node:stream';

export interface PullOptions {
  /** How long a chunk may wait for its reader. */
  stallMs: number;
  /** What a reader must take on average, once it has kept the source waiting for `graceMs`. */
  least: { bytesPerSecond: number; graceMs: number };
  /** Once, when the source is done with; the error that broke it off, if one did. */
  onEnd: (error: Error | null) => void;
}

const BUFFER_BYTES = 65_536;

export function pullStream(
  chunks: AsyncIterator<string | Uint8Array>,
  { stallMs, least, onEnd }: PullOptions,
): Readable {
  let stall: NodeJS.Timeout | undefined;
  let bytes = 0;
  /** How long chunks have waited for the reader in all: the time that the source takes is not the reader's. */
  let waitedMs = 0;
  let waitingSince: number | null = null;
  const fetched = (): void => {
    clearTimeout(stall);
    if (waitingSince !== null) waitedMs += performance.now() - waitingSince;
    waitingSince = null;
  };
  const offer = (chunk: string | Uint8Array): void => {
    const whole = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    bytes += whole.length;
    waitingSince = performance.now();
    const allowedMs = Math.max(least.graceMs, (bytes / least.bytesPerSecond) * 1_000) - waitedMs;
    // A large chunk may take longer than that, at the least speed.
    const stalledMs = Math.max(stallMs, (whole.length / least.bytesPerSecond) * 1_000);
    const [afterMs, why] =
      allowedMs < stalledMs
        ? [allowedMs, 'The answer was read too slowly.']
        : [stalledMs, 'Nobody came for the next part.'];
    stall = setTimeout(() => stream.destroy(new Error(why)), Math.max(0, afterMs));
    // In pieces, so that it can be seen from outside that a slow reader takes some of it.
    for (let from = 0; from < whole.length; from += BUFFER_BYTES) {
      stream.push(whole.subarray(from, from + BUFFER_BYTES));
    }
  };
  let ended = false;
  const end = (error: Error | null): void => {
    clearTimeout(stall);
    if (ended) return;
    ended = true;
    onEnd(error);
  };
  const stream = new Readable({
    highWaterMark: BUFFER_BYTES,
    read: () => {
      fetched();
      void pull();
    },
    destroy: (error, done) => {
      end(error);
      void letGo();
      done(error);
    },
  });
  return stream;

  async function pull(): Promise<void> {
    try {
      const next = await chunks.next();
      if (stream.destroyed) return;
      if (next.done) {
        end(null);
        stream.push(null);
        return;
      }
      offer(next.value);
    } catch (error) {
      stream.destroy(error instanceof Error ? error : new Error(String(error)));
    }
  }

  /** It answers when what it is at now is over, which nobody has to wait for. */
  async function letGo(): Promise<void> {
    try {
      await chunks.return?.();
    } catch {
      // Whoever reads was told, or has gone.
    }
  }
}
