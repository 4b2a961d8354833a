// The client of the public interface: openapi-fetch over the generated types, with a time limit and retries.
import createClient, { type Client } from 'openapi-fetch';
import {
  errorOf,
  isTransient,
  isTransientStatus,
  toTracewellError,
  TracewellError,
  UNEXPECTED_ANSWER,
} from './errors.ts';
import type { paths } from './generated/interface.ts';
import { retrying, type RetryOptions } from './retry.ts';

type Fetch = (request: Request) => Promise<Response>;

export interface TracewellOptions {
  /**
   * Address of the service, for example http://127.0.0.1:4318. In a browser, '' is the origin of the page.
   */
  url: string;
  /** Not needed in a browser that has a session cookie. */
  apiKey?: string;
  projectId?: string;
  /** Further headers of every request. */
  headers?: Record<string, string>;
  /** How long one attempt may take until the answer begins; 30,000 ms unless set, null for no limit. */
  timeoutMs?: number | null;
  /** `false` sends each request once. */
  retry?: RetryOptions | false;
  /** Another implementation of `fetch`. */
  fetch?: Fetch;
  /** Further settings of `fetch`, such as `credentials` and `cache`. */
  init?: Pick<RequestInit, 'cache' | 'credentials' | 'redirect'>;
}

export type TracewellClient = Client<paths>;

const TIMEOUT_MS = 30_000;

export function tracewell(options: TracewellOptions): TracewellClient {
  const { url, apiKey, projectId, headers, timeoutMs = TIMEOUT_MS, retry = {}, init } = options;
  // Looked up for each request, because a program may replace the global one later.
  const fetch: Fetch = options.fetch ?? ((request) => globalThis.fetch(request));
  const once: Fetch = (request) => inTime(fetch, request, timeoutMs);
  return createClient<paths>({
    // A redirect would turn a POST into a GET and lose the key, so it is reported as an error.
    redirect: 'manual',
    ...init,
    baseUrl: url.replace(/\/+$/, ''),
    headers: {
      ...headers,
      ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
      ...(projectId === undefined ? {} : { 'x-project-id': projectId }),
    },
    fetch: retry === false ? once : (request) => again(once, request, retry),
  });
}

/** The limit ends when the answer begins: an export may take longer than any limit for an attempt. */
async function inTime(fetch: Fetch, request: Request, timeoutMs: number | null): Promise<Response> {
  const limit = new AbortController();
  const end = () => limit.abort(new DOMException('The service did not answer in time.', 'TimeoutError'));
  const timer = timeoutMs === null ? undefined : setTimeout(end, timeoutMs);
  try {
    const signal = AbortSignal.any([request.signal, limit.signal]);
    return await fetch(new Request(request, { signal }));
  } catch (error) {
    // If the caller aborted the request, the error is the caller's own.
    throw request.signal.aborted ? error : toTracewellError(error);
  } finally {
    clearTimeout(timer);
  }
}

/** The last answer is returned as it is, so that the caller sees its status and body. */
async function again(once: Fetch, request: Request, options: RetryOptions): Promise<Response> {
  const isRetryable = (error: TracewellError) =>
    isRepeatable(request) ? isTransient(error) : error.status === 429;
  const last: { answer?: Response | undefined } = {};
  const send = async () => {
    await last.answer?.body?.cancel();
    last.answer = undefined;
    const answer = await once(request.clone());
    if (!isTransientStatus(answer.status)) return answer;
    last.answer = answer;
    throw errorOf(answer, null);
  };
  try {
    return await retrying(send, { isRetryable, signal: request.signal, ...options });
  } catch (error) {
    if (last.answer) return last.answer;
    throw error;
  }
}

/** POST requests that change nothing, or that the service recognises when they come twice. */
const REPEATABLE_POST = /\/v1\/(ingest|query\/[\w/-]+|scores\/aggregate)$/;

/**
 * After a lost answer it is unknown whether the service acted. A second creation would be worse than an
 * error.
 */
function isRepeatable({ method, url }: Request): boolean {
  if (method === 'POST') return REPEATABLE_POST.test(new URL(url).pathname);
  return method !== 'PATCH';
}

/**
 * The data of an answer: `await unwrap(client.GET('/v1/account'))`. Everything else is thrown as a
 * TracewellError, except the error of a signal that the caller aborted.
 */
export async function unwrap<T>(
  asked: Promise<{ data?: T; error?: unknown; response: Response }>,
): Promise<T> {
  let settled: Awaited<typeof asked>;
  try {
    settled = await asked;
  } catch (error) {
    throw error instanceof Error && error.name === 'AbortError' ? error : toTracewellError(error);
  }
  const { data, error, response } = settled;
  if (!response.ok) throw errorOf(response, error);
  if (data !== undefined || response.status === 204) return data as T;
  throw new TracewellError('The answer has no content.', {
    status: response.status,
    reason: UNEXPECTED_ANSWER,
  });
}
