// HTTP to addresses that users choose. Each request looks its name up once, refuses it if any of its addresses is not public,
// connects to one of those addresses, and closes; so a check never holds for a connection that was made without it.
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

/** Those that say where a message ends or whom it is for are made here. */
const OWN_HEADERS =
  /^(?:host|connection|content-length|transfer-encoding|te|trailer|upgrade|keep-alive|expect|accept-encoding|cookie|proxy-.*)$/i;

export interface OutboundOptions {
  /** Networks beside the public internet, as CIDRs. Plain HTTP may be used there. */
  allow: readonly string[];
  userAgent?: string;
  /** Names to addresses; DNS unless told otherwise. */
  resolve?: ResolveName;
  /** The authorities to trust, in PEM, instead of the usual ones. */
  ca?: string;
}

export interface SendOptions {
  headers?: Record<string, string>;
  /** For everything: look-up, connection, TLS, all redirects, the answer to its last byte. */
  timeoutMs?: number;
  /** Of the answer's body; what is beyond is cut off, and never sent. */
  maxResponseBytes?: number;
  /** At most 3; 0, the default, hands a redirect back as the answer. */
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
  /** As UTF-8 and never decompressed. It is the stranger's text: any character may be in it. */
  body: string;
  truncated: boolean;
  durationMs: number;
}

export interface OutboundClient {
  /** For the moment when a URL is set. */
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
