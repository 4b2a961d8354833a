// Against a store that speaks the protocol over a socket and checks every signature by the published rules, not by the library
// that made it.
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { s3Place, s3Target } from './s3-target.ts';

const KEY = { accessKeyId: 'AKIATEST', secretAccessKey: 'a+secret/with=signs' };
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const sha = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');
const strict = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Signature version 4, as the documentation of S3 describes it. */
function isSigned(request: IncomingMessage, body: Buffer, secret: string): boolean {
  const { authorization = '', ...headers } = request.headers;
  const found = /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
    authorization,
  );
  if (!found) return false;
  const [, credential = '', signed = '', signature] = found;
  const [id, date = '', region = '', service = '', end] = credential.split('/');
  const hash = String(headers['x-amz-content-sha256']);
  const names = signed.split(';');
  if (id !== KEY.accessKeyId || end !== 'aws4_request' || !names.includes('host') || hash !== sha(body))
    return false;
  const url = new URL(request.url ?? '', 'http://host');
  const canonical = [
    request.method,
    url.pathname
      .split('/')
      .map((part) => strict(decodeURIComponent(part)))
      .join('/'),
    url.search.slice(1),
    ...names.map((name) => `${name}:${String(headers[name]).trim()}`),
    '',
    signed,
    hash,
  ].join('\n');
  const scope = [date, region, service, 'aws4_request'].join('/');
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, sha(canonical)].join('\n');
  const key = [region, service, 'aws4_request'].reduce(hmac, hmac(`AWS4${secret}`, date));
  return hmac(key, text).toString('hex') === signature;
}

async function bucketStore(secret = KEY.secretAccessKey) {
  const files = new Map<string, { bytes: Buffer; hash: string }>();
  const asked: string[] = [];
  const faults: number[] = [];
  const server = createServer((request, reply) => {
    void buffer(request).then((body) => {
      const { method = '', url = '' } = request;
      asked.push(`${method} ${url}`);
      const fault = faults.shift();
      const answer = (status: number, code: string) =>
        reply.writeHead(status).end(method === 'HEAD' ? '' : `<Error><Code>${code}</Code></Error>`);
      if (fault !== undefined) return answer(fault, 'SlowDown');
      if (!isSigned(request, body, secret)) return answer(403, 'SignatureDoesNotMatch');
      if (!url.startsWith('/bucket/')) return answer(404, 'NoSuchBucket');
      const name = decodeURIComponent(url.slice('/bucket/'.length));
      const file = files.get(name);
      if (method === 'PUT') {
        files.set(name, { bytes: body, hash: String(request.headers['x-amz-meta-sha256']) });
        return reply.end();
      }
      if (method === 'DELETE') {
        files.delete(name);
        return reply.writeHead(204).end();
      }
      if (!file) return answer(404, 'NoSuchKey');
      return reply.setHeader('x-amz-meta-sha256', file.hash).end(method === 'GET' ? file.bytes : '');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const at = (text: string) => {
    const place = s3Place(text);
    if (!place) throw new Error(`${text} is no bucket.`);
    return s3Target({ endpoint, region: 'eu-north-1', ...KEY }, place, 1);
  };
  return { files, asked, faults, at };
}

const NAME = 'calls/day=2026-11-15/part-0.parquet';

it('writes, hashes, reads and removes files, each request signed', async () => {
  const { files, at } = await bucketStore();
  const target = at('s3://bucket/exports/acme/');
  expect(target.place).toBe('s3://bucket/exports/acme');
  expect(await target.read(NAME)).toBeNull();
  expect(await target.sha256(NAME)).toBeNull();
  const bytes = Buffer.from([0, 255, 1, 254]);
  await target.write(NAME, bytes);
  expect([...files.keys()]).toEqual([`exports/acme/${NAME}`]);
  expect(await target.read(NAME)).toEqual(bytes);
  expect(await target.sha256(NAME)).toBe(sha(bytes));
  await target.write('manifest.json', Buffer.alloc(0));
  expect(await target.read('manifest.json')).toEqual(Buffer.alloc(0));
  await target.remove(NAME);
  await target.remove(NAME);
  expect(await target.read(NAME)).toBeNull();
});

it('tries again when the store is busy, and then says what it answered', async () => {
  const { faults, asked, at } = await bucketStore();
  faults.push(503, 500);
  await at('s3://bucket').write('a', Buffer.from('x'));
  expect(asked).toEqual(['PUT /bucket/a', 'PUT /bucket/a', 'PUT /bucket/a']);
  faults.push(503, 503, 503, 503, 503);
  await expect(at('s3://bucket').write('a', Buffer.from('x'))).rejects.toMatchObject({
    reason: 's3_unavailable',
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
    { endpoint: 'http://127.0.0.1:1', region: 'r', ...KEY },
    { bucket: 'bucket', prefix: '' },
    1,
  );
  await expect(closed.read('a')).rejects.toMatchObject({ reason: 's3_unreachable' });
});

it('tells the address of a bucket from a folder', () => {
  expect(s3Place('/exports/s3')).toBeNull();
  expect(s3Place('s3://my.bucket-1')).toEqual({ bucket: 'my.bucket-1', prefix: '' });
  for (const bad of ['s3://', 's3://UP/x', 's3://bucket/../x', 's3://bucket/a b', 's3://a'])
    expect(() => s3Place(bad)).toThrow('is not the address of a bucket');
});
