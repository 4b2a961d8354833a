// Chunks that are asked for one at a time, as a stream to send. Nothing is read ahead of the reader, and a reader that goes
// away or stops coming back ends the source at once, also while it is still working on the next chunk.
import { Readable } from 'node:stream';

export interface PullOptions {
  /** How long a chunk may wait for its reader. */
  stallMs: number;
  /** Once, when the source is done with; the error that broke it off, if one did. */
  onEnd: (error: Error | null) => void;
}

const BUFFER_BYTES = 65_536;

export function pullStream(
  chunks: AsyncIterator<string | Uint8Array>,
  { stallMs, onEnd }: PullOptions,
): Readable {
  let stall: NodeJS.Timeout | undefined;
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
      clearTimeout(stall);
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
      stall = setTimeout(() => stream.destroy(new Error('Nobody came for the next part.')), stallMs);
      stream.push(next.value);
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
