// The metrics of this process (core/watch/meters.ts), served at /metrics if enabled.
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';

export function addMetrics(app: FastifyInstance, registry: Registry): void {
  app.get('/metrics', async (_request, reply) => {
    const text = await registry.metrics();
    return reply.type(registry.contentType).header('cache-control', 'no-store').send(text);
  });
}
