// Writes one log line per request: route, status, duration, account and actor. It never contains a header, a
// query string or a body.
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';

interface Answered {
  requestId: string;
  method: string;
  route: string;
  status: number;
  elapsedMs: number;
  account: string | null;
  actor: string | null;
}

/** Health checks and scrapes, which monitoring repeats all the time. */
export const isProbe = (route: string, status: number): boolean =>
  status < 400 && (route.startsWith('/v1/health') || route === '/metrics');

export function logAnswered(log: Logger, answered: Answered): void {
  const { requestId, method, route, status, elapsedMs, account, actor } = answered;
  log[isProbe(route, status) ? 'debug' : 'info'](
    {
      requestId,
      method,
      route,
      status,
      ms: Math.round(elapsedMs * 10) / 10,
      account: account ?? undefined,
      actor: actor ?? undefined,
    },
    'request',
  );
}

export function addRequestLog(app: FastifyInstance, log: Logger): void {
  // Callback hooks, because an unneeded promise costs more than the log line.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    logAnswered(log, {
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      elapsedMs: reply.elapsedTime,
      account: request.accountId,
      actor: request.actorId,
    });
    done();
  });
}
