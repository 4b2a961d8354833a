// A fast path for requests that running agents send in a tight loop (ADR 55). The framework would cost more
// than such an answer itself, on the thread that also stores records. If the key and its account are cached,
// the request is answered here with the same checks, replies and log line. Everything else takes the normal
// path, including access errors. Headers for browsers are omitted, because only programs with a key send
// these requests, and each header costs a microsecond.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { parse as parseQuery } from 'node:querystring';
import type { AppError } from '#lib/app-error';
import { newId } from '#lib/ids';
import type { WatchedRequest } from '#lib/watch';
import { AnswerBudget } from '#core/answer-budget';
import { knownContext } from '#core/access/authenticate';
import type { Context, Services } from '#core/context';
import { admissionOf, Reply, type Admission, type Endpoint } from '#core/endpoint';
import { toAppError } from '#core/failure';
import { programCredentials } from './authenticate.ts';
import { headerInput, NO_BODY, NO_STREAM, readJsonBody } from './body.ts';
import { errorBody, errorHeaders, logFailure } from './error-reply.ts';
import { disconnectSignal } from './client-disconnected.ts';
import { answerHead } from './not-modified.ts';
import { clientAddress, originOfProgram } from './origin.ts';
import type { OwnUrls } from './own-url.ts';
import { logAnswered } from './request-log.ts';
import { JSON_CONTENT_TYPE } from './send-json.ts';
import { inputCheck, replyCheck, type InputCheck } from './validate.ts';

interface LightOptions {
  services: Services;
  checkReplies: boolean;
  /** Headers of every answer. */
  headers: Readonly<Record<string, string>>;
  isClosing: () => boolean;
  urls: OwnUrls;
}

interface LightRoute {
  endpoint: Endpoint;
  admission: Admission;
  check: InputCheck;
  checkReply: ReturnType<typeof replyCheck> | null;
  status: number;
  queries: Map<string, ReturnType<InputCheck['query']>>;
}

interface Asked {
  arrival: WatchedRequest | null;
  route: LightRoute;
  ctx: Context;
  started: number;
  queryText: string;
  request: IncomingMessage;
  response: ServerResponse;
}

/** Larger bodies take the normal path. */
const MAX_BODY = 64 * 1024;
const MAX_QUERIES = 1_000;
const MAX_QUERY = 512;

/** Returns true if it takes the request; it then answers it. */
export type TakeLight = (request: IncomingMessage, response: ServerResponse) => boolean;

export function lightRoutes(endpoints: readonly Endpoint[], options: LightOptions): TakeLight {
  const routes = new Map<string, LightRoute>();
  for (const endpoint of endpoints) {
    if (endpoint.readLimit !== 'none' || endpoint.auth !== 'account' || endpoint.path.includes('{')) continue;
    routes.set(`${endpoint.method} ${endpoint.path}`, {
      endpoint,
      admission: admissionOf(endpoint),
      check: inputCheck(endpoint),
      checkReply: options.checkReplies ? replyCheck(endpoint) : null,
      status: Number(Object.keys(endpoint.replies)[0]),
      queries: new Map(),
    });
  }
  const answerer = new Answerer(options);
  return (request, response) => {
    const { method = '', headers } = request;
    const url = options.urls.withoutBase(request.url ?? '');
    const end = url.indexOf('?');
    const route = routes.get(`${method} ${end < 0 ? url : url.slice(0, end)}`);
    // A browser on another site needs the CORS rules of the framework.
    if (!route || headers.origin !== undefined || headers.authorization === undefined) return false;
    if (options.isClosing() || (route.endpoint.body && !bodyIsShort(request))) return false;
    const started = performance.now();
    const ctx = cachedContext(options.services, route.admission, request, headers.authorization);
    if (!ctx) return false;
    const queryText = end < 0 ? '' : url.slice(end + 1);
    const arrival = options.services.watch.arrive(headers);
    const asked: Asked = { arrival, route, ctx, started, queryText, request, response };
    if (!route.endpoint.body) void answerer.answer(asked, undefined);
    else whole(request, (body) => void answerer.answer(asked, body));
    return true;
  };
}

function bodyIsShort({ headers }: IncomingMessage): boolean {
  const length = Number(headers['content-length']);
  return length <= MAX_BODY && headers['transfer-encoding'] === undefined && headers.expect === undefined;
}

