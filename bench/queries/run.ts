// The parent process of bench/queries: it runs the service as a child, and alternates queries over HTTP with
// the bare SQL.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { serviceFlags } from '../../server/bin/node-flags.js';
import { makeBodies } from '../ingest/bodies.ts';
import { run as load } from '../ingest/load.ts';
import { percentile } from '../lib/percentile.ts';
import type { Question, Sample } from './questions.ts';
import { filled, readFilled, type Filled, type FillOrder } from './filled.ts';
import type { Bare, BareAnswer } from './service.ts';
import { freePort } from '../../server/test/support/free-port.ts';

const WRITERS = 4;
const MIN_ROUNDS = 5;

export interface Times {
  p50: number;
  p99: number;
  bare: number;
  /** The ratio of the medians. */
  ratio: number;
}

/** Acknowledged records a second, and the number of rejected requests. */
export interface Writes {
  perSecond: number;
  refused: number;
}

/** The question needs more time or memory than one may have. */
export class Refused extends Error {}

export class Bench {
  readonly #child: ChildProcess;
  readonly #port: number;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly ready: Filled;
  #asked = 0;

  private constructor(child: ChildProcess, port: number, ready: Filled) {
    this.#child = child;
    this.#port = port;
    this.ready = ready;
  }

  /** Fills the folder, unless it is filled, and starts the service on it. */
  static async start(folder: string, order: FillOrder | null): Promise<Bench> {
    const ready = order === null ? readFilled(folder) : await filled(folder, order);
    const port = await freePort();
    const child = fork(fileURLToPath(new URL('service.ts', import.meta.url)), [], {
      env: {
        ...process.env,
        PORT: String(port),
        TRACEWELL_DATA_DIR: folder,
        TRACEWELL_GRPC: 'off',
        UV_THREADPOOL_SIZE: '16',
      },
      // The same flags as from the command line.
      execArgv: [...process.execArgv, ...serviceFlags()],
    });
    await messageOf<'ready'>(child);
    return new Bench(child, port, ready);
  }

  /** The time of the first query, with the engine's caches empty. */
  async cold(question: Question): Promise<number> {
    await this.#tell('forget');
    return this.#ask(question, this.#sample());
  }

  /**
   * Alternates the service and the bare engine, so that other load on the machine affects both alike. After
   * `withinMs` a few rounds are enough. `mayFindNothing`: a small account may have no match.
   */
  async warm(
    question: Question,
    rounds: number,
    { withinMs = Infinity, mayFindNothing = false } = {},
  ): Promise<Times> {
    const service: number[] = [];
    const bare: number[] = [];
    const until = performance.now() + withinMs;
    for (let round = 0; round <= rounds; round++) {
      if (round > MIN_ROUNDS && performance.now() > until) break;
      const sample = this.#sample();
      const asked = await this.#ask(question, sample);
      const { ms, bytes } = await this.#tell({
        sql: question.bare(sample),
        format: question.format ?? 'JSONEachRow',
      });
      if (bytes === 0 && !mayFindNothing)
        throw new Error(`The bare SQL of "${question.name}" found nothing.`);
      // The first round warms up.
      if (round === 0) continue;
      service.push(asked);
      bare.push(ms);
    }
    const [p50, bareP50] = [percentile(service, 0.5), percentile(bare, 0.5)];
    return { p50, p99: percentile(service, 0.99), bare: bareP50, ratio: p50 / bareP50 };
  }

  /** Keeps sending records of the same account while `work` runs. */
  async whileWriting(rate: number, work: () => Promise<void>): Promise<Writes> {
    const bodies = makeBodies('ingest', WRITERS, false, true);
    const records = Math.max(bodies.records, Math.ceil((rate * 2) / bodies.records) * bodies.records);
    const order = { port: this.#port, apiKey: this.ready.keys[0] ?? '', clients: WRITERS, records, rate };
    const start = performance.now();
    let stored = 0;
    let refused = 0;
    const over = new AbortController();
    const writing = (async () => {
      while (!over.signal.aborted) {
        const result = await load(order, bodies);
        refused += result.refused;
        stored += result.records;
      }
    })();
    try {
      await Promise.race([work(), writing]);
    } finally {
      over.abort();
      await writing;
    }
    return { perSecond: stored / ((performance.now() - start) / 1_000), refused };
  }

  async stop(): Promise<void> {
    this.#agent.destroy();
    if (this.#child.exitCode !== null) return;
    this.#child.send('stop');
    await once(this.#child, 'exit');
  }

  #sample(): Sample {
    const sample = this.ready.samples[this.#asked % this.ready.samples.length];
    if (!sample) throw new Error('There is no call to ask about.');
    return sample;
  }

  /** Milliseconds until the whole answer has arrived. */
  #ask(question: Question, sample: Sample): Promise<number> {
    const { method, path, body, accept = '*/*' } = question.ask(sample);
    const { keys } = this.ready;
    const key = keys[this.#asked % keys.length] ?? '';
    this.#asked += 1;
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const start = performance.now();
    const headers = {
      authorization: `Bearer ${key}`,
      accept,
      ...(body ? { 'content-type': 'application/json' } : {}),
    };
    const asking = request(
      { agent: this.#agent, host: '127.0.0.1', port: this.#port, method, path, headers },
      (reply) => {
        let refused = '';
        reply.on('data', (part: Buffer) => {
          if (reply.statusCode !== 200) refused += part.toString();
        });
        reply.on('error', reject);
        reply.on('end', () => {
          if (reply.statusCode === 200) resolve(performance.now() - start);
          else {
            const fault = refused.includes('"query_too_') ? Refused : Error;
            reject(
              new fault(`"${question.name}" was answered ${reply.statusCode}: ${refused.slice(0, 300)}`),
            );
          }
        });
      },
    );
    asking.on('error', reject);
    asking.end(body ? JSON.stringify(body) : undefined);
    return promise;
  }

  async #tell(message: Bare | 'forget'): Promise<BareAnswer> {
    const answered = messageOf<BareAnswer>(this.#child);
    this.#child.send(message);
    return answered;
  }
}

/** The next message of the child. Rejects if the child ends first. */
async function messageOf<Message>(child: ChildProcess): Promise<Message> {
  const ended = new AbortController();
  const { signal } = ended;
  try {
    return await Promise.race([
      once(child, 'message', { signal }).then(([message]) => message as Message),
      once(child, 'exit', { signal }).then(() => Promise.reject(new Error('The service has ended.'))),
    ]);
  } finally {
    ended.abort();
  }
}
