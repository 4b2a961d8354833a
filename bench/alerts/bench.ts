// The service in this process. It counts the statements that a round sends to each store.
import { randomBytes } from 'node:crypto';
import type { KyselyPlugin } from 'kysely';
import { pino } from 'pino';
import { openApp, type App } from '../../server/src/app.ts';
import { readConfig, type Config } from '../../server/src/config/index.ts';
import { MetadataLedger } from '../../server/src/core/record-changes/usage-ledger.ts';
import { makeAlertsJob } from '../../server/src/features/alerts/check.job.ts';
import { openEngine, type RecordsEngine } from '../../server/src/store/records/engine/engine.ts';
import { selectWindowSums, type RecordsStore } from '../../server/src/store/records/index.ts';
import { openRecords } from '../../server/src/store/records/open.ts';
import {
  latencyWindowsSql,
  sumWindowsSql,
} from '../../server/src/store/records/questions/all-accounts/measure-windows.ts';
import { migrateRecords } from '../../server/src/store/records/migrations/migrate.ts';
import { insertMadeCallsSql } from '../../server/test/support/made-calls.ts';
import { makeBodies } from '../ingest/bodies.ts';
import { fires, makeRules, openAccounts, type Opened } from './rules.ts';
import { fakeRecords, type RecordsReplies } from '../../server/test/support/fake-records.ts';

interface Size {
  records: number;
  rules: number;
  accounts: number;
}

export interface Round {
  ms: number;
  /** Statements sent to the engine. */
  engine: number;
  written: number;
  transactions: number;
  metadataMs: number;
}

type Measure = RecordsReplies['selectWindowSums'];

const PIECE = 1_000_000;
const DAYS = 30;
const SECOND = 1_000;
/** An emulated engine is slow, and timeouts are not measured here. */
const PATIENCE_SECONDS = 280;
const NO_RECORDS = { kind: 'server', close: async () => undefined } as unknown as RecordsStore;

const openStore = (config: Config, { services: { metadata, clock } }: App): Promise<RecordsStore> =>
  openRecords(config.records, {
    clock,
    ledger: new MetadataLedger(metadata, clock),
    readSeconds: PATIENCE_SECONDS,
    onProblem: (error) => console.error(error),
  });

export class Bench {
  readonly emulated = process.env.TRACEWELL_EMULATED_ENGINE_PID !== undefined;
  readonly #app: App;
  readonly #records: RecordsStore;
  readonly #engine: RecordsEngine | null;
  readonly #opened: Opened;
  /** The queries of the last round. */
  #asked: Parameters<Measure>[] = [];
  #counts = { written: 0, transactions: 0, metadataMs: 0 };
  /** True while the engine is bypassed and its answers are made up. */
  #alone = false;

  private constructor(app: App, engine: RecordsEngine | null, opened: Opened) {
    this.#app = app;
    this.#records = app.services.records;
    this.#engine = engine;
    this.#opened = opened;
    this.#listen();
  }

  /** Without the engine, only the metadata store is used. */
  static async start(folder: string, size: Size, withEngine: boolean): Promise<Bench> {
    const log = pino({ level: 'error' });
    const config = ownDatabase(
      readConfig({ ...process.env, TRACEWELL_DATA_DIR: folder, TRACEWELL_GRPC: 'off' }),
    );
    const jobs = [makeAlertsJob(PATIENCE_SECONDS * SECOND)];
    const app = await openApp(config, log, { jobs, records: NO_RECORDS });
    if (withEngine) app.services.records = await openStore(config, app);
    await app.http.ready();
    const opened = await openAccounts(app, size.accounts);
    await makeRules(app, opened, size.rules);
    if (!withEngine) return new Bench(app, null, opened);
    const engine = await openEngine(config.records, { readSeconds: PATIENCE_SECONDS });
    await migrateRecords(engine);
    const [first = 0] = opened.numbers;
    const made = {
      rows: size.records,
      busyAccount: first,
      busyRows: Math.ceil(size.records / 5),
      others: Math.max(1, size.accounts - 1),
      firstOther: first + 1,
      endMs: Date.now(),
      days: DAYS,
    };
    for (let from = 0; from < size.records; from += PIECE) {
      await engine.command(insertMadeCallsSql(made, from, Math.min(PIECE, size.records - from)));
    }
    return new Bench(app, engine, opened);
  }

