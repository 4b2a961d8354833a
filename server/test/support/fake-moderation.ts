// A moderations endpoint on a socket: speaks the protocol of OpenAI, finds what the test says, and breaks on
// command.
//
//   const classifier = await startFakeModeration();
//   const app = await openTestApp({ config: { moderation: classifier.config() } });
//   classifier.fault('rate_limited', { times: 2, retryAfterSeconds: 0 });
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { ModerationConfig } from '#config';

const CATEGORIES = [
  'harassment',
  'hate',
  'illicit',
  'self-harm/intent',
  'sexual',
  'violence',
  'violence/graphic',
] as const;

/** Scores by category; the default is 0.01. Scores from 0.5 are flagged. */
type Scores = Partial<Record<(typeof CATEGORIES)[number], number>>;

const FAULTS = [
  'rate_limited',
  'no_credit',
  'server_error',
  'refused',
  'wrong_key',
  'redirect',
  'reset',
  'hang',
  'slow',
  'not_json',
  'not_an_object',
  'wrong_count',
  'off_scale',
  'not_a_number',
  'no_categories',
  'hostile_category',
  'huge',
  'huge_headers',
] as const;
export type Fault = (typeof FAULTS)[number];

export interface FaultOptions {
  /** How many requests it affects; by default all. */
  times?: number;
  /** Which requests it affects; by default all. */
  when?: (texts: readonly string[]) => boolean;
  retryAfterSeconds?: number;
  /** Only for `slow`. */
  ms?: number;
}

export interface FakeModeration {
  url: string;
  /** The texts of each request, including those that were answered with a fault. */
  requests: string[][];
  bodies: { bytes: number; model: unknown; authorization: string | undefined }[];
  /** How often a text was answered, and so paid for. */
  paid(text: string): number;
  /** Texts that were answered. */
  answered: string[];
  mostAtOnce(): number;
  fault(fault: Fault, options?: FaultOptions): void;
  heal(): void;
  /** Forgets all requests. */
  clear(): void;
  config(changes?: Partial<ModerationConfig>): ModerationConfig;
  close(): Promise<void>;
}

const KEY = 'sk-of-the-fake-moderation';

const findWords = (text: string): Scores => ({
  ...(/attack/i.test(text) ? { violence: 0.91, 'violence/graphic': 0.4 } : {}),
  ...(/insult/i.test(text) ? { harassment: 0.72 } : {}),
});

/** Stops with the test that started it. */
export async function startFakeModeration(
  options: { find?: (text: string) => Scores; delayMs?: number } = {},
): Promise<FakeModeration> {
  const made = await openFakeModeration(options);
  onTestFinished(() => made.close());
  return made;
}

