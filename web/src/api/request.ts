// The only access to the service: its public API, with the session cookie. The browser sets the Origin header
// that changes need; the chosen project is sent as X-Project-Id. The query cache retries reads, so requests
// are sent once.
import {
  errorOf,
  tracewell,
  unwrap,
  type Method,
  type OperationAnswer,
  type OperationInput,
  type PathOf,
} from '@tracewell/sdk';
import { BASE_PATH } from '#lib/base-path';
import { isApiError } from './api-error.ts';
import { noteUnreachable } from './connection.ts';
import { inTurn } from './turns.ts';

const client = tracewell({
  url: BASE_PATH,
  retry: false,
  timeoutMs: null,
  init: { credentials: 'same-origin', cache: 'no-store', redirect: 'follow' },
});

/** The typed method needs to know the path when it is compiled; here it is a parameter. */
const ask = client.request as (
  method: string,
  path: string,
  init: object,
) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

interface AnyInput {
  path?: object;
  query?: object;
  body?: unknown;
}

interface RequestOptions {
  projectId?: string | null;
  signal?: AbortSignal;
  /** Nobody waits for it: requests that a page waits for come first. */
  later?: boolean;
}

const initOf = ({ path, query, body }: AnyInput, { projectId, signal }: RequestOptions) => ({
  params: { path, query },
  body,
  ...(projectId ? { headers: { 'x-project-id': projectId } } : {}),
  ...(signal ? { signal } : {}),
});

/** Reports requests without any response to the connection check. */
async function watched<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isApiError(error) && error.status === 0) noteUnreachable();
    throw error;
  }
}

/** For answers that are files, not JSON. */
export async function respond<M extends Method>(
  method: M,
  path: PathOf<M>,
  input: AnyInput,
  options: RequestOptions = {},
): Promise<Response> {
  const { response, error } = await watched(
    ask(method, path, { ...initOf(input, options), parseAs: 'stream' }),
  );
  if (!response.ok) throw errorOf(response, error);
  return response;
}

/** Sends a file as it is. */
export async function upload<P extends PathOf<'post'>>(
  path: P,
  input: Pick<AnyInput, 'path' | 'query'>,
  file: { bytes: Blob; type: string },
  options: RequestOptions = {},
): Promise<OperationAnswer<'post', P>> {
  const { headers = {}, ...init } = initOf(input, options);
  const sent = {
    ...init,
    body: file.bytes,
    bodySerializer: (body: unknown) => body,
    headers: { ...headers, 'content-type': file.type },
  };
  return (await watched(unwrap(ask('post', path, sent)))) as OperationAnswer<'post', P>;
}

export async function request<M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  input: OperationInput<M, P>,
  options: RequestOptions = {},
): Promise<OperationAnswer<M, P>> {
  const send = () => watched(unwrap(ask(method, path, initOf(input as AnyInput, options))));
  return (await inTurn(options.later ?? false, send)) as OperationAnswer<M, P>;
}
