// A bucket of a store that speaks the protocol of S3: AWS, MinIO, R2, Ceph, GCS. Names are in the path, which all of them
// understand. Every request is signed with the hash of its body, so a store never takes a damaged file.
import { AwsClient } from 'aws4fetch';
import { AppError } from '#lib/app-error';
import { MINUTE_MS } from '#lib/clock';
import type { S3Config } from '#config';
import { sha256Of, type DataTarget } from './target.ts';

/** Retries if the store is overloaded or fails, with growing pauses. */
const RETRIES = 4;
const REQUEST_MS = 5 * MINUTE_MS;
/** The store may lose the metadata of a copy, but not of what we wrote. */
const HASH_HEADER = 'x-amz-meta-sha256';
const EMPTY = sha256Of(Buffer.alloc(0));

interface S3Place {
  bucket: string;
  /** Without a slash at the end; '' for the whole bucket. */
  prefix: string;
}

/** Null if it is not the address of a bucket. */
export function s3Place(text: string): S3Place | null {
  if (!text.startsWith('s3://')) return null;
  const [bucket = '', ...path] = text.slice('s3://'.length).split('/');
  const prefix = path.filter((part) => part !== '');
  const isPlain = (part: string) => /^[\w.=@-]{1,200}$/.test(part) && part !== '.' && part !== '..';
  if (/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket) && prefix.every(isPlain))
    return { bucket, prefix: prefix.join('/') };
  throw new AppError(
    'bad_request',
    'invalid_request',
    `${text} is not the address of a bucket. It looks like s3://bucket/folder.`,
  );
}

export function s3Target(
  { endpoint, region, accessKeyId, secretAccessKey }: S3Config,
  { bucket, prefix }: S3Place,
  firstRetryMs = 200,
): DataTarget {
  const client = new AwsClient({
    accessKeyId,
    secretAccessKey,
    region,
    service: 's3',
    retries: RETRIES,
    initRetryMs: firstRetryMs,
  });
  const place = `s3://${[bucket, prefix].filter((part) => part !== '').join('/')}`;
  const urlOf = (name: string) =>
    [endpoint.replace(/\/+$/, ''), bucket, ...(prefix === '' ? [] : [prefix]), name].join('/');
  const ask = async (
    method: 'GET' | 'HEAD' | 'PUT' | 'DELETE',
    name: string,
    bytes: Buffer | null = null,
  ): Promise<Response | null> => {
    const hash = bytes === null ? EMPTY : sha256Of(bytes);
    let response: Response;
    try {
      response = await client.fetch(urlOf(name), {
        method,
        headers: {
          'x-amz-content-sha256': hash,
          ...(bytes === null ? {} : { [HASH_HEADER]: hash, 'content-type': 'application/octet-stream' }),
        },
        // A redirect would take the signature to another host.
        redirect: 'error',
        signal: AbortSignal.timeout(REQUEST_MS),
        ...(bytes === null ? {} : { body: new Uint8Array(bytes) }),
      });
    } catch (error) {
      throw new AppError('unavailable', 's3_unreachable', `${place} cannot be reached.`, { cause: error });
    }
    if (response.ok) return response;
    const said = method === 'HEAD' ? '' : await response.text();
    if (response.status === 404 && !said.includes('NoSuchBucket')) return null;
    throw refused(place, response.status, said);
  };
  return {
    place,
    read: async (name) => {
      const response = await ask('GET', name);
      return response && Buffer.from(await response.arrayBuffer());
    },
    write: async (name, bytes) => {
      if ((await ask('PUT', name, bytes)) === null) throw refused(place, 404, '');
    },
    remove: async (name) => {
      await ask('DELETE', name);
    },
    // The store checked the body against this hash when it was written.
    sha256: async (name) => (await ask('HEAD', name))?.headers.get(HASH_HEADER) ?? null,
  };
}

/** The code of the store says what to do; the rest of its answer may have ids of requests and hosts. */
function refused(place: string, status: number, said: string): AppError {
  const code = /<Code>(\w{1,60})<\/Code>/.exec(said)?.[1];
  const why = code ?? `status ${status}`;
  return status >= 500 || status === 429
    ? new AppError('unavailable', 's3_unavailable', `${place} does not answer as it should (${why}).`)
    : new AppError('conflict', 's3_refused', `${place} refuses the request (${why}).`);
}
