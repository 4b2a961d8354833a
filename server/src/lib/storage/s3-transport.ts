// How requests reach a store: directly if the operator set its address, through the guarded client if a user
// did.
import type { OutboundClient } from '#lib/outbound/client';

export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  body: Uint8Array | null;
  /** A longer answer is a fault and would fill the memory. */
  maxBytes: number;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

export interface S3Answer {
  status: number;
  /** Names in lower case. */
  header: (name: string) => string | null;
  bytes: Buffer;
}

export type S3Transport = (request: S3Request) => Promise<S3Answer>;

const tooLong = () => new Error('The answer is too long.');

export const plainTransport: S3Transport = async (request) => {
  const { method, url, headers, body, maxBytes, timeoutMs, signal } = request;
  const late = AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, {
    method,
    headers,
    // A redirect would take the signature to another host.
    redirect: 'error',
    signal: signal ? AbortSignal.any([signal, late]) : late,
    ...(body === null ? {} : { body: body as Uint8Array<ArrayBuffer> }),
  });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLong();
    chunks.push(chunk);
  }
  return {
    status: response.status,
    header: (name) => response.headers.get(name),
    bytes: Buffer.concat(chunks, size),
  };
};

export const guardedTransport =
  (outbound: OutboundClient): S3Transport =>
  async ({ method, url, headers, body, maxBytes, timeoutMs, signal }) => {
    const sending = { method, headers, body, timeoutMs, maxResponseBytes: maxBytes };
    const answer = await outbound.send(url, { ...sending, ...(signal && { signal }) });
    if (answer.truncated) throw tooLong();
    return {
      status: answer.status,
      header: (name) => answer.headers[name] ?? null,
      bytes: answer.body,
    };
  };
