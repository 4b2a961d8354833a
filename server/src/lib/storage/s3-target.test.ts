// Against a store that speaks the protocol over a socket and checks every signature.
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { outboundClient } from '#lib/outbound/client';
import { S3_KEY, openS3Store } from '#test/support/s3-store';
import { s3Place, type S3Options } from './s3-requests.ts';
import { s3Target } from './s3-target.ts';
import { guardedTransport } from './s3-transport.ts';

const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

async function bucketStore(secret?: string, options: S3Options = {}) {
  const store = await openS3Store(secret);
  const { endpoint } = store;
  const at = (text: string) => {
    const place = s3Place(text);
    if (!place) throw new Error(`${text} is no bucket.`);
    return s3Target({ endpoint, region: 'eu-north-1', ...S3_KEY }, place, { firstRetryMs: 1, ...options });
  };
  return { ...store, at };
}

const NAME = 'calls/day=2026-11-15/part-0.parquet';
const guarded = guardedTransport(outboundClient({ allow: ['127.0.0.1/32'] }));

it.each([
  ['directly', {}],
  ['through the guarded client', { transport: guarded }],
])('writes, hashes, reads and removes files, each request signed, %s', async (_, options) => {
  const { files, at, endpoint } = await bucketStore(undefined, options);
  const target = at('s3://bucket/exports/acme/');
  expect(target.place).toBe('s3://bucket/exports/acme');
  // A bucket of the same name at another store is another place.
  expect(target.key).toBe(`${endpoint}/bucket/exports/acme`);
  expect(await target.read(NAME)).toBeNull();
  expect(await target.sha256(NAME)).toBeNull();
  const bytes = Buffer.from([0, 255, 1, 254]);
  await target.write(NAME, bytes);
  expect([...files.keys()]).toEqual([`exports/acme/${NAME}`]);
  expect(await target.read(NAME)).toEqual(bytes);
  expect(await target.sha256(NAME)).toBe(sha(bytes));
  await target.write('manifest.json', Buffer.alloc(0));
  expect(await target.read('manifest.json')).toEqual(Buffer.alloc(0));
  await target.write('100% of (a) b+c.txt', bytes);
  expect(files.get('exports/acme/100% of (a) b+c.txt')?.bytes).toEqual(bytes);
  await target.remove(NAME);
  await target.remove(NAME);
  expect(await target.read(NAME)).toBeNull();
});

it('tries again when the store is busy or hangs up, and then says what it answered', async () => {
  const { faults, asked, at } = await bucketStore();
  faults.push(503, 0, 500);
  await at('s3://bucket').write('a', Buffer.from('x'));
  expect(asked).toEqual(['PUT /bucket/a', 'PUT /bucket/a', 'PUT /bucket/a', 'PUT /bucket/a']);
  faults.push(503, 503, 503, 503, 503);
  await expect(at('s3://bucket').write('a', Buffer.from('x'))).rejects.toMatchObject({
    reason: 's3_unavailable',
    detail: 'SlowDown',
    message: 's3://bucket does not answer as it should (SlowDown).',
  });
});

it('says what a wrong key, a missing bucket and a closed port are, without the key', async () => {
  const { at } = await bucketStore('another secret');
  await expect(at('s3://bucket').read('a')).rejects.toMatchObject({
    reason: 's3_refused',
    message: 's3://bucket refuses the request (SignatureDoesNotMatch).',
  });
  const { at: there } = await bucketStore();
  await expect(there('s3://other').read('a')).rejects.toMatchObject({
    message: 's3://other refuses the request (NoSuchBucket).',
  });
  const closed = s3Target(
    { endpoint: 'http://127.0.0.1:1', region: 'r', ...S3_KEY },
    { bucket: 'bucket', prefix: '' },
    { firstRetryMs: 1 },
  );
  await expect(closed.read('a')).rejects.toMatchObject({ reason: 's3_unreachable' });
});

it('an address inside the network is refused at once, unless the operator allows it', async () => {
  const { asked, at } = await bucketStore(undefined, {
    transport: guardedTransport(outboundClient({ allow: [] })),
  });
  await expect(at('s3://bucket').read('a')).rejects.toMatchObject({
    reason: 's3_address_refused',
    detail: 'not_https',
  });
  expect(asked).toEqual([]);
});

it('an answer that is too long is not kept', async () => {
  const { files, at } = await bucketStore(undefined, { maxAnswerBytes: 10, retries: 0 });
  files.set('long', { bytes: Buffer.alloc(11), hash: '' });
  await expect(at('s3://bucket').read('long')).rejects.toMatchObject({ reason: 's3_unreachable' });
});

it('tells the address of a bucket from a folder', () => {
  expect(s3Place('/exports/s3')).toBeNull();
  expect(s3Place('s3://my.bucket-1')).toEqual({ bucket: 'my.bucket-1', prefix: '' });
  for (const bad of ['s3://', 's3://UP/x', 's3://bucket/../x', 's3://bucket/a b', 's3://a'])
    expect(() => s3Place(bad)).toThrow('is not the address of a bucket');
});
