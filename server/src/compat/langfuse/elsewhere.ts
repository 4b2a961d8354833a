// Paths of a Langfuse server that have no counterpart here: the answer names the endpoint that does the same.
import { Type } from 'typebox';
import { publicEndpoint, Reply, type Endpoint } from '#core/endpoint';
import { LANGFUSE as peer } from './peer.ts';

/** By the first part of the path, without a version. */
const INSTEAD: Readonly<Record<string, string>> = {
  traces: 'POST /v1/query/traces and GET /v1/query/trace/{id}',
  observations: 'POST /v1/query/calls and GET /v1/query/trace/{id}/spans',
  sessions: 'POST /v1/query/sessions and GET /v1/query/session/{id}',
  metrics: 'POST /v1/query/aggregate',
  scores: 'GET /v1/scores',
  comments: 'POST /v1/annotations',
  models: 'PUT /v1/account/model-prices',
  'annotation-queues': 'GET /v1/annotations/review-queue',
  'score-configs': 'POST /v1/eval-criteria',
  prompts: 'GET /api/public/v2/prompts/{name}',
  datasets: 'GET /api/public/v2/datasets/{name}',
  experiments: 'GET /api/public/datasets/{name}/runs',
  'experiment-items': 'GET /api/public/dataset-run-items',
  projects: 'POST /v1/projects',
  organizations: 'GET /v1/team/members',
  scim: 'POST /v1/team/invitations',
  spans: 'POST /api/public/ingestion',
  generations: 'POST /api/public/ingestion',
  events: 'POST /api/public/ingestion',
};

function sentenceFor(path: string): string {
  const [first = '', second = ''] = path.split('/');
  const noun = /^v\d+$|^unstable$/.test(first) ? second : first;
  const instead = Object.hasOwn(INSTEAD, noun) ? INSTEAD[noun] : undefined;
  return `Tracewell does not have this endpoint of Langfuse. ${
    instead === undefined ? 'Its own interface is described at /docs.' : `Use ${instead} instead.`
  }`;
}

export const langfuseElsewhereEndpoints: readonly Endpoint[] = (
  ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
).map((method) =>
  publicEndpoint({
    id: `langfuseElsewhere${method}`,
    method,
    path: '/api/public/*',
    tag: 'langfuse',
    summary: 'Names the endpoint to use instead',
    peer,
    unaudited: 'changes nothing',
    params: Type.Object({ '*': Type.String() }),
    replies: { 501: Type.Object({ message: Type.String(), error: Type.String() }) },
    handle: (_ctx, { params }) =>
      new Reply(501, { message: sentenceFor(params['*']), error: 'NotImplementedError' }),
  }),
);
