// Large bytes: files that clients send in messages or on their own. They are sealed before they are written, and on
// disk, or in the bucket, when `write` resolves. Which files there are is in the metadata store.
import path from 'node:path';
import type { Config } from '#config';
import { inBucket } from './bucket.ts';
import { inFolder } from './folder.ts';
import type { MediaHome } from './home.ts';

export { mediaFile } from './folder.ts';
export { type ByteRange } from './sealed-file.ts';

const MEDIA_FOLDER = 'media';

export const mediaFolder = (dataDir: string): string => path.join(dataDir, MEDIA_FOLDER);

export function openMediaHome({ media, s3, dataDir }: Pick<Config, 'media' | 's3' | 'dataDir'>): MediaHome {
  if (media.bucket === null) return inFolder(mediaFolder(dataDir));
  return inBucket(s3, media.bucket, path.join(dataDir, 'media-staging'));
}
