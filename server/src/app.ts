// Wires the process: opens the stores, creates the services, and passes them the endpoints and jobs.
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '#config';
import { SECOND_MS, type Clock } from '#lib/clock';
import { letHeapGrow } from '#lib/heap-growth';
import { AccountCache } from '#core/access/accounts';
import { loadAuditHash } from '#core/change/audit-key';
import { ChangeFeed } from '#core/change/change-feed';
import { ContentKeys } from '#content';
import type { Services } from '#core/context';
import type { Endpoint } from '#core/endpoint';
import type { JobDefinition } from '#core/jobs/job';
import { setHooks } from '#core/hooks';
import { KeyCache } from '#core/access/key-cache';
import { openMailer } from '#core/mailer';
import { loadMasterKey } from '#core/secrets/master-key';
import { abandonAllTurns } from '#core/record-changes/record-changes';
import { MetadataLedger } from '#core/record-changes/usage-ledger';
import { processState } from '#core/process-state';
import { sealer } from '#core/secrets/sealing';
import { SharedClock } from '#core/shared-clock';
import { openWatch } from '#core/watch/open-watch';
import { readServices } from '#core/watch/read-services';
import { closeToOthers, ensureDataDirectory, lockDataDirectory, othersCanRead } from '#data-directory';
import type { GrpcListener } from '#grpc';
import { buildHttp, openApiDocument, type HttpOptions } from '#http';
import { Worker } from '#jobs';
import { Metadata, requireOwnMetadata } from '#metadata';
import { openRecords, requireOwnRecords, type RecordsStore } from '#records';
import { listenForCommands, type Control } from '#control';
import { TAGS, allEndpoints, allJobs, modules } from './modules.ts';

const HTTP_PATIENCE_MS = 4_000;
const JOBS_PATIENCE_MS = 2_000;

