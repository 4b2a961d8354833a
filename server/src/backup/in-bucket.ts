// A backup in a bucket: the files of the folder under the same names. The manifest is written last and read
// first.
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { forEachLimited } from '#lib/for-each-limited';
import { downloadFile, uploadFile } from '#lib/storage/s3-files';
import type { S3Bucket } from '#lib/storage/s3-requests';
import {
  MANIFEST,
  damagedBackup,
  hashFile,
  parseManifest,
  readManifest,
  type BackedUpFile,
  type Manifest,
} from './manifest.ts';

/** Most files are small, so that the time is mostly that of the way there and back. */
const AT_ONCE = 4;

const at = (folder: string, name: string): string => path.join(folder, ...name.split('/'));

/** Returns the address of the backup. A failed upload leaves nothing that looks like one. */
export async function uploadBackup(bucket: S3Bucket, folder: string): Promise<string> {
  const { files } = await readManifest(folder);
  const sent: string[] = [];
  const send = async (one: BackedUpFile): Promise<void> => {
    sent.push(one.path);
    await uploadFile(bucket, { ...one, name: one.path, file: at(folder, one.path) });
  };
  try {
    await forEachLimited(files, AT_ONCE, send);
    await send({ path: MANIFEST, ...(await hashFile(at(folder, MANIFEST), false)) });
    return bucket.place;
  } catch (error) {
    await forEachLimited(sent, AT_ONCE, async (name) => {
      await bucket.ask('DELETE', name).catch(() => null);
    });
    throw error;
  }
}

export async function readManifestIn(bucket: S3Bucket): Promise<Manifest> {
  const answer = await bucket.ask('GET', MANIFEST);
  return parseManifest(answer && answer.bytes.toString('utf8'), bucket.place);
}

/** The caller verifies the files, as those of any backup. */
export async function downloadBackup(bucket: S3Bucket, manifest: Manifest, folder: string): Promise<void> {
  await forEachLimited(manifest.files, AT_ONCE, async ({ path: name, bytes }) => {
    // A name from elsewhere must not lead out of the folder.
    if (!name.split('/').every(isPlainName) || !Number.isSafeInteger(bytes) || bytes < 0)
      throw damagedBackup(`The backup is damaged: its manifest lists ${name}.`);
    const file = at(folder, name);
    if (!(await downloadFile(bucket, { name, file, bytes })))
      throw damagedBackup(`The backup is not complete: ${name} is missing from ${bucket.place}.`);
    if ((await stat(file)).size !== bytes)
      throw damagedBackup(`The backup is damaged: ${name} is not whole.`);
  });
}

const isPlainName = (name: string): boolean =>
  name !== '' && name !== '.' && name !== '..' && !/[\\\0]/.test(name);
