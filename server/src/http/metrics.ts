// Prometheus metrics of the process and of requests by route, served at /metrics if enabled.
import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { SECOND_MS } from '#lib/clock';
import type { Services } from '#core/context';

const SECONDS = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export type Observe = (method: string, route: string, status: number, elapsedMs: number) => void;

/** The returned function counts requests that bypass the framework. */
export function addMetrics(app: FastifyInstance, { records }: Services): Observe {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  addBacklog(registry, () => records.writerState());
  const labelNames = ['method', 'route', 'status'] as const;
  const requests = new Counter({
    name: 'tracewell_http_requests_total',
    help: 'Requests answered',
    labelNames,
    registers: [registry],
  });
  const duration = new Histogram({
    name: 'tracewell_http_request_duration_seconds',
    help: 'Time from the request line to the end of the reply',
    labelNames: ['method', 'route'],
    buckets: SECONDS,
    registers: [registry],
  });
  const observe: Observe = (method, route, status, elapsedMs) => {
    requests.inc({ method, route, status: String(status) });
    duration.observe({ method, route }, elapsedMs / 1000);
  };
  app.addHook('onResponse', async (request, reply) => {
    observe(request.method, request.routeOptions.url ?? 'unknown', reply.statusCode, reply.elapsedTime);
  });
  app.get('/metrics', async (_request, reply) => {
    const text = await registry.metrics();
    return reply.type(registry.contentType).header('cache-control', 'no-store').send(text);
  });
  return observe;
}

/** Records that are not in the tables yet, measured at scrape time. */
function addBacklog(registry: Registry, state: Services['records']['writerState']): void {
  const gauge = (name: string, help: string, value: () => number): void => {
    registry.registerMetric(
      new Gauge({
        name: `tracewell_records_waiting_${name}`,
        help,
        registers: [],
        collect() {
          this.set(value());
        },
      }),
    );
  };
  gauge('bytes', 'Bytes of records that are not in the tables yet', () => state().waitingBytes);
  gauge('segments', 'Closed segments of the log that wait', () => state().log?.waitingSegments ?? 0);
  gauge('seconds', 'Age of the oldest record that waits', () => (state().log?.waitingMs ?? 0) / SECOND_MS);
}
