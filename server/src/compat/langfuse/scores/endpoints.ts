import { Type } from 'typebox';
import { AppError, fieldError, invalid } from '#lib/app-error';
import { isObject } from '#lib/is-object';
import type { Context } from '#core/context';
import { endpoint } from '#core/endpoint';
import { deleteScore, saveScores } from '#features/scores';
import type { JsonObject } from '#records';
import { LANGFUSE as peer } from '../peer.ts';
import { getSecond, listSecond, listThird, SecondQuery, ThirdQuery } from './list-scores.ts';
import { scoreDraft } from './score-draft.ts';
import { LangfuseScore } from './shown-score.ts';

const shared = { tag: 'langfuse', peer, project: 'scoped' } as const;
const write = {
  ...shared,
  access: { scope: 'write:records' },
  unaudited: 'Scores are data, not administration.',
  limitedAs: 'change',
} as const;
const read = { ...shared, method: 'GET', access: { scope: 'read' } } as const;

const ScoreId = Type.Object({ id: Type.String({ minLength: 1, maxLength: 256 }) });

async function createScore(ctx: Context, body: unknown): Promise<{ id: string }> {
  if (!isObject(body)) throw invalid('', 'The body must be a score.');
  const [saved] = await saveScores(ctx, [scoreDraft(body as JsonObject)]);
  if (!saved) throw new Error('A score was neither stored nor rejected.');
  if (saved.ok) return { id: saved.id };
  if (saved.code === 'too_many_scores') throw new AppError('conflict', saved.code, saved.reason);
  throw fieldError('bad_request', 'invalid_request', saved.field ?? '', saved.reason);
}

export const langfuseScoreEndpoints = [
  endpoint({
    ...write,
    id: 'langfuseCreateScore',
    method: 'POST',
    path: '/api/public/scores',
    summary: 'Send a score',
    body: Type.Object({}),
    replies: { 200: Type.Object({ id: Type.String() }) },
    errors: [409],
    handle: (ctx, { body }) => createScore(ctx, body),
  }),
  endpoint({
    ...write,
    id: 'langfuseDeleteScore',
    method: 'DELETE',
    path: '/api/public/scores/{id}',
    summary: 'Delete a score that was sent',
    params: ScoreId,
    replies: { 204: null },
    handle: (ctx, { params }) => deleteScore(ctx, params.id),
  }),
  endpoint({
    ...read,
    id: 'langfuseListScores',
    path: '/api/public/v2/scores',
    summary: 'List scores by page',
    query: SecondQuery,
    replies: { 200: Type.Object({ data: Type.Array(LangfuseScore), meta: Type.Object({}) }) },
    handle: (ctx, { query }) => listSecond(ctx, query),
  }),
  endpoint({
    ...read,
    id: 'langfuseGetScore',
    path: '/api/public/v2/scores/{id}',
    summary: 'One score',
    params: ScoreId,
    replies: { 200: LangfuseScore },
    handle: (ctx, { params }) => getSecond(ctx, params.id),
  }),
  endpoint({
    ...read,
    id: 'langfuseListScoresByCursor',
    path: '/api/public/v3/scores',
    summary: 'List scores by cursor',
    query: ThirdQuery,
    replies: { 200: Type.Object({ data: Type.Array(LangfuseScore), meta: Type.Object({}) }) },
    handle: (ctx, { query }) => listThird(ctx, query),
  }),
];
