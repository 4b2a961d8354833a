// A store that speaks the protocol of S3 over a socket and checks every signature by the published rules, not
// by the library that made it.
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export const S3_KEY = { accessKeyId: 'AKIATESTOFTHEKEY', secretAccessKey: 'a+secret/with=signs' };

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
  if (id !== S3_KEY.accessKeyId || end !== 'aws4_request' || !names.includes('host') || hash !== sha(body))
    return false;
  const url = new URL(request.url ?? '', 'http://host');
  const canonical = [
    request.method,
    url.pathname
      .split('/')
      .map((part) => strict(decodeURIComponent(part)))
      .join('/'),
    [...url.searchParams]
      .map(([name, value]) => `${strict(name)}=${strict(value)}`)
      .toSorted()
      .join('&'),
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

interface StoredFile {
  bytes: Buffer;
  hash: string;
}

export interface S3Store {
  endpoint: string;
  /** By their names in the bucket `bucket`. */
  files: Map<string, StoredFile>;
  /** Uploads in parts that are not complete. */
  uploads: Map<string, { name: string; hash: string; parts: Map<number, Buffer> }>;
  /** Method and path of each request. */
  asked: string[];
  /** Statuses of the next answers; 0 closes the connection. */
  faults: number[];
  /** Runs before each answer. */
  before: { run: ((request: string) => void | Promise<void>) | null };
  close(): void;
}

export async function openS3Store(secret = S3_KEY.secretAccessKey): Promise<S3Store> {
  const store: Omit<S3Store, 'endpoint' | 'close'> = {
    files: new Map(),
    uploads: new Map(),
    asked: [],
    faults: [],
    before: { run: null },
  };
  const take = async (request: IncomingMessage, reply: ServerResponse): Promise<void> => {
    const body = await buffer(request);
    const { method = '', url = '' } = request;
    const asked = `${method} ${url}`;
    store.asked.push(asked);
    await store.before.run?.(asked);
    const refuse = (status: number, code: string) =>
      reply.writeHead(status).end(method === 'HEAD' ? '' : `<Error><Code>${code}</Code></Error>`);
    const fault = store.faults.shift();
    if (fault === 0) return void request.socket.destroy();
    if (fault !== undefined) return void refuse(fault, 'SlowDown');
    if (!isSigned(request, body, secret)) return void refuse(403, 'SignatureDoesNotMatch');
    if (!url.startsWith('/bucket/')) return void refuse(404, 'NoSuchBucket');
    carryOut(store, request, body, reply, refuse);
  };
  const server = createServer((request, reply) => {
    take(request, reply).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(close);
  return { ...store, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

function carryOut(
  { files, uploads }: Pick<S3Store, 'files' | 'uploads'>,
  request: IncomingMessage,
  body: Buffer,
  reply: ServerResponse,
  refuse: (status: number, code: string) => unknown,
): void {
  const { method } = request;
  const url = new URL(request.url ?? '', 'http://host');
  const name = decodeURIComponent(url.pathname.slice('/bucket/'.length));
  const hash = String(request.headers['x-amz-meta-sha256']);
  const uploadId = url.searchParams.get('uploadId');
  if (url.searchParams.has('uploads')) {
    const id = `upload-${uploads.size + 1}`;
    uploads.set(id, { name, hash, parts: new Map() });
    reply.end(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
    return;
  }
  if (uploadId !== null) {
    const upload = uploads.get(uploadId);
    if (!upload) return void refuse(404, 'NoSuchUpload');
    if (method === 'PUT') {
      upload.parts.set(Number(url.searchParams.get('partNumber')), body);
      return void reply.setHeader('etag', `"${sha(body)}"`).end();
    }
    uploads.delete(uploadId);
    if (method === 'DELETE') return void reply.writeHead(204).end();
    const listed = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)<\/ETag>/g)];
    const parts = listed.map(([, number, tag]) => {
      const part = upload.parts.get(Number(number));
      return part && tag === `"${sha(part)}"` ? part : null;
    });
    if (parts.length === 0 || parts.includes(null)) return void refuse(400, 'InvalidPart');
    files.set(name, { bytes: Buffer.concat(parts as Buffer[]), hash: upload.hash });
    return void reply.end('<CompleteMultipartUploadResult></CompleteMultipartUploadResult>');
  }
  if (method === 'PUT') {
    files.set(name, { bytes: body, hash });
    return void reply.end();
  }
  if (method === 'DELETE') {
    files.delete(name);
    return void reply.writeHead(204).end();
  }
  const file = files.get(name);
  if (!file) return void refuse(404, 'NoSuchKey');
  reply.setHeader('x-amz-meta-sha256', file.hash);
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
  if (!range) return void reply.end(method === 'GET' ? file.bytes : '');
  const [first, last] = [Number(range[1]), Number(range[2])];
  if (first >= file.bytes.length) return void refuse(416, 'InvalidRange');
  reply.writeHead(206).end(file.bytes.subarray(first, last + 1));
}
