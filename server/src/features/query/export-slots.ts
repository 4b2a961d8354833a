// An export holds a connection of the engine until its client has read everything, so an account has one at a time, and the
// process has few. Slots are counted per process, as the engine's connections are.
import { AppError } from '#lib/app-error';

export interface ExportSlotOptions {
  atOnce: number;
  /** How long a request waits for a slot before it is rejected. */
  patienceMs: number;
}

export class ExportSlots {
  readonly #options: ExportSlotOptions;
  readonly #accounts = new Set<string>();
  readonly #waiting: (() => void)[] = [];
  #inside = 0;

  constructor(options: ExportSlotOptions) {
    this.#options = options;
  }

  /** Returns the function that frees the slot; calling it again does nothing. */
  async enter(account: string): Promise<() => void> {
    if (this.#accounts.has(account)) throw running();
    this.#accounts.add(account);
    try {
      await this.#place();
    } catch (error) {
      this.#accounts.delete(account);
      throw error;
    }
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.#accounts.delete(account);
      // The slot goes directly to the request that has waited longest, so that no other can take it.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#inside -= 1;
    };
  }

  async #place(): Promise<void> {
    if (this.#inside < this.#options.atOnce) {
      this.#inside += 1;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      this.#waiting.splice(this.#waiting.indexOf(resolve), 1);
      reject(busy());
    }, this.#options.patienceMs);
    this.#waiting.push(resolve);
    await promise.finally(() => clearTimeout(timer));
  }
}

const running = () =>
  new AppError(
    'too_many_requests',
    'export_running',
    'An export of this account is still running. Wait until it ends, or cancel it.',
    { retryAfterSeconds: 5 },
  );

const busy = () =>
  new AppError('unavailable', 'export_busy', 'Other exports are being read. Try again shortly.', {
    retryAfterSeconds: 5,
  });
