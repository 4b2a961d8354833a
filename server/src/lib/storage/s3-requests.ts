// Signed requests to a bucket of a store that speaks the protocol of S3: AWS, MinIO, R2, Ceph, GCS. Names are
// in the path, which all of them understand. Every request is signed with the hash of its body, so a store
// never takes a damaged file.
import { setTimeout as pause } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { AppError, type ErrorCode } from '#lib/app-error';
import { backoffMs } from '#lib/backoff';
import { MINUTE_MS } from '#lib/clock';
import { OutboundError } from '#lib/outbound/outbound-error';
import { plainTransport, type S3Answer, type S3Request, type S3Transport } from './s3-transport.ts';
import { sha256Of } from './target.ts';

/** Retries if the store is overloaded, fails or closes the connection, with growing pauses. */
const RETRIES = 4;
const FIRST_RETRY_MS = 200;
const MAX_RETRY_MS = 10_000;
const REQUEST_MS = 5 * MINUTE_MS;
/** The longest file that an import reads. */
const MAX_ANSWER_BYTES = 256 * 1_048_576;
const EMPTY = sha256Of(Buffer.alloc(0));

export interface S3Access {
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

export interface S3Place {
  bucket: string;
  /** Without a slash at the end; '' for the whole bucket. */
  prefix: string;
}

export interface S3Options {
  transport?: S3Transport;
  retries?: number;
  firstRetryMs?: number;
  /** The time that one request may take. */
  timeoutMs?: number;
  maxAnswerBytes?: number;
  signal?: AbortSignal;
}

/** Names that mean the same in a folder, a bucket and a URL. */
export const isPlainPath = (parts: readonly string[]): boolean =>
  parts.every((part) => /^[\w.=@-]{1,200}$/.test(part) && part !== '.' && part !== '..');

export const isBucketName = (name: string): boolean => /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name);

/** Null if it is not the address of a bucket. */
export function s3Place(text: string): S3Place | null {
  if (!text.startsWith('s3://')) return null;
  const [bucket = '', ...path] = text.slice('s3://'.length).split('/');
  const prefix = path.filter((part) => part !== '');
  if (isBucketName(bucket) && isPlainPath(prefix)) return { bucket, prefix: prefix.join('/') };
  throw new AppError(
    'bad_request',
    'invalid_request',
    `${text} is not the address of a bucket. It looks like s3://bucket/folder.`,
  );
}

/** The key of the operator. */
export function requireS3Access(access: S3Access | null): S3Access {
  if (access !== null) return access;
  throw new AppError(
    'conflict',
    's3_not_configured',
    'The service has no key for S3. Set TRACEWELL_S3_ACCESS_KEY_ID and TRACEWELL_S3_SECRET_ACCESS_KEY.',
  );
}

/** An operation that the store did not carry out. */
export class StorageError extends AppError {
  /** The code of the store, or of the failed request; null if there is none. */
  readonly detail: string | null;

  constructor(code: ErrorCode, reason: string, message: string, detail: string | null, cause?: unknown) {
    super(code, reason, message, { cause });
    this.detail = detail;
  }
}

interface Asked {
  /** Without an encoding. */
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: Uint8Array | null;
}

export interface S3Bucket {
  /** For people. */
  readonly place: string;
  /** With the address of the store, because two stores may have a bucket of the same name. */
  readonly url: string;
  /** Null if there is no such file. */
  ask(method: S3Request['method'], name: string, asked?: Asked): Promise<S3Answer | null>;
}

export function s3Bucket(
  { endpoint, region, accessKeyId, secretAccessKey }: S3Access,
  { bucket, prefix }: S3Place,
  options: S3Options = {},
): S3Bucket {
  const { transport = plainTransport, retries = RETRIES, firstRetryMs = FIRST_RETRY_MS, signal } = options;
  const { timeoutMs = REQUEST_MS, maxAnswerBytes = MAX_ANSWER_BYTES } = options;
  const place = `s3://${[bucket, prefix].filter((part) => part !== '').join('/')}`;
  const base = [endpoint.replace(/\/+$/, ''), bucket, ...(prefix === '' ? [] : [prefix])].join('/');

  const urlOf = (name: string, query: Readonly<Record<string, string>>): string => {
    const search = new URLSearchParams(query).toString();
    return `${base}/${name.split('/').map(encodeURIComponent).join('/')}${search && '?'}${search}`;
  };

  const attempt = async (method: S3Request['method'], url: string, asked: Asked): Promise<S3Answer> => {
    const { headers = {}, body = null } = asked;
    const hash = body === null ? EMPTY : sha256Of(body);
    const signer = new AwsV4Signer({
      method,
      url,
      headers: { ...headers, 'x-amz-content-sha256': hash },
      accessKeyId,
      secretAccessKey,
      region,
      service: 's3',
    });
    const signed = await signer.sign();
    return transport({
      method,
      url: signed.url.toString(),
      headers: Object.fromEntries(signed.headers),
      body,
      maxBytes: maxAnswerBytes,
      timeoutMs,
      signal,
    });
  };

  return {
    place,
    url: base,
    ask: async (method, name, asked = {}) => {
      const url = urlOf(name, asked.query ?? {});
      for (let tried = 0; ; tried += 1) {
        signal?.throwIfAborted();
        const isLast = tried >= retries;
        const answer = await attempt(method, url, asked).catch((error: unknown) => {
          signal?.throwIfAborted();
          if (isLast || !mayPass(error)) throw unanswered(place, error);
          return null;
        });
        if (answer !== null && (isLast || !isBusy(answer.status))) return answered(place, answer);
        await pause(backoffMs(tried + 1, firstRetryMs, MAX_RETRY_MS), null, signal ? { signal } : {});
      }
    },
  };
}

const isBusy = (status: number): boolean => status >= 500 || status === 429;

const PASSING = new Set(['dns_failed', 'connection_failed', 'timeout']);

const mayPass = (error: unknown): boolean => !(error instanceof OutboundError) || PASSING.has(error.reason);

const REFUSED_ADDRESS = new Set([
  'invalid_url',
  'url_too_long',
  'not_https',
  'credentials_in_url',
  'blocked_port',
  'blocked_address',
]);

function unanswered(place: string, error: unknown): StorageError {
  const reason = error instanceof OutboundError ? error.reason : null;
  return reason !== null && REFUSED_ADDRESS.has(reason)
    ? new StorageError('conflict', 's3_address_refused', (error as Error).message, reason, error)
    : new StorageError('unavailable', 's3_unreachable', `${place} cannot be reached.`, reason, error);
}

/** The code of the store says what to do; the rest of its answer may have ids of requests and hosts. */
function answered(place: string, answer: S3Answer): S3Answer | null {
  const { status, bytes } = answer;
  if (status >= 200 && status < 300) return answer;
  const said = /<Code>(\w{1,60})<\/Code>/.exec(bytes.subarray(0, 65_536).toString('latin1'))?.[1] ?? null;
  if (status === 404 && said !== 'NoSuchBucket' && said !== 'NoSuchUpload') return null;
  const why = said ?? `status ${status}`;
  throw isBusy(status)
    ? new StorageError(
        'unavailable',
        's3_unavailable',
        `${place} does not answer as it should (${why}).`,
        why,
      )
    : new StorageError('conflict', 's3_refused', `${place} refuses the request (${why}).`, why);
}
