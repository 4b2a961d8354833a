// Paths of LangSmith that have no counterpart here: the answer names the endpoint that does the same.
import { Type } from 'typebox';
import { publicEndpoint, Reply, type Endpoint } from '#core/endpoint';
import { LANGSMITH as peer } from './peer.ts';

const ELSEWHERE: readonly (readonly [
  name: string,
  method: Endpoint['method'],
  path: string,
  instead: string,
])[] = [
  ['QueryRuns', 'POST', '/runs/query', 'POST /v1/query/calls'],
  ['RunStats', 'POST', '/runs/stats', 'POST /v1/query/aggregate'],
  ['ReadRun', 'GET', '/runs/{id}', 'GET /v1/query/trace/{id}'],
  ['ListFeedback', 'GET', '/feedback', 'GET /v1/scores'],
  ['ListDatasets', 'GET', '/datasets', 'GET /v1/eval-datasets'],
  ['CreateDataset', 'POST', '/datasets', 'POST /v1/eval-datasets'],
  ['ListExamples', 'GET', '/examples', 'GET /v1/eval-datasets/{id}'],
  ['CreateExample', 'POST', '/examples', 'POST /v1/eval-datasets/{id}/items'],
  ['ListPrompts', 'GET', '/repos', 'GET /v1/prompts'],
  ['PullPrompt', 'GET', '/commits/*', 'GET /v1/prompts/resolve'],
  ['AnnotationQueues', 'GET', '/annotation-queues', 'GET /v1/annotations/review-queue'],
];

export const elsewhereEndpoints = (prefix: string, idOf: (name: string) => string): Endpoint[] =>
  ELSEWHERE.map(([name, method, path, instead]) =>
    publicEndpoint({
      id: idOf(name),
      method,
      path: `${prefix}${path}`,
      tag: 'langsmith',
      summary: 'Names the endpoint to use instead',
      peer,
      unaudited: 'changes nothing',
      params: Type.Object({}),
      replies: { 501: Type.Object({ detail: Type.String() }) },
      handle: () =>
        new Reply(501, {
          detail: `Tracewell does not have this endpoint of LangSmith. Use ${instead} instead.`,
        }),
    }),
  );
