// Counts each request, and traces it if the operator has turned on traces of the service.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { WatchedRequest, ServiceWatch } from '#lib/watch';
import { isProbe } from './request-log.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null if the request is not traced. */
    arrival: WatchedRequest | null;
  }
}

export function watchRequests(app: FastifyInstance, watch: ServiceWatch): void {
  app.decorateRequest('arrival', null);
  app.addHook('onRequest', (request, _reply, done) => {
    request.arrival = watch.arrive(request.headers);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { method } = request;
    const route = request.routeOptions.url ?? 'unknown';
    watch.answered(method, route, reply.statusCode, reply.elapsedTime);
    if (isProbe(route, reply.statusCode)) request.arrival?.forget();
    else request.arrival?.end(method, route, reply.statusCode);
    done();
  });
}

type Handle = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Makes the steps of the handler part of the span of its request. */
export const inTrace =
  (handle: Handle): Handle =>
  (request, reply) =>
    request.arrival ? request.arrival.within(() => handle(request, reply)) : handle(request, reply);
