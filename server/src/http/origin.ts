import type { FastifyRequest } from 'fastify';
import type { Origin } from '#core/context';
import { cookiesFor } from '#core/access/cookies';

export function originOf(request: FastifyRequest, publicUrl: string): Origin {
  const names = cookiesFor(request.host, publicUrl);
  return {
    requestId: request.id,
    ip: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, 256) ?? null,
    host: request.host,
    sessionToken: request.cookies[names.session] ?? null,
    deviceToken: request.cookies[names.device] ?? null,
    auditActions: [],
  };
}
