import { Type, type TProperties } from 'typebox';
import { endpoint, publicEndpoint, type Peer } from '#core/endpoint';
import { Nullable } from '#lib/schema';
import { receiveAnnotations, type AnnotationTarget, type PhoenixAnnotation } from './receive.ts';

/** Its clients read `detail`, and a fault of the body is a 422. */
const phoenix: Peer = {
  name: 'phoenix',
  errorBody: ({ message }) => ({ detail: message }),
  errorStatus: ({ status }) => (status === 400 ? 422 : status),
};

/**
 * The release whose interface these paths follow. Clients ask for it before they send annotations of
 * sessions.
 */
const VERSION = '20.3.0';

const annotation = (target: TProperties) =>
  Type.Object({
    ...target,
    name: Type.String({ minLength: 1 }),
    annotator_kind: Type.Optional(Nullable(Type.String())),
    result: Type.Optional(
      Nullable(
        Type.Object({
          label: Type.Optional(Nullable(Type.String())),
          score: Type.Optional(Nullable(Type.Number())),
          explanation: Type.Optional(Nullable(Type.String())),
        }),
      ),
    ),
    metadata: Type.Optional(Nullable(Type.Unsafe<Record<string, unknown>>({ type: 'object' }))),
    identifier: Type.Optional(Nullable(Type.String())),
  });

const Id = Type.String({ minLength: 1, maxLength: 256 });

const annotations = (id: string, target: AnnotationTarget, properties: TProperties) =>
  endpoint({
    id,
    method: 'POST',
    path: `/v1/${target}_annotations`,
    tag: 'phoenix',
    summary: `Phoenix's annotations of a ${target}`,
    access: { scope: 'write:records' },
    project: 'scoped',
    unaudited: 'Scores are data, not administration.',
    peer: phoenix,
    query: Type.Object({ sync: Type.Optional(Type.Boolean()) }),
    body: Type.Unsafe<{ data: PhoenixAnnotation[] }>(
      Type.Object({ data: Type.Array(annotation(properties), { maxItems: 10_000 }) }),
    ),
    replies: { 200: Type.Object({ data: Type.Array(Type.Object({ id: Type.String() })) }) },
    handle: (ctx, { body }) => receiveAnnotations(ctx, target, body.data),
  });

export const phoenixEndpoints = [
  annotations('annotatePhoenixSpans', 'span', { span_id: Id }),
  annotations('annotatePhoenixTraces', 'trace', { trace_id: Id }),
  annotations('annotatePhoenixSessions', 'session', { session_id: Id }),
  annotations('annotatePhoenixDocuments', 'document', {
    span_id: Id,
    document_position: Type.Integer({ minimum: 0, maximum: 100_000 }),
  }),
  publicEndpoint({
    id: 'getPhoenixVersion',
    method: 'GET',
    path: '/arize_phoenix_version',
    tag: 'phoenix',
    summary: 'The version that Phoenix clients ask for',
    peer: phoenix,
    produces: 'text/plain; charset=utf-8',
    replies: { 200: Type.String() },
    handle: () => VERSION,
  }),
];
