import { Type } from 'typebox';
import { AppError, fieldError, invalid } from '#lib/app-error';
import { chunks } from '#lib/chunks';
import { isObject } from '#lib/is-object';
import { Pace } from '#lib/yield-to-event-loop';
import type { Context } from '#core/context';
import { endpoint, Reply } from '#core/endpoint';
import { deleteScore, saveScores } from '#features/scores';
import type { JsonObject } from '#records';
import { receiveParts } from '../../open-spans/index.ts';
import { LANGFUSE as peer } from '../peer.ts';
import { langfuseSpans } from '../tracing/observation-span.ts';
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

const MAX_SCORES = 1000;
const ScoreId = Type.Object({ id: Type.String({ minLength: 1, maxLength: 256 }) });

async function createScore(ctx: Context, body: unknown): Promise<{ id: string }> {
  if (!isObject(body)) throw invalid('', 'The body must be a score.');
  const [saved] = await saveScores(ctx, [scoreDraft(body as JsonObject)]);
  if (!saved) throw new Error('A score was neither stored nor rejected.');
  if (saved.ok) return { id: saved.id };
  if (saved.code === 'too_many_scores') throw new AppError('conflict', saved.code, saved.reason);
  if (saved.code === 'score_of_another_key') throw new AppError('forbidden', saved.code, saved.reason);
  throw fieldError('bad_request', 'invalid_request', saved.field ?? '', saved.reason);
}

/** From Langfuse 5 for Python on. The client does not send rejected scores again. */
async function createScores(ctx: Context, scores: readonly unknown[], client: string | undefined) {
  if (scores.length > MAX_SCORES) throw invalid('', `The body must have at most ${MAX_SCORES} scores.`);
  const drafts = scores.map((score) => (isObject(score) ? scoreDraft(score as JsonObject) : score));
  const errors: { message: string }[] = [];
  for (const some of chunks(drafts, 100))
    for (const saved of await saveScores(ctx, some))
      if (!saved.ok) errors.push({ message: `${saved.field ?? 'score'}: ${saved.reason}` });
  if (errors.length === 0) return new Reply(202, { message: 'Accepted' });
  const noted = errors.map(({ message }) => ({ reason: 'invalid_event', count: 1, example: message }));
  await receiveParts(ctx, langfuseSpans, [], { client, pace: new Pace() }, noted);
  return new Reply(207, { accepted: scores.length - errors.length, rejected: errors.length, errors });
}

export const langfuseScoreEndpoints = [
  endpoint({
    ...write,
    id: 'langfuseCreateScore',
    method: 'POST',
    path: '/api/public/scores',
    summary: 'Send a score, or a list of scores',
    body: Type.Unknown(),
    replies: {
      200: Type.Object({ id: Type.String() }),
      202: Type.Object({ message: Type.String() }),
      207: Type.Object({
        accepted: Type.Integer(),
        rejected: Type.Integer(),
        errors: Type.Array(Type.Object({ message: Type.String() })),
      }),
    },
    errors: [409],
    handle: (ctx, { body, header }) =>
      Array.isArray(body) ? createScores(ctx, body, peer.clientOf?.(header)) : createScore(ctx, body),
  }),
  endpoint({
    ...write,
    id: 'langfuseDeleteScore',
    method: 'DELETE',
    path: '/api/public/scores/{id}',
    summary: 'Delete a score that was sent',
    access: { scope: 'write:records', orScope: 'write' },
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
