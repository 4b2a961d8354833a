import type { FastifyInstance } from 'fastify';
import type { Services } from '#core/context';

/**
 * Behind an undeclared proxy all clients share the proxy's address, and with it the limits on failed
 * sign-ins.
 */
export function warnOfUnknownProxy(app: FastifyInstance, { config, log }: Services): void {
  if (config.trustProxyHops > 0) return;
  let warned = false;
  app.addHook('onRequest', async (request) => {
    if (warned || request.headers['x-forwarded-for'] === undefined) return;
    warned = true;
    log.warn(
      'A request came through a proxy (it has X-Forwarded-For), but TRACEWELL_TRUST_PROXY_HOPS is 0: all clients behind it count as one address. Set it to the number of proxies in front.',
    );
  });
}