export async function openFakeModeration({
  find = findWords,
  delayMs = 0,
}: { find?: (text: string) => Scores; delayMs?: number } = {}): Promise<FakeModeration> {
  const requests: string[][] = [];
  const bodies: FakeModeration['bodies'] = [];
  const answered: string[] = [];
  let active: (FaultOptions & { fault: Fault; left: number }) | null = null;
  let [atOnce, most] = [0, 0];

  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const bytes = await bodyOf(incoming);
    if (incoming.method !== 'POST' || incoming.url !== '/v1/moderations')
      return send(outgoing, 404, { error: { message: 'Unknown request URL' } });
    const { model, input } = JSON.parse(bytes.toString('utf8')) as { model: unknown; input: string[] };
    const { authorization } = incoming.headers;
    requests.push(input);
    bodies.push({ bytes: bytes.length, model, authorization });
    if (authorization !== `Bearer ${KEY}`)
      return send(outgoing, 401, { error: { message: `Incorrect API key: ${authorization}` } });
    const taken = active && active.left > 0 && (active.when?.(input) ?? true) ? active : null;
    if (taken) taken.left -= 1;
    if (taken && (await broken(taken, outgoing))) return;
    if (delayMs > 0) await sleep(delayMs);
    const results = input.map((text) => resultOf(find(text)));
    answered.push(...input);
    send(outgoing, 200, { id: 'modr-fake', model, results: spoiled(taken?.fault, results) });
  };

  const server = createServer((incoming, outgoing) => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    outgoing.on('close', () => (atOnce -= 1));
    handle(incoming, outgoing).catch((error: unknown) =>
      send(outgoing, 500, { error: { message: String(error) } }),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;

  return {
    url,
    requests,
    bodies,
    answered,
    paid: (text) => answered.filter((each) => each === text).length,
    mostAtOnce: () => most,
    fault: (fault, options = {}) => {
      active = { ...options, fault, left: options.times ?? Number.POSITIVE_INFINITY };
    },
    heal: () => (active = null),
    clear: () => {
      for (const list of [requests, bodies, answered]) list.length = 0;
    },
    config: (changes = {}) => ({
      baseUrl: url,
      apiKey: KEY,
      model: 'omni-moderation-latest',
      // Longer than any answer takes, on a busy machine too.
      timeoutMs: 20_000,
      retry: { firstMs: 2, capMs: 10, patienceMs: 20_000, attempts: 3 },
      ...changes,
    }),
    close: async () => {
      server.close();
      server.closeAllConnections();
      if (server.listening) await once(server, 'close');
    },
  };
}

interface Result {
  flagged: boolean;
  categories: Record<string, boolean>;
  category_scores: Record<string, unknown>;
}

function resultOf(scores: Scores): Result {
  const all = CATEGORIES.map((name) => [name, scores[name] ?? 0.01] as const);
  return {
    flagged: all.some(([, score]) => score >= 0.5),
    categories: Object.fromEntries(all.map(([name, score]) => [name, score >= 0.5])),
    category_scores: Object.fromEntries(all),
  };
}

/** True if the request was handled, or never will be. */
async function broken(fault: FaultOptions & { fault: Fault }, outgoing: ServerResponse): Promise<boolean> {
  const again: Record<string, string> =
    fault.retryAfterSeconds === undefined ? {} : { 'retry-after': String(fault.retryAfterSeconds) };
  const refuse = (status: number, message: string, headers = again, code: string | null = null) => {
    send(outgoing, status, { error: { message, type: 'fake', param: null, code } }, headers);
    return true;
  };
  switch (fault.fault) {
    case 'rate_limited':
      return refuse(429, 'Rate limit reached');
    case 'no_credit':
      return refuse(429, 'You exceeded your current quota', {}, 'insufficient_quota');
    case 'server_error':
      return refuse(500, 'The server had an error');
    case 'refused':
      return refuse(400, 'Input is not valid');
    case 'wrong_key':
      return refuse(401, 'Incorrect API key');
    case 'redirect':
      outgoing.writeHead(307, { location: '/v1/moderations' }).end();
      return true;
    case 'reset':
      outgoing.socket?.resetAndDestroy();
      return true;
    case 'hang':
      return true;
    case 'slow':
      await sleep(fault.ms ?? 100);
      return false;
    case 'not_json':
      outgoing.writeHead(200, { 'content-type': 'text/html' }).end('<html>gateway</html>');
      return true;
    case 'not_an_object':
      outgoing.writeHead(200, { 'content-type': 'application/json' }).end('[1, null, "x"]');
      return true;
    case 'huge':
      outgoing.writeHead(200, { 'content-type': 'application/json' });
      // Until the client disconnects.
      await pipeline(withoutEnd(), outgoing).catch(() => undefined);
      return true;
    case 'huge_headers':
      return refuse(200, 'x', { 'x-much': 'x'.repeat(40_000) });
    default:
      return false;
  }
}

function* withoutEnd(): Generator<string> {
  for (;;) yield ' '.repeat(65_536);
}

/** Valid responses with wrong content. */
function spoiled(fault: Fault | undefined, results: Result[]): unknown[] {
  switch (fault) {
    case 'wrong_count':
      return results.slice(1);
    case 'off_scale':
      return results.map((each) => ({ ...each, category_scores: { ...each.category_scores, hate: 1.5 } }));
    case 'not_a_number':
      return results.map((each) => ({ ...each, category_scores: { ...each.category_scores, hate: '0.5' } }));
    case 'no_categories':
      return results.map(({ flagged }) => ({ flagged }));
    case 'hostile_category':
      return results.map((each) => ({
        ...each,
        categories: { ...each.categories, '<script>\u0000': true },
        category_scores: { ...each.category_scores, '<script>\u0000': 1 },
      }));
    default:
      return results;
  }
}

function send(
  outgoing: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  if (outgoing.destroyed || outgoing.headersSent) return;
  outgoing.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
