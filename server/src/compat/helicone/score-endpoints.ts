import { Type } from 'typebox';
import { endpoint } from '#core/endpoint';
import { Named } from '#lib/schema';
import { helicone } from './receive.ts';
import { receiveRating, receiveRequestScores } from './scores.ts';

const shared = {
  method: 'POST',
  tag: 'helicone',
  access: { scope: 'write:records' },
  project: 'scoped',
  unaudited: 'Scores are data, not administration.',
  peer: helicone,
  params: Type.Object({ requestId: Type.String({ minLength: 1, maxLength: 256 }) }),
  replies: { 201: Type.Object({ data: Type.Null(), error: Type.Null() }) },
} as const;

const Scores = Named(Type.Union([Type.Number(), Type.Boolean()]), { maxLength: 128 }, { maxProperties: 100 });

export const heliconeScoreEndpoints = [
  endpoint({
    ...shared,
    id: 'scoreHeliconeRequest',
    path: '/v1/request/{requestId}/score',
    summary: 'Scores of a request that Helicone clients logged',
    body: Type.Object({ scores: Scores }),
    handle: (ctx, { params, body }) => receiveRequestScores(ctx, params.requestId, body.scores),
  }),
  endpoint({
    ...shared,
    id: 'rateHeliconeRequest',
    path: '/v1/request/{requestId}/feedback',
    summary: 'Feedback on a request that Helicone clients logged',
    body: Type.Object({ rating: Type.Boolean() }),
    handle: (ctx, { params, body }) => receiveRating(ctx, params.requestId, body.rating),
  }),
];