export interface App {
  services: Services;
  worker: Worker;
  http: FastifyInstance;
  /** The port of OTLP over gRPC; null if it is off. */
  grpcPort(): number | null;
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface AppOptions extends HttpOptions {
  /** Replaces the clock that all processes share. */
  clock?: Clock;
  /** The machine's clock; tests set it apart from the store's. */
  ownClock?: Clock;
  endpoints?: readonly Endpoint[];
  jobs?: readonly JobDefinition[];
  /** A records store that is already open. A process has one in-process engine, and tests share it. */
  records?: RecordsStore;
}

/** Stands for the records store until it has opened. */
const UNOPENED = new Proxy({} as RecordsStore, {
  get: () => {
    throw new Error('The records store is not open yet.');
  },
});

export async function openApp(config: Config, log: Logger, options: AppOptions = {}): Promise<App> {
  const closers: (() => Promise<unknown> | void)[] = [];
  const embedded = config.metadata.kind === 'sqlite' || config.records.kind === 'embedded';
  try {
    requireOwnMetadata(config.metadata);
    if (!options.records) await requireOwnRecords(config.records);
    if (embedded) {
      const directory = lockDataDirectory(config.dataDir);
      closers.unshift(() => directory.release());
      if (othersCanRead(directory.path)) log.warn(closeToOthers(directory.path));
    } else if (config.masterKey === null) {
      ensureDataDirectory(config.dataDir);
    }
    const watch = await openWatch(config, log);
    closers.unshift(() => watch.close());
    const metadata = await Metadata.open(config.metadata, {
      onIdleError: (error) => log.warn({ err: error }, 'a metadata connection was lost'),
    });
    closers.unshift(() => metadata.close());
    const shared = await SharedClock.open(metadata, options.ownClock, ({ offsetMs }) =>
      log.warn(
        { offsetMs },
        'the clock of this machine differs from that of the metadata store: set it by NTP',
      ),
    );
    closers.unshift(() => shared.close());
    const clock = options.clock ?? shared;
    const masterKey = await loadMasterKey(config, metadata);
    const auditHash = await loadAuditHash(metadata, masterKey);
    const ledger = new MetadataLedger(metadata, clock);
    const onProblem = (error: unknown, what: string) => log.error({ err: error }, what);
    const loaded = Promise.withResolvers<void>();
    const opening = options.records
      ? Promise.resolve(options.records)
      : openRecords(config.records, {
          clock,
          onProblem,
          ledger,
          watch,
          warm: true,
          onLoaded: () => loaded.resolve(),
        });
    if (!options.records) closers.unshift(() => opening.then((opened) => opened.close()).catch(() => {}));

    const feed = new ChangeFeed(metadata, (error) =>
      log.warn({ err: error }, 'change feed could not be read'),
    );
    const worker = new Worker(options.jobs ?? allJobs);
    const mailer = openMailer(config.smtp, log);
    closers.unshift(() => mailer.close());
    const services: Services = {
      config,
      clock,
      log,
      metadata,
      records: options.records ?? UNOPENED,
      watch,
      feed,
      accounts: new AccountCache(metadata, feed),
      keys: new KeyCache(metadata, feed, clock),
      mailer,
      sealer: sealer(masterKey),
      auditHash: async () => auditHash,
      contentKeys: new ContentKeys(metadata, masterKey, clock),
      state: processState(() => services),
      jobs: worker,
      startedAt: clock.now(),
      lifecycle: { stopping: false },
      clockOffsetMs: () => shared.offsetMs(),
    };
    closers.unshift(() => services.state.end());
    setHooks(
      services,
      modules.flatMap(({ hooks }) => hooks ?? []),
    );
    worker.attach(services);
    const endpoints = options.endpoints ?? allEndpoints;
    const document = () => openApiDocument(endpoints, TAGS);
    // The engine opens its tables on threads of its own, while the routes are made. They do not need it before their
    // first request.
    if (config.records.kind === 'embedded') await Promise.race([loaded.promise, opening]);
    const [http, records] = await Promise.all([
      buildHttp(services, endpoints, document, { ...options, meters: watch.meters }),
      opening,
    ]);
    services.records = records;
    for (const module of modules) module.open?.(services);
    // The directory lock proves that no other process changes records, so an earlier holder has ended.
    if (embedded && !options.records) await metadata.transaction(abandonAllTurns);
    if (watch.meters) readServices(watch.meters, services);
    return assemble({ services, worker, http }, closers, embedded);
  } catch (error) {
    for (const close of closers) await close();
    throw error;
  }
}

function assemble(
  { services, worker, http }: Pick<App, 'services' | 'worker' | 'http'>,
  closers: (() => Promise<unknown> | void)[],
  holdsDirectory: boolean,
): App {
  const { config, feed, lifecycle } = services;
  let control: Control | null = null;
  let grpc: GrpcListener | null = null;
  return {
    services,
    worker,
    http,
    grpcPort: () => grpc?.port ?? null,
    start: async () => {
      await feed.start();
      for (const module of modules) module.start?.(services);
      if (config.role !== 'api') await worker.start();
      if (config.role !== 'worker') {
        await http.listen({ host: config.host, port: config.port });
        if (config.grpc !== null) grpc = await (await import('#grpc')).startGrpc(services);
      }
      if (holdsDirectory) control = await listenForCommands(services);
      letHeapGrow();
    },
    // The order matters: announce the stop, then end requests, then jobs, then the stores.
    stop: async () => {
      lifecycle.stopping = true;
      if (http.server.listening && config.drainSeconds > 0) {
        grpc?.drain(config.drainSeconds * SECOND_MS);
        await delay(config.drainSeconds * SECOND_MS);
      }
      for (const module of modules) module.drain?.(services);
      const impatient = setTimeout(() => http.server.closeAllConnections(), HTTP_PATIENCE_MS);
      await Promise.all([http.close(), grpc?.close(), control?.close()]);
      clearTimeout(impatient);
      await worker.stop(JOBS_PATIENCE_MS);
      await feed.stop();
      for (const close of closers) await close();
    },
  };
}
