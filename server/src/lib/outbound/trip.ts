// One request from the first lookup to the last byte: its time limit and its progress.
import { OutboundError } from './outbound-error.ts';
import { say } from './sentences.ts';

type Stage = 'name' | 'connect' | 'tls' | 'headers' | 'body';

export class Trip {
  readonly signal: AbortSignal;
  host = '';
  stage: Stage = 'name';
  readonly #started = performance.now();
  readonly #timer: NodeJS.Timeout;
  readonly #outer: AbortSignal | undefined;
  readonly #stop: () => void;

  constructor(timeoutMs: number, outer?: AbortSignal) {
    const controller = new AbortController();
    this.signal = controller.signal;
    this.#timer = setTimeout(() => {
      const { host, stage } = this;
      const seconds = timeoutMs / 1_000;
      const said =
        stage === 'name' ? say('timeout_name', { host, seconds }) : say('timeout', { host, stage, seconds });
      controller.abort(new OutboundError('timeout', said));
    }, timeoutMs);
    this.#stop = () =>
      controller.abort(new OutboundError('stopped', 'The request was stopped before it was complete.'));
    this.#outer = outer;
    if (outer?.aborted) this.#stop();
    outer?.addEventListener('abort', this.#stop);
  }

  get durationMs(): number {
    return Math.round(performance.now() - this.#started);
  }

  /** The result of `work`, or a rejection by the signal, whichever comes first. */
  async before<T>(work: Promise<T>): Promise<T> {
    const { promise, reject } = Promise.withResolvers<never>();
    const stop = () => reject(this.signal.reason);
    if (this.signal.aborted) stop();
    this.signal.addEventListener('abort', stop);
    try {
      return await Promise.race([work, promise]);
    } finally {
      this.signal.removeEventListener('abort', stop);
    }
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#outer?.removeEventListener('abort', this.#stop);
  }
}