  async round(): Promise<Round> {
    this.#counts = { written: 0, transactions: 0, metadataMs: 0 };
    if (!this.#alone) this.#asked = [];
    const start = performance.now();
    await this.#app.services.jobs.runNow('alerts');
    return {
      ms: performance.now() - start,
      engine: this.#alone ? 0 : this.#asked.length,
      ...this.#counts,
    };
  }

  /** A round as if the engine took no time. */
  roundAlone(): Promise<Round> {
    return this.#withoutEngine(() => this.round());
  }

  async firing(): Promise<Round> {
    await fires(this.#app, true);
    const round = await this.round();
    await this.#requireFired();
    return round;
  }

  firingAlone(): Promise<Round> {
    return this.#withoutEngine(() => this.firing());
  }

  clearingAlone(): Promise<Round> {
    return this.#withoutEngine(async () => {
      await fires(this.#app, false);
      return this.round();
    });
  }

  /** Sends the queries of the last round one by one, without the service. */
  async bareMs(): Promise<number> {
    const questions = this.#asked.map(([wants, latencies]) =>
      latencies ? latencyWindowsSql(wants) : sumWindowsSql(wants),
    );
    const times: number[] = [];
    for (let time = 0; time < (this.emulated ? 1 : 3); time += 1) {
      const start = performance.now();
      for (const { sql, params } of questions) await this.#engine?.query(sql, params);
      times.push(performance.now() - start);
    }
    return Math.min(...times);
  }

  /** Keeps sending records of one account while `work` runs. */
  async whileWriting<T>(rate: number, work: () => Promise<T>): Promise<{ result: T; perSecond: number }> {
    const bodies = makeBodies('ingest', 1, false);
    const start = performance.now();
    let stored = 0;
    const over = new AbortController();
    const writing = (async () => {
      while (!over.signal.aborted) {
        const wait = start + (stored * SECOND) / rate - performance.now();
        if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
        const reply = await this.#app.http.inject({
          method: 'POST',
          url: bodies.path,
          headers: {
            'content-type': bodies.contentType,
            authorization: `Bearer ${this.#opened.apiKey}`,
          },
          payload: bodies.next(0),
        });
        if (reply.statusCode !== 200) throw new Error(`Records were rejected: ${reply.body.slice(0, 300)}`);
        stored += bodies.records;
      }
    })();
    try {
      const result = await Promise.race([
        work(),
        writing.then(() => Promise.reject(new Error('Writing ended.'))),
      ]);
      return { result, perSecond: (stored * SECOND) / (performance.now() - start) };
    } finally {
      over.abort();
      await writing;
    }
  }

  async stop(): Promise<void> {
    await this.#records.close();
    await this.#app.stop();
    if (this.#engine?.kind === 'server')
      await this.#engine.command(`DROP DATABASE ${this.#engine.database} SYNC`);
    await this.#engine?.close();
  }

  async #withoutEngine<T>(work: () => Promise<T>): Promise<T> {
    this.#alone = true;
    try {
      return await work();
    } finally {
      this.#alone = false;
    }
  }

  /** Rules about findings, and rules without enough data, do not fire. */
  async #requireFired(): Promise<void> {
    const { fired } = await this.#app.services.metadata.reader
      .selectFrom('alerts')
      .select((eb) => eb.fn.count<number>('fired_at').as('fired'))
      .executeTakeFirstOrThrow();
    if (fired === 0) throw new Error('Nothing fired. Use more records.');
  }

  /** Counts the statements, and answers in place of the engine while it is bypassed. */
  #listen(): void {
    const { services } = this.#app;
    const { records, metadata } = services;
    const selectWindows: Measure = async (...question) => {
      if (this.#alone) return madeUp(question[0]);
      this.#asked.push(question);
      return records.askAll(selectWindowSums(...question));
    };
    services.records = fakeRecords({ selectWindowSums: selectWindows }, records);
    const plugin: KyselyPlugin = {
      transformQuery: ({ node }) => {
        this.#counts.written += 1;
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const transaction: typeof metadata.transaction = async (work) => {
      this.#counts.transactions += 1;
      const start = performance.now();
      try {
        return await metadata.transaction((db) => work(db.withPlugin(plugin)));
      } finally {
        this.#counts.metadataMs += performance.now() - start;
      }
    };
    services.metadata = with_(metadata, { transaction });
  }
}

/** The answer of an engine that takes no time. */
const madeUp = (wants: Parameters<Measure>[0]): Awaited<ReturnType<Measure>> =>
  wants.map(({ historyDays }) =>
    Array.from({ length: historyDays + 1 }, () => ({ calls: 100, errors: 1, costUsd: 1, latencyMs: 100 })),
  );

/** The target with some members replaced. */
const with_ = <T extends object>(target: T, parts: Partial<T>): T =>
  new Proxy(target, {
    get: (of, name) => {
      const own = Reflect.get(parts, name) as unknown;
      const value = own ?? Reflect.get(of, name, of);
      return own === undefined && typeof value === 'function' ? value.bind(of) : value;
    },
  });

/** On a server, the bench creates its own database. */
function ownDatabase(read: Config): Config {
  if (read.records.kind === 'embedded') return read;
  const url = new URL(read.records.url);
  url.pathname = `/tracewell_bench_${randomBytes(6).toString('hex')}`;
  return { ...read, records: { kind: 'server', url: url.href } };
}
