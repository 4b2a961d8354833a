// A vendor of models on a socket: speaks the real protocols, answers by a script, and breaks on command.
// Counts what it is asked.
//
//   const vendor = await startFakeProvider({
//     dialect: 'anthropic',
//     answer: ({ last }) => ({ score: 4, reasoning: '…' }),
//   });
//   const app = await openTestApp({ config: vendor.settings() });       // as judge and as generator
//   vendor.fault('rate_limited', { times: 3, retryAfterMs: 20 });
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { Config, LlmConfig } from '#config';
import { bag, type Dialect, type DialectName, type FakeRequest, type Reply } from './dialect.ts';
import { DIALECTS } from './dialects.ts';

export type { DialectName, FakeRequest } from './dialect.ts';

const FAULTS = [
  'not_json',
  'off_scale',
  'empty',
  'cut_off',
  'refusal',
  'rate_limited',
  'server_error',
  'not_http',
  'reset',
  'hang',
  'slow',
] as const;
export type Fault = (typeof FAULTS)[number];

interface FaultOptions {
  /** How many requests it affects; by default all. */
  times?: number;
  /** Which requests it affects; by default all. */
  when?: (request: FakeRequest) => boolean;
  /** For how long; by default forever. */
  forMs?: number;
  /** Only for `slow`. */
  ms?: number;
  /** For `rate_limited` and `server_error`. Seconds are sent in the header that all vendors support. */
  retryAfterMs?: number;
  retryAfterSeconds?: number;
  /** For `server_error`, which can be any other error too. */
  status?: number;
  message?: string;
  location?: string;
}

/** An object is sent as JSON. */
type FakeAnswer = string | Record<string, unknown>;

export interface FakeProviderOptions {
  dialect?: DialectName;
  answer?: (request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>;
  /** Delay of each answer. */
  delayMs?: number;
  /** The share of the input that came from the vendor’s cache. */
  cachedShare?: number;
  host?: string;
}

export interface FakeProvider {
  /** For the `_BASE_URL` setting. */
  url: string;
  key: string;
  /** All requests, including those that were answered with a fault. */
  requests: FakeRequest[];
  /** As billed: only of answers. */
  tokens: { input: number; output: number };
  /** The highest number of concurrent requests. */
  mostAtOnce(): number;
  fault(fault: Fault, options?: FaultOptions): void;
  heal(): void;
  /** For `Config`, with waits that suit a test. */
  config(changes?: Partial<LlmConfig>): LlmConfig;
  settings(changes?: Partial<LlmConfig>): Pick<Config, 'judge' | 'generator'>;
  close(): Promise<void>;
}

/** Models with a price, so that there is a cost to account for. */
const MODELS: Record<DialectName, string> = {
  openai: 'gpt-4o-mini',
  anthropic: 'claude-3-5-haiku-latest',
  google: 'gemini-2.5-flash',
  mistral: 'mistral-small-latest',
  'openai-compatible': 'gpt-4o-mini',
};

const KEY = 'sk-of-the-fake-provider';
const CHARS_PER_TOKEN = 4;

interface Active extends FaultOptions {
  fault: Fault;
  left: number;
  until: number;
}

/** Stops with the test that started it, or when `close` is called. */
export async function startFakeProvider(options: FakeProviderOptions = {}): Promise<FakeProvider> {
  const vendor = await openFakeProvider(options);
  onTestFinished(() => vendor.close());
  return vendor;
}

export async function openFakeProvider(options: FakeProviderOptions = {}): Promise<FakeProvider> {
  const { dialect: name = 'openai', delayMs = 0, cachedShare = 0, host = '127.0.0.1' } = options;
  const answer = options.answer ?? (() => ({ reasoning: 'It meets level 4.', score: 4 }));
  const dialects = DIALECTS[name];
  const requests: FakeRequest[] = [];
  const tokens = { input: 0, output: 0 };
  let active: Active | null = null;
  let [atOnce, most] = [0, 0];

  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const path = (incoming.url ?? '').split('?')[0] ?? '';
    const text = await bodyOf(incoming);
    const dialect = dialects.find((candidate) => candidate.path.test(path));
    if (!dialect || incoming.method !== 'POST')
      return send(outgoing, 404, { error: { message: `no ${path} here` } });
    const body = bag(JSON.parse(text));
    const read = dialect.read(body, path);
    const request: FakeRequest = {
      ...read,
      last: read.messages.at(-1)?.text ?? '',
      path,
      headers: incoming.headers,
      body,
    };
    requests.push(request);
    if (dialect.key(incoming.headers) !== KEY)
      return send(outgoing, 401, dialect.error(401, 'Incorrect API key'));
    if (
      request.model === '' ||
      request.messages.length === 0 ||
      request.messages.some(({ text }) => text === '')
    )
      return send(outgoing, 400, dialect.error(400, 'A model and messages that are not empty are required'));
    return respond(dialect, request, outgoing);
  };

