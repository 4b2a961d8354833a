// Turns the endpoint list into routes with one generic handler.
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppError } from '#lib/app-error';
import { accountContext } from '#core/access/authenticate';
import type { Context, Origin, PublicContext, Services, SystemContext } from '#core/context';
import { Pace } from '#lib/yield-to-event-loop';
import { receiptsOf } from '#services/receipts';
import { WrittenAnswer } from '#core/answer-budget';
import { admissionOf, Reply, type Endpoint, type Peer } from '#core/endpoint';
import { credentialsOf } from './authenticate.ts';
import {
  BODY_LIMIT,
  bodyLimitOf,
  headerInput,
  headerReader,
  NO_STREAM,
  readJsonBodyInPieces,
  readRawBody,
} from './body.ts';
import { requireOwnOrigin } from './csrf.ts';
import { disconnectSignal } from './client-disconnected.ts';
import { wantsDashboard } from './dashboard.ts';
import type { InFlight } from './in-flight.ts';
import { readLargeBody } from './large-body.ts';
import { answerHead } from './not-modified.ts';
import { operatorContext } from './operator-auth.ts';
import { originOf } from './origin.ts';
import type { KnownPaths } from './other-methods.ts';
import type { Outgoing } from './outgoing.ts';
import type { RequestLimits } from './request-limits.ts';
import { jsonOf, sendJson } from './send-json.ts';
import { inputCheck, replyCheck } from './validate.ts';
import { inTrace } from './watch-requests.ts';

const STREAM_BYTES = 1_048_576;

interface RouteOptions {
  services: Services;
  limits: RequestLimits;
  inFlight: InFlight;
  outgoing: Outgoing;
  /** Validates each reply against its declaration; on in tests. */
  checkReplies: boolean;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The back end whose clients read the errors of the route. */
    peer?: Peer | null;
  }
  interface FastifyRequest {
    accountId: string | null;
    actorId: string | null;
    /** Created before the body is read, for endpoints that take bytes. */
    early: AnyContext | null;
    /** Receives an error before it is sent. */
    refused: ((error: AppError) => void) | null;
  }
}

type AnyContext = Context | PublicContext | SystemContext;

async function contextOf(
  endpoint: Endpoint,
  options: RouteOptions,
  request: FastifyRequest,
): Promise<AnyContext> {
  const { services } = options;
  const origin = originOf(request, services.config.publicUrl);
  if (endpoint.auth === 'public') {
    // Sign-in and sign-out act on the cookie, so another site must not be able to trigger them.
    if (origin.sessionToken !== null) requireOwnOrigin(request, services.config);
    return { ...services, db: services.metadata.reader, origin };
  }
  if (endpoint.auth === 'operator') return operatorContext(services, request, origin);
  const admission = admissionOf(endpoint);
  const isAny = endpoint.anyCredential ?? endpoint.peer !== undefined;
  const credentials = credentialsOf(request, services.config, isAny);
  const ctx = await accountContext(services, credentials, origin, admission);
  options.limits.count(endpoint, ctx);
  return ctx;
}

function send(reply: FastifyReply, endpoint: Endpoint, answer: Reply, outgoing: Outgoing): FastifyReply {
  const { status, headers } = answerHead(endpoint, answer, reply.request.headers['if-none-match']);
  reply.code(status).headers(headers);
  for (const cookie of answer.cookies) reply.header('set-cookie', cookie);
  if (status === 304) return reply.send();
  if (answer.body === undefined || answer.body === null) return reply.send();
  const account = reply.request.accountId ?? '';
  // The size of a stream is unknown, but it holds little at a time.
  if (answer.body instanceof Readable) outgoing.hold(reply.raw, account, STREAM_BYTES);
  if (answer.body instanceof Uint8Array || answer.body instanceof Readable) return reply.send(answer.body);
  if (endpoint.produces !== undefined) return reply.type(endpoint.produces).send(answer.body);
  return sendJson(reply, answer.body, outgoing, account);
}

function requirePromise(endpoint: Endpoint, origin: Origin): void {
  if (endpoint.audit !== undefined && !origin.auditActions.includes(endpoint.audit)) {
    throw new Error(
      `${endpoint.id} declares the audit action ${endpoint.audit}, but wrote ${origin.auditActions.join(', ') || 'none'}.`,
    );
  }
}

