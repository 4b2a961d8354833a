// Seals everything with a new master key. If the key is in a file, the new key is created here and replaces
// the file. If it comes from the settings, the new one must be given, because only the user can change the
// settings.
import type { Config } from '#config';
import { AppError } from '#lib/app-error';
import { resealAuditKey } from '#core/change/audit-key';
import { draftNextKey, finishNextKey, loadMasterKey } from '#core/secrets/master-key';
import { rotateMaster, type Rotation } from '#content';
import { lockDataDirectory } from '#data-directory';
import { resealModelKeys } from '#services/models';
import { resealTargets } from '#services/notifications';
import { resealInvitations } from '#features/team';
import { resealSpanEvents } from '#features/ingest';
import { resealOpenSpans } from '#compat/open-spans';
import { resealExportKeys } from '#archive';
import { Metadata } from '#metadata/open';

interface MasterRotation extends Rotation {
  /** Where the new key is now. */
  keyIn: 'file' | 'settings';
}

/**
 * The service must be stopped. The lock ensures it on one machine; with server stores the user restarts every
 * process.
 */
export async function rotateMasterKey(config: Config, given: Buffer | null): Promise<MasterRotation> {
  const inSettings = config.masterKey !== null;
  if (inSettings && given === null) {
    throw new AppError(
      'conflict',
      'new_master_key_required',
      'The master key comes from TRACEWELL_MASTER_KEY. Set TRACEWELL_NEW_MASTER_KEY to the new one (32 bytes in base64 or hex), run this again, and then start the service with it as TRACEWELL_MASTER_KEY.',
    );
  }
  if (!inSettings && given !== null) {
    throw new AppError(
      'conflict',
      'master_key_in_file',
      'The master key is in a file of the data directory, and so will be the new one. Unset TRACEWELL_NEW_MASTER_KEY.',
    );
  }
  await using closing = new AsyncDisposableStack();
  if (!inSettings || config.metadata.kind === 'sqlite') {
    const lock = lockDataDirectory(config.dataDir);
    closing.defer(() => lock.release());
  }
  const metadata = await Metadata.open(config.metadata);
  closing.defer(() => metadata.close());
  // This also finishes a rotation that was interrupted after its change.
  const oldKey = await loadMasterKey(config, metadata);
  const newKey = given ?? draftNextKey(config.dataDir);
  const rotation = await rotateMaster(metadata, oldKey, newKey, [
    resealAuditKey,
    resealInvitations,
    resealTargets,
    resealOpenSpans,
    resealSpanEvents,
    resealExportKeys,
    resealModelKeys,
  ]);
  if (given === null) finishNextKey(config.dataDir);
  return { ...rotation, keyIn: given === null ? 'file' : 'settings' };
}