  const respond = async (dialect: Dialect, request: FakeRequest, outgoing: ServerResponse) => {
    const fault = taken(request);
    if (fault && (await broken(fault, dialect, outgoing))) return;
    const given = await answer(request);
    if (delayMs > 0) await sleep(delayMs);
    const { text, finish } = spoiled(fault?.fault, typeof given === 'string' ? given : JSON.stringify(given));
    const inputTokens = tokensOf(
      [request.system, ...request.messages.map((message) => message.text)].join(''),
    );
    const outputTokens = tokensOf(text);
    tokens.input += inputTokens;
    tokens.output += outputTokens;
    const cachedTokens = Math.floor(inputTokens * cachedShare);
    const reply: Reply = { model: request.model, text, finish, inputTokens, outputTokens, cachedTokens };
    send(outgoing, 200, dialect.write(reply, request));
  };

  const taken = (request: FakeRequest): Active | null => {
    if (!active || active.left === 0 || performance.now() > active.until) return null;
    if (active.when && !active.when(request)) return null;
    active.left -= 1;
    return active;
  };

  const server = createServer((incoming, outgoing) => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    outgoing.on('close', () => (atOnce -= 1));
    handle(incoming, outgoing).catch((error: unknown) =>
      send(outgoing, 500, { error: { message: String(error) } }),
    );
  });
  server.listen(0, host);
  await once(server, 'listening');
  const url = `http://${host}:${(server.address() as AddressInfo).port}${dialects[0]?.basePath ?? ''}`;

  const config = (changes: Partial<LlmConfig> = {}): LlmConfig => ({
    provider: name,
    model: MODELS[name],
    apiKey: KEY,
    baseUrl: url,
    concurrency: 16,
    // Longer than any answer takes, on a busy machine too.
    timeoutMs: 20_000,
    retry: { firstMs: 5, capMs: 40, patienceMs: 3_000 },
    ...changes,
  });
  return {
    url,
    key: KEY,
    requests,
    tokens,
    mostAtOnce: () => most,
    fault: (fault, rest = {}) => {
      const { times = Number.POSITIVE_INFINITY, forMs = Number.POSITIVE_INFINITY } = rest;
      active = { ...rest, fault, left: times, until: performance.now() + forMs };
    },
    heal: () => (active = null),
    config,
    settings: (changes) => {
      const made = config(changes);
      return { judge: made, generator: made };
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      if (server.listening) await once(server, 'close');
    },
  };
}

/** True if the request was handled, or never will be. */
async function broken(fault: Active, dialect: Dialect, outgoing: ServerResponse): Promise<boolean> {
  const { retryAfterMs, retryAfterSeconds, status = 500, message = 'The server had an error' } = fault;
  const headers: Record<string, string> = {
    ...(retryAfterMs === undefined ? {} : { 'retry-after-ms': String(retryAfterMs) }),
    ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
    ...(fault.location === undefined ? {} : { location: fault.location }),
  };
  switch (fault.fault) {
    case 'rate_limited':
      send(outgoing, 429, dialect.error(429, fault.message ?? 'Rate limit reached'), headers);
      return true;
    case 'server_error':
      send(outgoing, status, dialect.error(status, message), headers);
      return true;
    case 'not_http':
      outgoing.writeHead(200, { 'content-type': 'text/html' }).end('<html>gateway</html>');
      return true;
    case 'reset':
      outgoing.socket?.resetAndDestroy();
      return true;
    case 'hang':
      return true;
    case 'slow':
      await sleep(fault.ms ?? 100);
      return false;
    default:
      return false;
  }
}

/** Valid responses with wrong content. */
function spoiled(fault: Fault | undefined, text: string): Pick<Reply, 'text' | 'finish'> {
  switch (fault) {
    case 'not_json':
      return { text: 'I would give this a solid four out of five!', finish: 'stop' };
    case 'off_scale':
      return {
        text: JSON.stringify({ reasoning: 'Beyond all measure.', score: 11, label: 'sublime' }),
        finish: 'stop',
      };
    case 'empty':
      return { text: '', finish: 'stop' };
    case 'cut_off':
      return { text: text.slice(0, 12), finish: 'length' };
    case 'refusal':
      return { text: 'I cannot help with that.', finish: 'refusal' };
    default:
      return { text, finish: 'stop' };
  }
}

function send(
  outgoing: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  if (outgoing.destroyed) return;
  outgoing.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

const tokensOf = (text: string): number => Math.ceil(text.length / CHARS_PER_TOKEN);