function addRoute(app: FastifyInstance, endpoint: Endpoint, options: RouteOptions): void {
  const check = inputCheck(endpoint);
  const checkReply = options.checkReplies && endpoint.produces === undefined ? replyCheck(endpoint) : null;
  const usual = Number(Object.keys(endpoint.replies)[0]);
  app.route({
    method: endpoint.method,
    url: urlOf(endpoint),
    bodyLimit: bodyLimitOf(endpoint),
    config: { peer: endpoint.peer ?? null },
    ...(endpoint.takes || endpoint.streams || bodyLimitOf(endpoint) > BODY_LIMIT
      ? beforeTheBody(endpoint, options)
      : endpoint.peer && { onRequest: notesRefusal(endpoint, options) }),
    // Answers that agents poll are not compressed, because that would cost more than everything else.
    ...(endpoint.readLimit === 'none' ? { compress: false as const } : {}),
    handler: inTrace(async (request, reply) => {
      // The projects endpoint of LangSmith has the same path as a page of the dashboard.
      if (endpoint.peer && endpoint.auth === 'account' && wantsDashboard(request))
        return reply.callNotFound();
      const ctx = request.early ?? (await contextOf(endpoint, options, request));
      const { origin } = ctx;
      const { outgoing } = options;
      const account = request.accountId ?? '';
      const input = {
        params: check.params(request.params),
        query: check.query(request.query),
        body: check.body(await readJsonBodyInPieces(request, endpoint)),
        raw: await readRawBody(request, endpoint),
        stream: endpoint.streams && request.body instanceof Readable ? request.body : NO_STREAM,
        ...headerInput(request.headers),
        get signal() {
          return disconnectSignal(request.raw);
        },
        get budget() {
          return outgoing.budget(reply.raw, account);
        },
      };
      request.arrival?.saw(input.raw.bytes);
      const make = async (): Promise<unknown> => {
        if (endpoint.access?.scope === 'read') outgoing.requireRoom(account, endpoint.largeAnswer === true);
        return endpoint.handle(ctx as never, input);
      };
      const making = () => (endpoint.largeAnswer ? outgoing.making(account, make) : make());
      const made = await options.limits.inTurn(endpoint, account, making);
      const answer = made instanceof Reply ? made : new Reply(usual, made);
      // Only JSON has a schema to validate.
      if (answer.headers['content-type'] !== 'application/x-protobuf' && !(answer.body instanceof Readable))
        checkReply?.(answer.status, asSent(answer.body));
      if (options.checkReplies && answer.status < 300) requirePromise(endpoint, origin);
      return send(reply, endpoint, answer, outgoing);
    }),
  });
}

/** Its body is not read into memory, or is large, so it has a scope with another parser. */
function addApart(app: FastifyInstance, endpoint: Endpoint, options: RouteOptions): void {
  app.removeAllContentTypeParsers();
  if (endpoint.streams) app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  else app.addContentTypeParser('*', readLargeBody);
  addRoute(app, endpoint, options);
}

const asSent = (body: unknown): unknown =>
  body instanceof WrittenAnswer ? JSON.parse(jsonOf(body).join('')) : body;

const notesRefusal =
  (endpoint: Endpoint, { services }: RouteOptions) =>
  async (request: FastifyRequest) => {
    request.refused = (error) => noteRefusal(services, endpoint, request, error);
  };

/** Authenticates before reading the body. A rejection is recorded for the account that sent it. */
const beforeTheBody = (endpoint: Endpoint, options: RouteOptions) => ({
  onRequest: async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (endpoint.takes && !endpoint.isUpload)
      request.refused = (error) => noteRefusal(options.services, endpoint, request, error);
    request.early = await contextOf(endpoint, options, request);
    await options.inFlight.take(request, reply, endpoint.streams ? STREAM_BYTES : bodyLimitOf(endpoint));
  },
});

function noteRefusal(
  services: Services,
  { path, peer }: Endpoint,
  request: FastifyRequest,
  error: AppError,
): void {
  const { accountId, actorId } = request;
  if (accountId === null || actorId === null) return;
  const header = headerReader(request.headers);
  const source = {
    keyId: actorId,
    client: peer?.clientOf?.(header) ?? header('user-agent') ?? '',
    scope: '',
    endpoint: peer?.name ?? (path.slice(path.lastIndexOf('/') + 1) as 'ingest'),
  };
  receiptsOf(services).refused(accountId, source, { reason: error.reason, message: error.message });
}

/** In pieces: during a start, the record engine asks for the thread in between. */
export async function addRoutes(
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  paths: KnownPaths,
  options: RouteOptions,
): Promise<void> {
  app.decorateRequest('accountId', null);
  app.decorateRequest('actorId', null);
  app.decorateRequest('early', null);
  app.decorateRequest('refused', null);
  app.decorateRequest('grow', null);
  const pace = new Pace();
  for (const endpoint of endpoints) {
    if (pace.isDue) await pace.rest();
    if (endpoint.method !== 'GET' && endpoint.audit === undefined && endpoint.unaudited === undefined) {
      throw new Error(`${endpoint.id} changes something and declares no audit action.`);
    }
    if (endpoint.streams || bodyLimitOf(endpoint) > BODY_LIMIT)
      await app.register(async (apart) => addApart(apart, endpoint, options));
    else addRoute(app, endpoint, options);
    paths.add(urlOf(endpoint), endpoint.method);
  }
}

const urlOf = ({ path }: Endpoint): string => path.replaceAll(/\{(\w+)\}/g, ':$1');
