// Why an export failed, as a code. The dashboard has a sentence for each one.
import { AppError } from '#lib/app-error';
import { StorageError } from '#lib/storage/s3-requests';

export const EXPORT_FAULTS = [
  's3_unreachable',
  's3_unavailable',
  's3_refused',
  's3_address_refused',
  'target_not_writable',
  'disk_full',
  'folders_not_allowed',
  'content_not_stored',
  'export_of_other_data',
  'export_damaged',
  'export_newer',
  'key_unreadable',
  'failed',
] as const;
type ExportFault = (typeof EXPORT_FAULTS)[number];

/** Only a person can change these, so that no attempt before the next day helps. */
const LASTING: ReadonlySet<ExportFault> = new Set([
  's3_address_refused',
  'folders_not_allowed',
  'content_not_stored',
  'export_of_other_data',
  'export_damaged',
  'export_newer',
  'key_unreadable',
]);

interface FaultOfExport {
  error: ExportFault;
  errorDetail: string | null;
  mayPass: boolean;
}

export function exportFaultOf(thrown: unknown): FaultOfExport {
  const reason = thrown instanceof AppError ? thrown.reason : null;
  const error = EXPORT_FAULTS.find((code) => code === reason) ?? 'failed';
  return {
    error,
    errorDetail: thrown instanceof StorageError ? thrown.detail : null,
    mayPass: !LASTING.has(error),
  };
}
