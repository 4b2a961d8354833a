// What a command on the same machine may use while the server runs: the metadata store, without the lock.
// Only one process can open the in-process engine, and that is the server, so there are no records here. The
// server sees the changes through the change feed, within a second.
import { existsSync } from 'node:fs';
import type { Config } from '#config';
import { AppError } from '#lib/app-error';
import { AccountCache } from '#core/access/accounts';
import { loadAuditHash } from '#core/change/audit-key';
import { ChangeFeed } from '#core/change/change-feed';
import type { AdminContext } from '#core/context';
import { loadMasterKey } from '#core/secrets/master-key';
import { SharedClock } from '#core/shared-clock';
import { ensureDataDirectory } from '#data-directory';
import { Metadata } from '#metadata/open';

interface ServiceOptions {
  /** Creates the data directory and its stores if they do not exist yet. */
  create?: boolean;
}

export async function withServices<T>(
  config: Config,
  work: (ctx: AdminContext) => Promise<T>,
  options: ServiceOptions = {},
): Promise<T> {
  prepare(config, options.create ?? false);
  const metadata = await Metadata.open(config.metadata);
  try {
    const clock = await SharedClock.open(metadata);
    clock.close();
    const feed = new ChangeFeed(metadata, () => undefined);
    return await work({
      config,
      clock,
      metadata,
      db: metadata.reader,
      feed,
      accounts: new AccountCache(metadata, feed),
      auditHash: async () => loadAuditHash(metadata, await loadMasterKey(config, metadata)),
      actor: { type: 'system', id: 'cli' },
      origin: { requestId: 'cli', ip: null, userAgent: null, host: '', sessionToken: null, auditActions: [] },
    });
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
