// The framework, set up once: limits, headers, errors, then the routes of the endpoint list.
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import Fastify, { LogController, type FastifyInstance, type FastifyRequest } from 'fastify';
import { AppError } from '#lib/app-error';
import { newId } from '#lib/ids';
import type { Services } from '#core/context';
import type { Endpoint } from '#core/endpoint';
import { Meter } from '#core/rate-limit';
import { BODY_LIMIT } from './body.ts';
import { sendError } from './error-reply.ts';
import { addMetrics } from './metrics.ts';
import { addRequestLog } from './request-log.ts';
import { READ_LIMIT, addRoutes } from './routes.ts';

const OPEN_TO_ALL = '/v1/ingest';
const SHARE_READS_MS = 1_000;

export interface HttpOptions {
  checkReplies?: boolean;
}

function corsFor(request: FastifyRequest, allowedOrigins: string[]) {
  const exposedHeaders = ['X-Request-Id', 'Retry-After', 'X-Next-Cursor'];
  if (request.url.split('?', 1)[0] === OPEN_TO_ALL) return { origin: '*', exposedHeaders };
  return { origin: allowedOrigins, credentials: true, exposedHeaders, maxAge: 600 };
}

export async function buildHttp(
  services: Services,
  endpoints: readonly Endpoint[],
  options: HttpOptions = {},
): Promise<FastifyInstance> {
  const { config, log } = services;
  const app = Fastify({
    loggerInstance: log as never,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => newId('request'),
    requestIdHeader: false,
    bodyLimit: BODY_LIMIT,
    trustProxy: (_address, hop) => hop < config.trustProxyHops,
    requestTimeout: 60_000,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    routerOptions: { maxParamLength: 512, caseSensitive: true },
    frameworkErrors: (error, request, reply) =>
      void sendError(request as FastifyRequest, reply as never, error),
  }) as unknown as FastifyInstance;

  app.setErrorHandler((error, request, reply) => sendError(request, reply, error));
  app.setNotFoundHandler((request, reply) =>
    sendError(request, reply, new AppError('not_found', 'not_found', `There is nothing at this path.`)),
  );
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  addRequestLog(app, log);
  await app.register(helmet, {
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
    // The ingest route answers any origin, and so must be readable from any.
    crossOriginResourcePolicy: false,
    crossOriginEmbedderPolicy: false,
  });
  await app.register(cors, {
    delegator: (request, done) => done(null, corsFor(request, config.allowedOrigins)),
  });
  await app.register(cookie);
  await app.register(compress, { global: true, threshold: 1024, encodings: ['br', 'gzip', 'deflate'] });
  if (config.metrics) addMetrics(app);

  const reads = new Meter(services.clock, READ_LIMIT);
  shareReads(app, reads, services);
  addRoutes(app, endpoints, { services, reads, checkReplies: options.checkReplies ?? false });
  return app;
}

/** Several processes on one PostgreSQL add up their counts; a process of its own keeps them to itself. */
function shareReads(app: FastifyInstance, reads: Meter, { metadata, log }: Services): void {
  if (metadata.kind !== 'postgres') return;
  const timer = setInterval(() => {
    reads.share(metadata).catch((error: unknown) => log.warn({ err: error }, 'read limits not shared'));
  }, SHARE_READS_MS);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
