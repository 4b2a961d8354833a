// A stream that requests chunks one at a time. Nothing is read ahead. A reader that disconnects, stalls or
// reads too slowly ends the source at once, even while it works on the next chunk.
import { Readable } from 'node:stream';

interface PullOptions {
  /** How long a chunk may wait for its reader. */
  stallMs: number;
  /** The minimum average speed, once the reader has delayed the source for `graceMs`. */
  least: { bytesPerSecond: number; graceMs: number };
  /** Called once when the source has ended, with the error if there was one. */
  onEnd: (error: Error | null) => void;
}

const BUFFER_BYTES = 65_536;

export function pullStream(
  chunks: AsyncIterator<string | Uint8Array>,
  { stallMs, least, onEnd }: PullOptions,
): Readable {
  let stall: NodeJS.Timeout | undefined;
  let bytes = 0;
  /** Total time that chunks waited for the reader. Time of the source does not count. */
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
    // A large chunk may take longer than that at the minimum speed.
    const stalledMs = Math.max(stallMs, (whole.length / least.bytesPerSecond) * 1_000);
    const [afterMs, why] =
      allowedMs < stalledMs
        ? [allowedMs, 'The answer was read too slowly.']
        : [stalledMs, 'The client stopped reading the answer.'];
    stall = setTimeout(() => stream.destroy(new Error(why)), Math.max(0, afterMs));
    // In pieces, so that progress of a slow reader is visible.
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

  /** Resolves when the source has finished its current step, which no one needs to await. */
  async function letGo(): Promise<void> {
    try {
      await chunks.return?.();
    } catch {
      // The reader has received the error or is gone.
    }
  }
}
