// The functions of the service for a command on the same machine, which may run beside the server: metadata only, without the
// lock. The server sees the changes through the change feed, within a second.
import { existsSync } from 'node:fs';
import { pino } from 'pino';
import type { Config } from '#config';
import { AppError } from '#lib/app-error';
import { NO_WATCH } from '#lib/watch';
import { AccountCache } from '#core/access/accounts';
import { loadAuditHash } from '#core/change/audit-key';
import { ChangeFeed } from '#core/change/change-feed';
import type { SystemContext } from '#core/context';
import type { ContentKeys } from '#content';
import { KeyCache } from '#core/access/key-cache';
import { loadMasterKey } from '#core/secrets/master-key';
import { openMailer } from '#core/mailer';
import { processState } from '#core/process-state';
import { SharedClock } from '#core/shared-clock';
import { ensureDataDirectory } from '#data-directory';
import { Metadata } from '#metadata';
import type { RecordsStore } from '#records';

interface ServiceOptions {
  /** Creates the data directory and its stores if they do not exist yet. */
  create?: boolean;
}

const refusal = (what: string) =>
  new AppError('conflict', 'needs_the_server', `${what} Ask the running server through its interface.`);

/** Only one process can open the in-process engine, and that is the server. */
function recordsRefused(kind: RecordsStore['kind']): RecordsStore {
  const known = { kind, close: async () => undefined } as Partial<RecordsStore> as RecordsStore;
  const refused: RecordsStore = new Proxy(known, {
    get: (_, name) => {
      if (name === 'admin') return refused;
      if (name in known || typeof name === 'symbol' || name === 'then')
        return Reflect.get(known, name) as unknown;
      return () => Promise.reject(refusal('This command does not open the records.'));
    },
  });
  return refused;
}

const contentRefused = new Proxy({} as ContentKeys, {
  get: () => {
    throw refusal('This command does not open content.');
  },
});

export async function withServices<T>(
  config: Config,
  work: (ctx: SystemContext) => Promise<T>,
  options: ServiceOptions = {},
): Promise<T> {
  prepare(config, options.create ?? false);
  const log = pino({ level: 'silent' });
  const metadata = await Metadata.open(config.metadata);
  try {
    const clock = await SharedClock.open(metadata);
    clock.close();
    const feed = new ChangeFeed(metadata, () => undefined);
    const sealed = () => {
      throw refusal('This command does not open sealed data.');
    };
    const ctx: SystemContext = {
      config,
      clock,
      log,
      metadata,
      db: metadata.reader,
      records: recordsRefused(config.records.kind),
      watch: NO_WATCH,
      feed,
      accounts: new AccountCache(metadata, feed),
      keys: new KeyCache(metadata, feed, clock),
      mailer: openMailer(config.smtp, log),
      sealer: { seal: sealed, open: sealed },
      auditHash: async () => loadAuditHash(metadata, await loadMasterKey(config, metadata)),
      contentKeys: contentRefused,
      state: processState(() => ctx),
      jobs: {
        names: () => [],
        healthy: () => true,
        runNow: () => Promise.reject(refusal('This command does not run jobs.')),
        running: () => 0,
      },
      startedAt: clock.now(),
      lifecycle: { stopping: false },
      clockOffsetMs: () => clock.offsetMs(),
      actor: { type: 'system', id: 'cli' },
      origin: { requestId: 'cli', ip: null, userAgent: null, host: '', sessionToken: null, auditActions: [] },
    };
    try {
      return await work(ctx);
    } finally {
      await ctx.state.end();
    }
  } finally {
    await metadata.close();
  }
}

function prepare({ metadata, masterKey, dataDir }: Config, create: boolean): void {
  if (metadata.kind !== 'sqlite') {
    if (masterKey === null) ensureDataDirectory(dataDir);
    return;
  }
  if (create) return ensureDataDirectory(dataDir);
  if (existsSync(metadata.path)) return;
  throw new AppError(
    'not_found',
    'no_data',
    `There is no Tracewell data in ${dataDir} yet. \`tracewell-server init\` makes the first account; --data-dir or TRACEWELL_DATA_DIR names another folder.`,
  );
}
