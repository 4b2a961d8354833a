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
        bytes: Type.Integer({ description: 'Acknowledged or about to be, but not in the tables yet' }),
        seconds: Type.Number({ description: 'Age of the oldest waiting record' }),
      },
      { description: 'Records that are not in the tables yet' },
    ),
    clockOffsetMs: Type.Integer({
      description: 'How far the clock of this machine is ahead of the shared clock; 0 with SQLite.',
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
      '200 otherwise: `ok`; `starting` while records acknowledged by an earlier process are loaded into the tables; `degraded` ' +
      'while more than ten seconds or half of the allowed backlog are waiting. In both states records are accepted, and queries on ' +
      'waiting records take longer or get a 503 `records_behind`.',
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
    description: '200 as long as the process answers.',
    replies: { 200: Type.Object({ status: Type.Literal('ok'), version: Type.String() }) },
    handle: (ctx) => ({ status: 'ok', version: ctx.config.version }),
  }),
];
