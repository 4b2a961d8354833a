import { endpoint } from '#core/endpoint';
import { aggregateScores, ScoreAggregate, ScoreAggregateQuery } from './aggregate.ts';
import { deleteScore } from './sent-score.ts';
import { listAllScores } from './list.ts';
import { receiveScores } from './receive.ts';
import { NewScores, ScoreParams, ScoresPage, ScoresQuery, ScoresReply } from './schemas.ts';

const tag = 'scores';
const data = {
  tag,
  access: { scope: 'write:records' },
  project: 'scoped',
  unaudited: 'Scores are data, not administration.',
  limitedAs: 'change',
} as const;

export const scoreEndpoints = [
  endpoint({
    ...data,
    id: 'createScores',
    method: 'POST',
    path: '/v1/scores',
    summary: 'Send scores',
    description:
      'One score, or `{scores: […]}` with up to 100. A score is about a call, a span, a trace, a session or an evaluation run, which may arrive after it. A score with a known id replaces the earlier one. ' +
      'In a list, each score is accepted or rejected on its own, with a reason; a single score that is rejected is a 400. Comments, texts and metadata are content: they are stored, encrypted, only if the account has consented to stored content.',
    takes: ['application/json'],
    body: NewScores,
    replies: { 200: ScoresReply },
    errors: [409, 429],
    handle: (ctx, { raw }) => receiveScores(ctx, raw),
  }),
  endpoint({
    id: 'listScores',
    method: 'GET',
    path: '/v1/scores',
    tag,
    summary: 'List scores, newest first',
    description:
      'Scores that clients sent, results of judges and rules (`source` judge and rule, ids `eval-score:…`), and annotations (`source` human, names `quality`, `label` and `note`, ids `annotation:…`). All filters must match.',
    access: { scope: 'read' },
    project: 'scoped',
    query: ScoresQuery,
    replies: { 200: ScoresPage },
    handle: (ctx, { query }) => listAllScores(ctx, query),
  }),
  endpoint({
    id: 'aggregateScores',
    method: 'POST',
    path: '/v1/scores/aggregate',
    tag,
    summary: 'Count and average scores by name, over time',
    description:
      'Over the same scores as the list, by the time of the scores: count, mean, lowest and highest, and the count of each category.',
    access: { scope: 'read' },
    project: 'scoped',
    body: ScoreAggregateQuery,
    bodyOptional: true,
    replies: { 200: ScoreAggregate },
    unaudited: 'It only reads.',
    handle: (ctx, { body }) => aggregateScores(ctx, body),
  }),
  endpoint({
    ...data,
    id: 'deleteScore',
    method: 'DELETE',
    path: '/v1/scores/{id}',
    summary: 'Delete a score that was sent',
    description:
      'A key without `write` deletes only the scores that it sent. Results of judges and rules are deleted with their criterion or run, annotations with `DELETE /v1/annotations/{id}`: their ids are a 404 here.',
    access: { scope: 'write:records', orScope: 'write' },
    params: ScoreParams,
    replies: { 204: null },
    handle: (ctx, { params }) => deleteScore(ctx, params.id),
  }),
];
