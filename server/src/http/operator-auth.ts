import type { FastifyRequest } from 'fastify';
import { AppError, notFound } from '#lib/app-error';
import type { Origin, Services, SystemContext } from '#core/context';
import { sameSecret } from '#core/token';

/** The operator API does not exist until a token is set, and then takes nothing else. */
export function operatorContext(services: Services, request: FastifyRequest, origin: Origin): SystemContext {
  const expected = services.config.operatorToken;
  if (expected === null) throw notFound('That');
  const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (given === undefined || !sameSecret(given, expected)) {
    throw new AppError('unauthorized', 'invalid_operator_token', 'The operator token is missing or wrong.', {
      headers: { 'www-authenticate': 'Bearer realm="tracewell-operator"' },
    });
  }
  return { ...services, db: services.metadata.reader, origin, actor: { type: 'operator', id: 'operator' } };
}
