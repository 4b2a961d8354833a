// Long work in short pieces: whoever waits for the thread, a running agent above all, gets it between two of them.
import { setImmediate } from 'node:timers/promises';

const PIECE_MS = 1;

export class Pace {
  #since = performance.now();

  get isDue(): boolean {
    return performance.now() - this.#since >= PIECE_MS;
  }

  async rest(): Promise<void> {
    await setImmediate();
    this.#since = performance.now();
  }
}