/** Not called if the connection breaks before the end, because no client is left to answer. */
function whole(request: IncomingMessage, then: (body: Buffer) => void): void {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => then(parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)));
}

function cachedContext(
  services: Services,
  admission: Admission,
  request: IncomingMessage,
  authorization: string,
): Context | null {
  const { headers } = request;
  const origin = originOfProgram({
    requestId: newId('request'),
    ip: clientAddress(request, services.config.trustProxyHops),
    host: headers.host ?? '',
    headers,
  });
  return knownContext(services, programCredentials(headers, authorization), origin, admission);
}

const FOR_ALL = new Set(['strict-transport-security', 'x-content-type-options']);

class Answerer {
  readonly #options: LightOptions;
  readonly #fixed: string[];

  constructor(options: LightOptions) {
    this.#options = options;
    this.#fixed = Object.entries(options.headers)
      .filter(([name]) => FOR_ALL.has(name))
      .flat();
  }

  async answer(asked: Asked, body: Buffer | undefined): Promise<void> {
    try {
      const { arrival } = asked;
      const made = arrival ? arrival.within(() => handle(asked, body)) : handle(asked, body);
      const answer = made instanceof Promise ? await made : made;
      this.#send(asked, answer instanceof Reply ? answer : new Reply(asked.route.status, answer));
    } catch (error) {
      this.#refuse(asked, toAppError(error));
    }
  }

  #send(asked: Asked, answer: Reply): void {
    const { request, route } = asked;
    const { body } = answer;
    route.checkReply?.(answer.status, body);
    const { status, headers } = answerHead(route.endpoint, answer, request.headers['if-none-match']);
    if (status === 304) return this.#end(asked, status, headers, '');
    if (body instanceof Uint8Array) return this.#end(asked, status, headers, body);
    headers['content-type'] ??= JSON_CONTENT_TYPE;
    this.#end(asked, status, headers, JSON.stringify(body));
  }

  #refuse(asked: Asked, error: AppError): void {
    logFailure(this.#options.services.log, asked.ctx.origin.requestId, error);
    this.#end(asked, error.status, errorHeaders(error), errorBody(error));
  }

  #end(
    asked: Asked,
    status: number,
    headers: Readonly<Record<string, string>>,
    body: string | Uint8Array,
  ): void {
    const { response, request, route, ctx, started } = asked;
    if (response.headersSent || response.destroyed) return;
    const all = ['x-request-id', ctx.origin.requestId, ...this.#fixed];
    for (const name in headers) all.push(name, headers[name] ?? '');
    if (status !== 304) all.push('content-length', String(Buffer.byteLength(body)));
    response.writeHead(status, all);
    response.end(body);
    const method = request.method ?? '';
    const elapsedMs = performance.now() - started;
    this.#options.services.watch.answered(method, route.endpoint.path, status, elapsedMs);
    asked.arrival?.end(method, route.endpoint.path, status);
    logAnswered(this.#options.services.log, {
      requestId: ctx.origin.requestId,
      method,
      route: route.endpoint.path,
      status,
      elapsedMs,
      account: ctx.account.id,
      actor: ctx.actor.id,
    });
  }
}

/** A broken escape is kept literally. */
const AS_THE_FRAMEWORK = {
  decodeURIComponent: (text: string): string => {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  },
};

/** Agents repeat the same few queries. Cached objects are shared and must not be changed. */
function queryOf({ check, queries }: LightRoute, text: string): ReturnType<InputCheck['query']> {
  const known = queries.get(text);
  if (known) return known;
  const query = check.query(text === '' ? {} : parseQuery(text, '&', '=', AS_THE_FRAMEWORK));
  if (queries.size >= MAX_QUERIES) queries.clear();
  if (text.length <= MAX_QUERY) queries.set(text, Object.freeze(query));
  return query;
}

function handle({ route, ctx, queryText, request }: Asked, bytes: Buffer | undefined): unknown {
  const { endpoint, check } = route;
  return endpoint.handle(ctx as never, {
    params: {},
    query: queryOf(route, queryText),
    body: bytes && check.body(readJsonBody({ headers: request.headers, body: bytes }, endpoint)),
    raw: NO_BODY,
    stream: NO_STREAM,
    ...headerInput(request.headers),
    get signal() {
      return disconnectSignal(request);
    },
    get budget() {
      return new AnswerBudget();
    },
  });
}
