// Where the exports of an account go: what is stored of it, and how it is opened. A folder is always below
// that of the account, so that no account can reach the files of another one or of the machine.
import path from 'node:path';
import { AppError } from '#lib/app-error';
import { MINUTE_MS } from '#lib/clock';
import type { S3Options } from '#lib/storage/s3-requests';
import { s3Target } from '#lib/storage/s3-target';
import { guardedTransport, type S3Answer, type S3Transport } from '#lib/storage/s3-transport';
import { folderTarget, type DataTarget } from '#lib/storage/target';
import type { WatchedStep } from '#lib/watch';
import type { Services } from '#core/context';
import type { Sealer } from '#core/secrets/sealing';
import type { ExportSchedulesTable, Writer } from '#metadata';
import { outboundOf } from '#services/notifications';
import { resealEach } from './store.ts';

interface FolderOfExport {
  kind: 'folder';
  /** Below the folder of the account; '' for that folder itself. */
  folder: string;
}

export interface BucketOfExport {
  kind: 's3';
  /** Null for AWS. */
  endpoint: string | null;
  region: string;
  bucket: string;
  prefix: string;
}

export type PlaceOfExport = FolderOfExport | BucketOfExport;

export interface ExportKey {
  accessKeyId: string;
  secretAccessKey: string;
}

const REQUEST_MS = 5 * MINUTE_MS;
/** A manifest; the store of a user must not fill the memory. */
const MAX_ANSWER_BYTES = 64 * 1_048_576;

const purposeOf = (accountId: string): string => `export key of ${accountId}`;

export const sealExportKey = (sealer: Sealer, accountId: string, key: ExportKey): string =>
  sealer.seal(JSON.stringify(key), purposeOf(accountId));

/** Null for a folder. */
export function openExportKey(
  sealer: Sealer,
  row: Pick<ExportSchedulesTable, 'account_id' | 'access_key'>,
): ExportKey | null {
  if (row.access_key === null) return null;
  const text = sealer.open(row.access_key, purposeOf(row.account_id));
  if (text !== null) return JSON.parse(text) as ExportKey;
  throw new AppError(
    'conflict',
    'key_unreadable',
    'The stored access key was sealed with another master key.',
  );
}

export const resealExportKeys = (
  db: Writer,
  reseal: (sealed: string, purpose: string) => string,
): Promise<void> => resealEach(db, (sealed, accountId) => reseal(sealed, purposeOf(accountId)));

export const readPlaceOfExport = (row: Pick<ExportSchedulesTable, 'place'>): PlaceOfExport =>
  JSON.parse(row.place) as PlaceOfExport;

export const endpointOf = ({ endpoint, region }: BucketOfExport): string =>
  endpoint ?? `https://s3.${region}.amazonaws.com`;

/** 404 is an answer to a question, not a failure. */
const asking: WatchedStep<S3Answer> = {
  kind: 'outbound',
  name: 'export',
  outcome: ({ status }) => (status < 300 || status === 404 ? 'ok' : 'rejected'),
};

export function targetOfExport(
  services: Pick<Services, 'config' | 'watch'>,
  accountId: string,
  place: PlaceOfExport,
  key: ExportKey | null,
  options: Pick<S3Options, 'retries' | 'timeoutMs' | 'signal'> = {},
): DataTarget {
  const { config, watch } = services;
  if (place.kind === 'folder') {
    if (config.exportDir === null) throw foldersNotAllowed();
    const own = path.join(config.exportDir, accountId);
    return folderTarget(path.join(own, ...place.folder.split('/')), own);
  }
  if (key === null) throw new AppError('conflict', 'key_unreadable', 'The bucket has no stored access key.');
  const guarded = guardedTransport(outboundOf(config));
  const transport: S3Transport = (request) => watch.run(asking, () => guarded(request));
  const { bucket, prefix, region } = place;
  return s3Target(
    { endpoint: endpointOf(place), region, ...key },
    { bucket, prefix },
    { timeoutMs: REQUEST_MS, maxAnswerBytes: MAX_ANSWER_BYTES, ...options, transport },
  );
}

export const foldersNotAllowed = () =>
  new AppError(
    'conflict',
    'folders_not_allowed',
    'This service does not write exports to folders: its operator has not set TRACEWELL_EXPORT_DIR. Use S3.',
  );
