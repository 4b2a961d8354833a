// Scores that are sent in the background. Each has an id, so that one that is sent twice is stored once.
import { unwrap, type TracewellClient } from '../client.ts';
import { toTracewellError } from '../errors.ts';
import type { Schemas } from '../operations.ts';
import { retrying } from '../retry.ts';
import { untraced } from './context.ts';
import { quietTimer } from './runtime.ts';

export type NewScore = Schemas['NewScore'];

const MAX_SCORES = 100;
const MAX_QUEUED = 10_000;
const DELAY_MS = 500;

export class ScoreSender {
  readonly #client: TracewellClient;
  readonly #onError: (error: Error) => void;
  #queue: NewScore[] = [];
  #working: Promise<void> | undefined;
  #cancelTimer: (() => void) | undefined;

  constructor(client: TracewellClient, onError: (error: Error) => void) {
    this.#client = client;
    this.#onError = onError;
  }

  get isIdle(): boolean {
    return this.#queue.length === 0 && this.#working === undefined;
  }

  add(score: NewScore): void {
    if (this.#queue.length >= MAX_QUEUED) {
      this.#onError(new Error('A score was dropped, because the queue was full.'));
      return;
    }
    // The time at which it was given, not at which it is sent.
    this.#queue.push({ id: crypto.randomUUID(), createdAt: new Date().toISOString(), ...score });
    this.#cancelTimer ??= quietTimer(() => void this.flush(), DELAY_MS);
  }

  flush(): Promise<void> {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined;
    });
    return this.#working;
  }

  async #work(): Promise<void> {
    while (this.#queue.length > 0) {
      const scores = this.#queue.splice(0, MAX_SCORES);
      const send = () => untraced(() => unwrap(this.#client.POST('/v1/scores', { body: { scores } })));
      try {
        const { rejected } = await retrying(send);
        for (const { id, reason } of rejected) this.#onError(new Error(`Score ${id ?? ''}: ${reason}`));
      } catch (error) {
        this.#onError(toTracewellError(error));
      }
    }
  }
}
