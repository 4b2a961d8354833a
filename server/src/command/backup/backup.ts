// A running server makes the backup itself, because its record engine cannot be opened twice. Otherwise the
// stores are opened here, under the lock.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pino } from 'pino';
import type { Config } from '#config';
import { AppError } from '#lib/app-error';
import { systemClock } from '#lib/clock';
import { s3Place } from '#lib/storage/s3-requests';
import { processState } from '#core/process-state';
import { loadMasterKey } from '#core/secrets/master-key';
import { abandonAllTurns } from '#core/record-changes/record-changes';
import { isLocked, lockDataDirectory } from '#data-directory';
import { Metadata } from '#metadata/open';
import { openRecords } from '#records/open';
import { askServer } from '#control';
import { requireEmbedded, writeBackup, type BackupReport } from '#backup';

interface BackupOptions {
  withMasterKey?: boolean;
  /** Another way to open the records, for tests. */
  openRecords?: typeof openRecords;
}

export async function backup(
  config: Config,
  target: string,
  options: BackupOptions = {},
): Promise<BackupReport> {
  requireEmbedded(config);
  requireData(config);
  const withMasterKey = options.withMasterKey ?? false;
  if (!isLocked(config.dataDir)) return backupStopped(config, target, options);
  const made = await askServer<BackupReport>(config.dataDir, 'backup', {
    target: s3Place(target) ? target : path.resolve(target),
    withMasterKey,
  });
  if (made) return made;
  throw new AppError(
    'conflict',
    'server_not_listening',
    `A process holds ${config.dataDir} but does not take commands: it is starting or stopping. Try again in a moment.`,
  );
}

async function backupStopped(config: Config, target: string, options: BackupOptions): Promise<BackupReport> {
  await using closing = new AsyncDisposableStack();
  const lock = lockDataDirectory(config.dataDir);
  closing.defer(() => lock.release());
  const metadata = await Metadata.open(config.metadata);
  closing.defer(() => metadata.close());
  // This process has the data directory alone, so any process that was changing records has ended.
  await metadata.transaction(abandonAllTurns);
  const embedded = config.records.kind === 'embedded' && existsSync(config.records.path);
  const records = embedded ? await (options.openRecords ?? openRecords)(config.records) : null;
  if (records) closing.defer(() => records.close());
  // Awaited here: the stores are closed when this function ends.
  return await writeBackup(
    {
      config,
      clock: systemClock,
      log: pino({ level: 'silent' }),
      metadata,
      records,
      state: processState(),
      masterKey: options.withMasterKey ? await loadMasterKey(config, metadata) : null,
    },
    target,
  );
}

function requireData({ dataDir, metadata, records }: Config): void {
  const there =
    (metadata.kind === 'sqlite' && existsSync(metadata.path)) ||
    (records.kind === 'embedded' && existsSync(records.path));
  if (there) return;
  throw new AppError('not_found', 'no_data', `There is nothing to back up in ${dataDir}.`);
}
