import { Type } from 'typebox';
import { OneOf } from '#lib/schema';
import { Reply, publicEndpoint } from '#core/endpoint';
import { checkHealth } from './check.ts';

const tag = 'health';
const State = OneOf(['ok', 'unavailable']);

const Health = Type.Object(
  {
    status: OneOf(['ok', 'starting', 'degraded', 'stopping', 'unavailable']),
    version: Type.String(),
    checks: Type.Object({
      records: OneOf(['ok', 'behind', 'unavailable']),
      metadata: State,
      jobs: State,
    }),
    backlog: Type.Object(
      {
        bytes: Type.Integer({ description: 'Acknowledged, or about to be, and not in the tables yet' }),
        seconds: Type.Number({ description: 'How long the oldest of it has been waiting' }),
      },
      { description: 'Records on their way into the tables' },
    ),
    clockOffsetMs: Type.Integer({
      description:
        'How far the clock of this machine is ahead of the one that all processes share; 0 with SQLite.',
    }),
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
    description:
      '503 `unavailable` when a store does not answer, and `stopping` when the process is about to end and should get no new requests. ' +
      '200 otherwise: `ok`; `starting` while records that an earlier process acknowledged are brought into the tables; `degraded` ' +
      'while they are further behind than ten seconds or half of what may wait. In both, records are taken, and questions about ' +
      'what waits take longer or get 503 `records_behind`.',
    replies: { 200: Health, 503: Health },
    handle: async (ctx) => {
      const health = await checkHealth(ctx);
      return new Reply(['unavailable', 'stopping'].includes(health.status) ? 503 : 200, health);
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
