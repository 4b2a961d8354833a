// HTTP to addresses that users choose. Each request resolves its name once, rejects it if any address is not
// public, connects to one of those addresses, and closes. No connection is made without its own check.
import { type Target, admit, checkUrl, readTarget } from './check-url.ts';
import { type Answer, type Head, type Request, exchange } from './exchange.ts';
import { readNetwork } from './network.ts';
import { openSocket } from './open-socket.ts';
import { OutboundError } from './outbound-error.ts';
import { locationOf, nextHop } from './redirect.ts';
import { type ResolveName, nameResolver } from './resolve-name.ts';
import { say } from './sentences.ts';
import { Trip } from './trip.ts';

const DEFAULT_TIMEOUT_MS = 10_000;
const DEFAULT_RESPONSE_BYTES = 65_536;

/** Headers that delimit the message or name its target are set here. */
const OWN_HEADERS =
  /^(?:host|connection|content-length|transfer-encoding|te|trailer|upgrade|keep-alive|expect|accept-encoding|cookie|proxy-.*)$/i;

export interface OutboundOptions {
  /** Networks beside the public internet, as CIDRs. Plain HTTP is allowed there. */
  allow: readonly string[];
  userAgent?: string;
  /** Resolves names; DNS by default. */
  resolve?: ResolveName;
  /** Trusted authorities in PEM, instead of the defaults. */
  ca?: string;
}

export interface SendOptions {
  headers?: Record<string, string>;
  /** For everything: lookup, connection, TLS, all redirects, and the whole answer. */
  timeoutMs?: number;
  /** Limit of the response body. The rest is cut off and never received. */
  maxResponseBytes?: number;
  /** At most 3. With 0, the default, a redirect is returned as the answer. */
  followRedirects?: 0 | 1 | 2 | 3;
  signal?: AbortSignal;
}

export interface PostOptions extends SendOptions {
  body: string | Uint8Array;
}

export interface OutboundResponse {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** UTF-8, never decompressed. The text comes from a stranger and may contain any character. */
  body: string;
  truncated: boolean;
  durationMs: number;
}

export interface OutboundClient {
  /** Used when a URL is set. */
  check: (url: string) => OutboundError | null;
  post: (url: string, options: PostOptions) => Promise<OutboundResponse>;
  get: (url: string, options?: SendOptions) => Promise<OutboundResponse>;
}

export function outboundClient(options: OutboundOptions): OutboundClient {
  const resolve = options.resolve ?? nameResolver();
  const allow = options.allow.map((text) => {
    const network = readNetwork(text);
    if (network === null) throw new TypeError(`"${text}" is not a network.`);
    return network;
  });

  return {
    check: (url) => checkUrl(url, allow),
    get: (url, sending = {}) => send('GET', url, null, sending),
    post: (url, sending) => send('POST', url, sending.body, sending),
  };

  async function send(
    method: Request['method'],
    url: string,
    body: Request['body'],
    sending: SendOptions,
  ): Promise<OutboundResponse> {
    const trip = new Trip(sending.timeoutMs ?? DEFAULT_TIMEOUT_MS, sending.signal);
    try {
      const headers = readHeaders(sending.headers ?? {}, options.userAgent);
      const answer = await follow(url, { method, headers, body }, sending, trip);
      const text = new TextDecoder().decode(answer.body, { stream: answer.truncated });
      return { ...answer, body: text, durationMs: trip.durationMs };
    } finally {
      trip.end();
    }
  }

  async function follow(
    url: string,
    request: Request,
    { followRedirects = 0, maxResponseBytes = DEFAULT_RESPONSE_BYTES }: SendOptions,
    trip: Trip,
  ): Promise<Answer> {
    const following = (head: Head) => (followRedirects > 0 ? locationOf(head) : null);
    const reading = { maxBytes: maxResponseBytes, skipBody: (head: Head) => following(head) !== null };
    let hop = { url, request };
    for (let hops = 0; ; hops += 1) {
      const target = readTarget(hop.url, allow);
      trip.host = target.host;
      const socket = await openSocket(target, await addressesOf(target, trip), trip, options.ca);
      const answer = await exchange(socket, target.url, hop.request, reading, trip);
      const location = following(answer);
      if (location === null) return answer;
      if (hops >= followRedirects) {
        throw new OutboundError(
          'too_many_redirects',
          `The address redirects more than ${followRedirects} times; set the last one instead.`,
        );
      }
      hop = nextHop(location, answer.status, target.url, hop.request);
    }
  }

  async function addressesOf({ host, secure, addresses }: Target, trip: Trip): Promise<string[]> {
    if (addresses !== null) return addresses;
    trip.stage = 'name';
    const found = await trip.before(resolve(host, trip.signal)).catch((error: unknown) => {
      trip.signal.throwIfAborted();
      throw new OutboundError('dns_failed', say('dns_failed', { host }), error);
    });
    admit(host, found, secure, allow);
    return found;
  }
}

function readHeaders(headers: Record<string, string>, userAgent: string | undefined): Record<string, string> {
  const own = Object.keys(headers).find((name) => OWN_HEADERS.test(name));
  if (own !== undefined) throw new OutboundError('invalid_header', `The header ${own} cannot be set.`);
  const agent = userAgent === undefined ? {} : { 'user-agent': userAgent };
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return { ...agent, ...Object.fromEntries(lower), 'accept-encoding': 'identity' };
}
