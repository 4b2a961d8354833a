import { AppError, invalid } from '#lib/app-error';
import type { Services } from '#core/context';
import { perProcess } from '#core/process-state';
import { loadMasterKey } from '#core/secrets/master-key';
import { writeBackup, type BackupReport } from '#backup';

const backupsOf = perProcess(() => ({ running: false }));

/** Makes a backup in the process that has the stores open, while it keeps serving. */
export async function serveBackup(services: Services, body: unknown): Promise<BackupReport> {
  const { target, withMasterKey } = (body ?? {}) as { target?: unknown; withMasterKey?: unknown };
  if (typeof target !== 'string') throw invalid('target', 'target must be a path.');
  const backups = backupsOf(services);
  if (backups.running)
    throw new AppError('conflict', 'backup_running', 'Another backup is under way. Wait for it.');
  backups.running = true;
  try {
    const { config, clock, log, metadata, records, state } = services;
    return await writeBackup(
      {
        config,
        clock,
        log,
        metadata,
        records,
        state,
        masterKey: withMasterKey === true ? await loadMasterKey(config, metadata) : null,
      },
      target,
    );
  } finally {
    backups.running = false;
  }
}
