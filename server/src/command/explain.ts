import type { CommandFault } from '@tracewell/cli/terminal';
import { ConfigError } from '#config';
import { AppError } from '#lib/app-error';
import { MasterKeyError } from '#core/secrets/master-key';
import { DataDirectoryError } from '#data-directory';
import { translate } from '#metadata';
import { NewerSchemaError } from '#metadata/open';

const FILE_FAULTS: Readonly<Record<string, string>> = {
  EACCES: 'This user may not do that.',
  EPERM: 'This user may not do that.',
  EROFS: 'The file system is read-only.',
  ENOSPC: 'The disk is full.',
  ENOENT: 'There is no such file or folder.',
};

/** A sentence about a fault that the user can fix; null for our own faults, which need their stack. */
export function explain(thrown: unknown): CommandFault | null {
  const error = translate(thrown);
  if (error instanceof AppError) return { reason: error.reason, message: error.message };
  if (error instanceof ConfigError) return { reason: 'invalid_settings', message: error.message };
  if (error instanceof DataDirectoryError) return { reason: 'data_directory', message: error.message };
  if (error instanceof MasterKeyError) return { reason: 'master_key', message: error.message };
  if (error instanceof NewerSchemaError) return { reason: 'schema_newer', message: error.message };
  const { code, path } = (error ?? {}) as NodeJS.ErrnoException;
  const fault = code === undefined ? undefined : FILE_FAULTS[code];
  if (fault === undefined || path === undefined) return null;
  return { reason: 'file_access', message: `${path}: ${fault}` };
}
