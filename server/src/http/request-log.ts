// One line per request: what, how it ended, how long, for whom. Never a header, a query string or a body.
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';

export function addRequestLog(app: FastifyInstance, log: Logger): void {
  // With a callback each: a promise for nothing costs more than the line.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    const quiet = reply.statusCode < 400 && (route.startsWith('/v1/health') || route === '/metrics');
    log[quiet ? 'debug' : 'info'](
      {
        requestId: request.id,
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        account: request.accountId ?? undefined,
        actor: request.actorId ?? undefined,
      },
      'request',
    );
    done();
  });
}
