// HTTP to addresses that users choose. Each request resolves its name once, rejects it if any address is not
// public, connects to one of those addresses, and closes. No connection is made without its own check.
import { type Target, admit, checkUrl, readTarget } from './check-url.ts';
import { beginExchange, exchange, exchangeError, type BegunExchange } from './exchange.ts';
import { readNetwork } from './network.ts';
import { openSocket } from './open-socket.ts';
import { OutboundError } from './outbound-error.ts';
import { type ResolveName, nameResolver } from './resolve-name.ts';
import { say } from './sentences.ts';
import { Trip } from './trip.ts';

const DEFAULT_TIMEOUT_MS = 10_000;
const DEFAULT_RESPONSE_BYTES = 65_536;

/** Headers that delimit the message or name its target are set here. */
const OWN_HEADERS =
  /^(?:host|connection|content-length|transfer-encoding|te|trailer|upgrade|keep-alive|expect|accept-encoding|cookie|proxy-.*)$/i;

export interface OutboundOptions {
  /** Networks that are allowed besides the public internet, as CIDRs. Plain HTTP is allowed there. */
  allow: readonly string[];
  userAgent?: string;
  /** Resolves names; DNS by default. */
  resolve?: ResolveName;
  /** Trusted authorities in PEM, instead of the defaults. */
  ca?: string;
}

interface SendOptions {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  headers?: Record<string, string>;
  body: string | Uint8Array | null;
  /** For everything: lookup, connection, TLS, and the whole answer. */
  timeoutMs?: number;
  /** Limit of the response body. The rest is cut off and never received. */
  maxResponseBytes?: number;
  signal?: AbortSignal;
}

export type PostOptions = Omit<SendOptions, 'method' | 'body'> & { body: string | Uint8Array };

interface OutboundResponse<Body = string> {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** Never decompressed. As a text it is UTF-8; it comes from a stranger and may contain any character. */
  body: Body;
  truncated: boolean;
  durationMs: number;
}

/** The body is read while it arrives. It fails if it is larger than the limit. */
interface OutboundStream {
  status: number;
  headers: Record<string, string>;
  body: ReadableStream<Uint8Array>;
}

export interface OutboundClient {
  /** Used when a URL is set. */
  check: (url: string) => OutboundError | null;
  /** Does not follow redirects: one is returned as the answer. */
  send: (url: string, options: SendOptions) => Promise<OutboundResponse<Buffer>>;
  post: (url: string, options: PostOptions) => Promise<OutboundResponse>;
  /** The caller reads the body to its end or cancels it. The time limit covers the whole body. */
  stream: (url: string, options: SendOptions) => Promise<OutboundStream>;
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
    send,
    post: async (url, sending) => {
      const answer = await send(url, { ...sending, method: 'POST' });
      return { ...answer, body: new TextDecoder().decode(answer.body, { stream: answer.truncated }) };
    },
    stream,
  };

  async function send(url: string, sending: SendOptions): Promise<OutboundResponse<Buffer>> {
    const trip = new Trip(sending.timeoutMs ?? DEFAULT_TIMEOUT_MS, sending.signal);
    try {
      const { socket, target, request } = await connected(url, sending, trip);
      const maxBytes = sending.maxResponseBytes ?? DEFAULT_RESPONSE_BYTES;
      const answer = await exchange(socket, target.url, request, maxBytes, trip);
      return { ...answer, durationMs: trip.durationMs };
    } finally {
      trip.end();
    }
  }

  async function stream(url: string, sending: SendOptions): Promise<OutboundStream> {
    const trip = new Trip(sending.timeoutMs ?? DEFAULT_TIMEOUT_MS, sending.signal);
    try {
      const { socket, target, request } = await connected(url, sending, trip);
      const begun = await beginExchange(socket, target.url, request, trip);
      const maxBytes = sending.maxResponseBytes ?? DEFAULT_RESPONSE_BYTES;
      return {
        status: begun.status,
        headers: begun.headers,
        body: arriving(begun, trip, maxBytes),
      };
    } catch (error) {
      trip.end();
      throw error;
    }
  }

  async function connected(url: string, sending: SendOptions, trip: Trip) {
    const headers = readHeaders(sending.headers ?? {}, options.userAgent);
    const target = readTarget(url, allow);
    trip.host = target.host;
    const socket = await openSocket(target, await addressesOf(target, trip), trip, options.ca);
    return { socket, target, request: { method: sending.method, headers, body: sending.body } };
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

function arriving({ body, end }: BegunExchange, trip: Trip, maxBytes: number): ReadableStream<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]();
  let left = maxBytes;
  const close = async () => {
    trip.end();
    await end();
  };
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          const { done, value } = await chunks.next();
          if (done === true) {
            await close();
            controller.close();
            return;
          }
          left -= value.length;
          if (left < 0)
            throw new OutboundError('invalid_response', `${trip.host} sent more than ${maxBytes} bytes.`);
          controller.enqueue(value);
        } catch (error) {
          await close();
          throw error instanceof OutboundError ? error : exchangeError(error, trip);
        }
      },
      cancel: close,
    },
    // Nothing is read ahead of the caller.
    { highWaterMark: 0 },
  );
}

function readHeaders(headers: Record<string, string>, userAgent: string | undefined): Record<string, string> {
  const own = Object.keys(headers).find((name) => OWN_HEADERS.test(name));
  if (own !== undefined) throw new OutboundError('invalid_header', `The header ${own} cannot be set.`);
  const agent = userAgent === undefined ? {} : { 'user-agent': userAgent };
  const lower = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return { ...agent, ...Object.fromEntries(lower), 'accept-encoding': 'identity' };
}
