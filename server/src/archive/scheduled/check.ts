// Turns the place that a person sent into one that can be stored: exactly one kind, plain names, an address
// that the guarded client accepts, and a key.
import { AppError, fieldError, invalid } from '#lib/app-error';
import { isBucketName, isPlainPath } from '#lib/storage/s3-requests';
import type { Context } from '#core/context';
import type { ExportSchedulesTable } from '#metadata';
import { checkUrlField, isMasked, maskSecret, outboundOf } from '#services/notifications';
import {
  endpointOf,
  foldersNotAllowed,
  openExportKey,
  readPlaceOfExport,
  type BucketOfExport,
  type ExportKey,
  type PlaceOfExport,
} from './place.ts';
import type { ExportTarget, NewBucket } from './schemas.ts';

interface CheckedPlace {
  place: PlaceOfExport;
  key: ExportKey | null;
}

export function checkPlaceOfExport(
  ctx: Context,
  { folder, s3 }: ExportTarget,
  stored: ExportSchedulesTable | undefined,
): CheckedPlace {
  if ((folder === undefined) === (s3 === undefined)) throw invalid('s3', 'Give either folder or s3.');
  if (s3 === undefined) return { place: folderOf(ctx, folder ?? ''), key: null };
  const place = bucketOf(ctx, s3);
  return { place, key: keyOf(ctx, s3, place, stored) };
}

const NAMES =
  'has names of letters, digits and . _ - = @ that are separated by /, and no . or .. among them.';

/** Null unless all names are plain. Slashes at both ends do not matter. */
function plainPath(text: string): string | null {
  const parts = text.split('/').filter((part) => part !== '');
  return isPlainPath(parts) ? parts.join('/') : null;
}

function folderOf({ config }: Context, text: string): PlaceOfExport {
  if (config.exportDir === null) throw foldersNotAllowed();
  if (text.startsWith('/') || /^[A-Za-z]:/.test(text))
    throw invalid(
      'folder',
      'A folder is named relative to the folder of the account: daily, not /exports/daily.',
      'folder_not_allowed',
    );
  const folder = plainPath(text);
  if (folder === null) throw invalid('folder', `A folder ${NAMES}`, 'folder_not_allowed');
  return { kind: 'folder', folder };
}

function bucketOf({ config }: Context, s3: NewBucket): BucketOfExport {
  const { endpoint = null, region, bucket } = s3;
  if (!isBucketName(bucket))
    throw invalid('s3.bucket', 'The name of a bucket has lower-case letters, digits, dots and hyphens.');
  const prefix = plainPath(s3.prefix ?? '');
  if (prefix === null) throw invalid('s3.prefix', `A prefix ${NAMES}`);
  const place: BucketOfExport = {
    kind: 's3',
    endpoint: endpoint?.replace(/\/+$/, '') ?? null,
    region,
    bucket,
    prefix,
  };
  if (place.endpoint !== null && /[?#]/.test(place.endpoint))
    throw invalid('s3.endpoint', 'The endpoint must not have a query or a fragment.');
  const fault = checkUrlField(outboundOf(config), endpointOf(place));
  if (fault) throw invalid('s3.endpoint', fault.message, fault.reason);
  return place;
}

/** A stored key is only used where the person who entered it meant it to be used. */
function keyOf(
  ctx: Context,
  { accessKeyId, secretAccessKey }: NewBucket,
  place: BucketOfExport,
  stored: ExportSchedulesTable | undefined,
): ExportKey {
  if (secretAccessKey !== undefined) {
    for (const [field, value] of Object.entries({ accessKeyId, secretAccessKey }))
      if (value === undefined || isMasked(value))
        throw invalid(`s3.${field}`, 'Give the whole access key: its id and its secret.');
    return { accessKeyId: accessKeyId ?? '', secretAccessKey };
  }
  const key =
    stored && sameBucket(readPlaceOfExport(stored), place) ? openExportKey(ctx.sealer, stored) : null;
  const isSameKey =
    key !== null &&
    (accessKeyId === undefined ||
      accessKeyId === key.accessKeyId ||
      accessKeyId === maskSecret(key.accessKeyId));
  if (key !== null && isSameKey) return key;
  throw invalid(
    's3.secretAccessKey',
    'Enter the access key: none is stored for this bucket and endpoint.',
    'access_key_required',
  );
}

const sameBucket = (stored: PlaceOfExport, wanted: BucketOfExport): boolean =>
  stored.kind === 's3' && stored.bucket === wanted.bucket && endpointOf(stored) === endpointOf(wanted);

export function requireContentConsent({ account }: Context, content: boolean): void {
  if (!content || account.consents.plaintextStorage) return;
  throw fieldError(
    'conflict',
    'content_not_stored',
    'content',
    'The account does not store messages, so they cannot be exported.',
  );
}

export const noSchedule = () =>
  new AppError('not_found', 'not_found', 'The account has no scheduled export.');
