import type { FastifyRequest } from 'fastify';
import { AppError, notFound } from '#lib/app-error';
import { MINUTE_MS } from '#lib/clock';
import type { Origin, Services, SystemContext } from '#core/context';
import { hit, requireAllowed } from '#core/access/rate-limit';
import { sameSecret } from '#core/access/token';

const FAILURES = { name: 'operator-failures', limit: 10, windowMs: 5 * MINUTE_MS } as const;
const TOO_MANY = 'Too many wrong operator tokens from this address. Wait a few minutes.';

/** The operator API exists only if a token is set, and accepts nothing else. */
export async function operatorContext(
  services: Services,
  request: FastifyRequest,
  origin: Origin,
): Promise<SystemContext> {
  const { config, metadata } = services;
  const expected = config.operatorToken;
  if (expected === null) throw notFound('That');
  const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  // The right token always passes, so that nobody can lock the operator out with wrong ones. Nobody can guess
  // it either: it has at least 16 characters.
  if (given === undefined || !sameSecret(given, expected)) {
    if (given !== undefined) requireAllowed(await hit(services, FAILURES, `ip:${origin.ip}`), TOO_MANY);
    throw new AppError('unauthorized', 'invalid_operator_token', 'The operator token is missing or wrong.', {
      headers: { 'www-authenticate': 'Bearer realm="tracewell-operator"' },
    });
  }
  return { ...services, db: metadata.reader, origin, actor: { type: 'operator', id: 'operator' } };
}
