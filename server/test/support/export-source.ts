// Calls for exports, generated as they are fetched, with a record of how far the reader got.
import type { ReadCall } from '#records';
import { sampleCall } from '../../src/core/content/sample-call.ts';

export const readCall = (changes: Parameters<typeof sampleCall>[0] = {}): ReadCall => ({
  call: sampleCall(changes),
  hasContent: false,
});

export class CallSource {
  /** Number of fetched batches. */
  fetched = 0;
  /** Resolves when it is no longer read, whether or not everything was read. */
  readonly ended: Promise<'whole' | 'early'>;
  readonly #end: (how: 'whole' | 'early') => void;
  readonly #batches: number;
  readonly #perBatch: number;
  readonly #before: (batch: number) => unknown;

  /** `before` may delay a batch, or fail. */
  constructor(batches: number, perBatch: number, before: (batch: number) => unknown = () => undefined) {
    const { promise, resolve } = Promise.withResolvers<'whole' | 'early'>();
    this.ended = promise;
    this.#end = resolve;
    this.#batches = batches;
    this.#perBatch = perBatch;
    this.#before = before;
  }

  async *read(): AsyncGenerator<ReadCall[]> {
    let how: 'whole' | 'early' = 'early';
    try {
      for (let batch = 0; batch < this.#batches; batch++) {
        await this.#before(batch);
        this.fetched += 1;
        yield Array.from({ length: this.#perBatch }, (_none, at) =>
          readCall({ id: `call-${batch}-${at}`, tags: { env: 'production', feature: `feature-${at % 20}` } }),
        );
      }
      how = 'whole';
    } finally {
      this.#end(how);
    }
  }
}
