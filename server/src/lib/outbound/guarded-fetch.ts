// `fetch` over the guarded client, for libraries that take a `fetch`. Redirects are returned and never
// followed, because the key is in a header that would be sent along.
import type { OutboundClient } from './client.ts';
import { OutboundError } from './outbound-error.ts';

interface GuardedFetchOptions {
  /** From the first step to the last byte of the answer. */
  timeoutMs: number;
  maxResponseBytes: number;
}

/** Statuses whose responses have no body; the constructor of Response refuses one. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

export const guardedFetch =
  (outbound: Pick<OutboundClient, 'stream'>, options: GuardedFetchOptions): typeof fetch =>
  async (input, init = {}) => {
    const { body = null, method = 'GET', signal } = init;
    if (input instanceof Request || (body !== null && typeof body !== 'string'))
      throw new TypeError('Only a URL and a body of text can be sent.');
    const url = String(input);
    const answer = await outbound.stream(url, {
      method: method === 'POST' ? 'POST' : 'GET',
      headers: Object.fromEntries(new Headers(init.headers)),
      body,
      ...options,
      ...(signal ? { signal } : {}),
    });
    const { status, headers } = answer;
    // Response accepts fewer statuses than a server can send.
    if (status < 200 || status > 599) {
      await answer.body.cancel();
      throw new OutboundError('invalid_response', `${new URL(url).host} answered with the status ${status}.`);
    }
    if (!BODILESS.has(status)) return new Response(answer.body, { status, headers });
    await answer.body.cancel();
    return new Response(null, { status, headers });
  };
