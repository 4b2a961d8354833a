// Sets up the framework once: limits, headers, errors, then the routes of the endpoint list.
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import Fastify, { LogController, type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import { unavailable } from '#lib/app-error';
import { MINUTE_MS } from '#lib/clock';
import { newId } from '#lib/ids';
import type { Lifecycle, Services } from '#core/context';
import type { Endpoint } from '#core/endpoint';
import type { Meters } from '#core/watch/meters';
import { BODY_LIMIT } from './body.ts';
import { refuseConnection } from './connection-error.ts';
import { sendError } from './error-reply.ts';
import { HeldRefusals, type RefusalLimits } from './held-refusals.ts';
import { arrivingBytesOf } from '#core/arriving-bytes';
import { InFlight } from './in-flight.ts';
import { lightRoutes, type TakeLight } from './light-routes.ts';
import { KnownPaths, MAX_PARAM } from './other-methods.ts';
import { ownUrls } from './own-url.ts';
import { addOAuthRoutes } from './oauth.ts';
import { endUnread, Outgoing, type OutgoingLimits } from './outgoing.ts';
import { addMcpRoute } from './mcp.ts';
import { trustsHop } from './origin.ts';
import { addPages } from './pages.ts';
import { warnOfUnknownProxy } from './proxy-warning.ts';
import { addRequestLog } from './request-log.ts';
import { RequestLimits } from './request-limits.ts';
import { addRoutes } from './routes.ts';
import { addSecurityHeaders } from './security-headers.ts';
import { NO_SCHEMAS } from './no-schemas.ts';
import { watchRequests } from './watch-requests.ts';

const OPEN_TO_ALL = '/v1/ingest';

const REQUEST_TIMEOUT_MS = MINUTE_MS;
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

export interface HttpOptions {
  checkReplies?: boolean;
  /** How long a request may take to arrive, up to its last byte. */
  requestTimeoutMs?: number;
  /** Limits for answers that wait to be sent. */
  outgoing?: Partial<OutgoingLimits>;
  /** When and how long rejections are delayed. */
  refusals?: Partial<RefusalLimits>;
  /** Served at /metrics; null if metrics are off. */
  meters?: Meters | null;
  /** The folder of the built dashboard, if it is not the web workspace's. */
  dashboard?: string;
}

function corsFor(request: FastifyRequest, allowedOrigins: string[]) {
  const shared = {
    exposedHeaders: ['X-Request-Id', 'Retry-After', 'X-Next-Cursor', 'X-Live-Child-Keys'],
    maxAge: 600,
    // Every OPTIONS is answered; strict mode would reject some in its own words.
    strictPreflight: false,
  };
  if (request.url.split('?', 1)[0] === OPEN_TO_ALL) return { ...shared, origin: '*', methods: ['POST'] };
  return { ...shared, origin: allowedOrigins, credentials: true, methods: METHODS };
}

export async function buildHttp(
  services: Services,
  endpoints: readonly Endpoint[],
  /** The OpenAPI document, created when first needed. */
  document: () => Record<string, unknown>,
  options: HttpOptions = {},
): Promise<FastifyInstance> {
  const { config, log } = services;
  const requestTimeout = options.requestTimeoutMs ?? REQUEST_TIMEOUT_MS;
  const urls = ownUrls(config.publicUrl);
  const app = Fastify({
    loggerInstance: log as never,
    logController: new LogController({ disableRequestLogging: true }),
    // Log lines contain the request id. A child logger per request would cost more than most lines.
    childLoggerFactory: (logger) => logger,
    genReqId: () => newId('request'),
    requestIdHeader: false,
    rewriteUrl: (request) => urls.route(request.url ?? '/'),
    bodyLimit: BODY_LIMIT,
    trustProxy: trustsHop(config.trustProxyHops),
    requestTimeout,
    // Node confuses the two limits if the one for headers is longer.
    http: {
      requestTimeout,
      headersTimeout: requestTimeout,
      connectionsCheckingInterval: Math.min(5_000, requestTimeout),
    },
    clientErrorHandler: refuseConnection,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    schemaController: NO_SCHEMAS,
    routerOptions: { maxParamLength: MAX_PARAM, caseSensitive: true },
    frameworkErrors: (error, request, reply) =>
      void sendError(request as FastifyRequest, reply as never, error),
  }) as unknown as FastifyInstance;

  const refusals = new HeldRefusals(services.clock, options.refusals);
  app.setErrorHandler(async (error, request, reply) => {
    await refusals.hold(request, error);
    return sendError(request, reply, error);
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  addRequestLog(app, log);
  if (config.metrics || config.selfTraces) watchRequests(app, services.watch);
  else app.decorateRequest('arrival', null);
  const isClosing = refuseWhileClosing(app);
  const headers = await addSecurityHeaders(app, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
      },
    },
    hsts: config.publicUrl.startsWith('https:'),
    // The ingest route answers any origin, so its answers must be readable from any.
    crossOriginResourcePolicy: false,
    crossOriginEmbedderPolicy: false,
  });
  await app.register(cors, {
    delegator: (request, done) => done(null, corsFor(request, config.allowedOrigins)),
  });
  await app.register(cookie);
  await app.register(compress, {
    global: true,
    threshold: 1024,
    encodings: ['br', 'gzip', 'deflate'],
    // A stream is flushed part by part instead of when the compressor's buffer is full.
    zlibOptions: { flush: constants.Z_SYNC_FLUSH },
    brotliOptions: { flush: constants.BROTLI_OPERATION_FLUSH },
    // Endpoints that accept compressed bodies decompress them within their own limits.
    globalDecompression: false,
  });
  if (options.meters) addMetrics(app, options.meters.registry);

  warnOfUnknownProxy(app, services);
  const limits = new RequestLimits(services);
  limits.share(app, services);
  const inFlight = new InFlight(arrivingBytesOf(services));
  const checkReplies = options.checkReplies ?? false;
  const outgoing = new Outgoing(options.outgoing);
  const stopEnding = endUnread(app.server, options.outgoing?.unreadMs);
  app.addHook('onClose', async () => stopEnding());
  const paths = new KnownPaths();
  await addRoutes(app, endpoints, paths, { services, limits, inFlight, outgoing, checkReplies });
  addMcpRoute(app, paths, { services, limits });
  addOAuthRoutes(app, paths, services);
  goFirst(
    app,
    services.lifecycle,
    lightRoutes(endpoints, { services, checkReplies, headers, isClosing, urls }),
  );
  await addPages(app, paths, { document, dashboard: options.dashboard, urls });
  paths.refuseByRoute(app);
  return app;
}

/** On open connections: new requests get a 503 and are retried elsewhere or later. */
function refuseWhileClosing(app: FastifyInstance): () => boolean {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onRequest', async () => {
    if (closing) throw unavailable('stopping', 'This process is stopping. Try again shortly.');
  });
  return () => closing;
}

/**
 * Runs before the framework. Clients of a process that is about to end are asked to use another connection
 * next time.
 */
function goFirst(app: FastifyInstance, lifecycle: Lifecycle, take: TakeLight): void {
  for (const route of app.server.listeners('request')) {
    app.server.removeListener('request', route as never);
    app.server.on('request', (request, response) => {
      if (lifecycle.stopping) response.setHeader('connection', 'close');
      if (!take(request, response)) Reflect.apply(route, app.server, [request, response]);
    });
  }
}

function addMetrics(app: FastifyInstance, registry: Registry): void {
  app.get('/metrics', async (_request, reply) => {
    const text = await registry.metrics();
    return reply.type(registry.contentType).header('cache-control', 'no-store').send(text);
  });
}
