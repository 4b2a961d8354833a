import { Type } from 'typebox';
import { endpoint } from '#core/endpoint';
import { Nullable } from '#lib/schema';
import { getCall } from './get-call.ts';
import { listCalls } from './list-calls.ts';
import { Call, CallsQuery } from './schemas.ts';

const tag = 'query';
const unaudited = 'It only asks.';

export const queryEndpoints = [
  endpoint({
    id: 'queryCalls',
    method: 'POST',
    path: '/v1/query/calls',
    tag,
    summary: 'Search calls',
    description:
      'A page of calls, newest first unless told otherwise; without content, which the single call has.',
    access: { scope: 'read' },
    body: CallsQuery,
    bodyOptional: true,
    replies: { 200: Type.Object({ records: Type.Array(Call), nextCursor: Nullable(Type.String()) }) },
    unaudited,
    handle: (ctx, { body }) => listCalls(ctx, body),
  }),
  endpoint({
    id: 'getCall',
    method: 'GET',
    path: '/v1/query/calls/{id}',
    tag,
    summary: 'One call, with its content',
    access: { scope: 'read' },
    params: Type.Object({ id: Type.String({ minLength: 1, maxLength: 256 }) }),
    replies: { 200: Type.Object({ call: Call }) },
    handle: (ctx, { params }) => getCall(ctx, params.id),
  }),
];
