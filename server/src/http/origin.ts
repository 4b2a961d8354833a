import type { FastifyRequest } from 'fastify';
import type { Origin } from '#core/context';
import { sessionCookie } from '#core/session-cookie';

export const originOf = (request: FastifyRequest, publicUrl: string): Origin => ({
  requestId: request.id,
  ip: request.ip,
  userAgent: request.headers['user-agent']?.slice(0, 256) ?? null,
  host: request.host,
  sessionToken: request.cookies[sessionCookie(request.host, publicUrl).name] ?? null,
  trail: [],
});
