// The only access to the service: its public API, with the session cookie. The browser sets the Origin header that changes
// need; the chosen project is sent as X-Project-Id.
import type { paths } from '@tracewell/sdk';
import { ApiError, errorOf } from './api-error.ts';
import type { Answer, Input, Method, PathOf } from './types.ts';

type Parameter = string | number | boolean | null | undefined;

interface AnyInput {
  path?: Record<string, string | number>;
  query?: Record<string, Parameter | readonly Parameter[]>;
  body?: unknown;
}

function addressOf(template: string, { path, query }: AnyInput): string {
  const place = template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(path?.[name] ?? '')),
  );
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const one of Array.isArray(value) ? (value as Parameter[]) : [value as Parameter]) {
      if (one !== undefined && one !== null) parameters.append(name, String(one));
    }
  }
  return parameters.size === 0 ? place : `${place}?${parameters.toString()}`;
}

interface RequestOptions {
  projectId?: string | null;
  signal?: AbortSignal;
}

/** For answers that are files, not JSON. */
export async function respond(
  method: Method,
  template: keyof paths,
  input: AnyInput,
  { projectId, signal }: RequestOptions = {},
): Promise<Response> {
  const headers: Record<string, string> = {};
  if (input.body !== undefined) headers['content-type'] = 'application/json';
  if (projectId) headers['x-project-id'] = projectId;
  let response: Response;
  try {
    response = await fetch(addressOf(template, input), {
      method: method.toUpperCase(),
      credentials: 'same-origin',
      cache: 'no-store',
      headers,
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError('');
  }
  if (!response.ok) throw await errorOf(response);
  return response;
}

export async function request<M extends Method, P extends PathOf<M>>(
  method: M,
  template: P,
  input: Input<M, P>,
  options: RequestOptions = {},
): Promise<Answer<M, P>> {
  const response = await respond(method, template, input as AnyInput, options);
  return (response.status === 204 ? undefined : await response.json()) as Answer<M, P>;
}
