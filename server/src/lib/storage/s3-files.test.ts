import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { S3_KEY, openS3Store } from '#test/support/s3-store';
import { downloadFile, uploadFile } from './s3-files.ts';
import { s3Bucket } from './s3-requests.ts';

const PIECE = 1_000;
const NAME = 'records/data/%2Einner/a b.bin';

async function world(size: number) {
  const store = await openS3Store();
  const folder = mkdtempSync(path.join(tmpdir(), 'tracewell-s3-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const bytes = randomBytes(size);
  const file = path.join(folder, 'sent');
  writeFileSync(file, bytes);
  const access = { endpoint: store.endpoint, region: 'r', ...S3_KEY };
  const bucket = s3Bucket(access, { bucket: 'bucket', prefix: 'b' }, { firstRetryMs: 1 });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { store, folder, bytes, bucket, sent: { name: NAME, file, bytes: size, sha256 } };
}

it.each([0, 1, PIECE, PIECE + 1, 3 * PIECE + 7])('a file of %d bytes goes there and back', async (size) => {
  const { store, folder, bytes, bucket, sent } = await world(size);
  // A part that is lost on the way is sent again.
  if (size > PIECE) store.faults.push(503);
  await uploadFile(bucket, sent, PIECE);
  expect(store.files.get(`b/${NAME}`)).toEqual({ bytes, hash: sent.sha256 });
  expect(store.uploads.size).toBe(0);
  const file = path.join(folder, 'deep', 'back');
  store.faults.push(0);
  expect(await downloadFile(bucket, { name: NAME, file, bytes: size }, PIECE)).toBe(true);
  expect(readFileSync(file)).toEqual(bytes);
  expect(await downloadFile(bucket, { name: 'other', file: `${file}2`, bytes: size }, PIECE)).toBe(false);
});

it('an upload that fails leaves no parts behind', async () => {
  const { store, bucket, sent } = await world(5 * PIECE);
  store.before.run = (asked) => {
    if (asked.includes('partNumber=3')) store.faults.push(403);
  };
  await expect(uploadFile(bucket, sent, PIECE)).rejects.toMatchObject({ reason: 's3_refused' });
  expect([store.uploads.size, store.files.size]).toEqual([0, 0]);
  expect(store.asked.at(-1)).toMatch(/^DELETE .*uploadId=/);
  store.before.run = null;
  truncateSync(sent.file, 10);
  await expect(uploadFile(bucket, sent, PIECE)).rejects.toThrow('has become shorter');
  expect([store.uploads.size, store.files.size]).toEqual([0, 0]);
});

it('a file that is shorter than it should be is rejected', async () => {
  const { store, folder, bucket } = await world(1);
  store.files.set('b/short', { bytes: Buffer.alloc(10), hash: '' });
  const file = path.join(folder, 'back');
  await expect(downloadFile(bucket, { name: 'short', file, bytes: 11 }, PIECE)).rejects.toMatchObject({
    reason: 's3_refused',
  });
  expect(existsSync(file)).toBe(true);
});
