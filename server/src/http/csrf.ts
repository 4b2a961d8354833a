// A browser also sends our cookie with requests that another site triggers. The Origin or Referer header
// names that site.
import type { FastifyRequest } from 'fastify';
import { AppError } from '#lib/app-error';
import type { Config } from '#config';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

function claimedOrigin(request: FastifyRequest): string | null {
  const { origin, referer } = request.headers;
  if (origin !== undefined) return origin;
  return referer === undefined ? null : (URL.parse(referer)?.origin ?? null);
}

export function requireOwnOrigin(request: FastifyRequest, config: Config): void {
  if (SAFE.has(request.method)) return;
  const claimed = claimedOrigin(request);
  const parsed = claimed === null ? null : URL.parse(claimed);
  if (parsed && /^https?:$/.test(parsed.protocol)) {
    if (parsed.host === request.host || parsed.origin === new URL(config.publicUrl).origin) return;
    if (config.allowedOrigins.includes(parsed.origin)) return;
  }
  throw new AppError(
    'forbidden',
    'csrf',
    'A change with a session cookie needs an Origin or Referer header of this service or of an allowed origin.',
  );
}
