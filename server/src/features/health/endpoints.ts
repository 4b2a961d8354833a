import { Type } from 'typebox';
import { OneOf } from '#lib/schema';
import { Reply, publicEndpoint } from '#core/endpoint';
import { checkHealth } from './check.ts';

const tag = 'health';
const State = OneOf(['ok', 'unavailable']);

const Health = Type.Object(
  {
    status: State,
    version: Type.String(),
    checks: Type.Object({ records: State, metadata: State, jobs: State }),
  },
  { title: 'Health' },
);

export const healthEndpoints = [
  publicEndpoint({
    id: 'getHealth',
    method: 'GET',
    path: '/v1/health',
    tag,
    summary: 'Readiness',
    description: '200 when every store answers, 503 when one does not.',
    replies: { 200: Health, 503: Health },
    handle: async (ctx) => {
      const health = await checkHealth(ctx);
      return new Reply(health.status === 'ok' ? 200 : 503, health);
    },
  }),
  publicEndpoint({
    id: 'getLiveness',
    method: 'GET',
    path: '/v1/health/live',
    tag,
    summary: 'Liveness',
    description: '200 as long as the process answers at all.',
    replies: { 200: Type.Object({ status: Type.Literal('ok'), version: Type.String() }) },
    handle: (ctx) => ({ status: 'ok', version: ctx.config.version }),
  }),
];
