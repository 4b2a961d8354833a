import type { FastifyRequest } from 'fastify';
import type { Origin } from '#core/context';

export const SESSION_COOKIE = 'tracewell_session';

export const originOf = (request: FastifyRequest): Origin => ({
  requestId: request.id,
  ip: request.ip,
  userAgent: request.headers['user-agent']?.slice(0, 256) ?? null,
  host: request.host,
  sessionToken: request.cookies[SESSION_COOKIE] ?? null,
  trail: [],
});
