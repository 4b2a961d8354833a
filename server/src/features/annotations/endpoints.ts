import { Type } from 'typebox';
import { notFound } from '#lib/app-error';
import { endpoint } from '#core/endpoint';
import { createAnnotation } from './create.ts';
import { deleteAnnotation } from './delete.ts';
import { listAnnotations } from './list.ts';
import { reviewQueue } from './review-queue/review-queue.ts';
import { ReviewQueue, ReviewQueueQuery } from './review-queue/schemas.ts';
import { Annotation, AnnotationChange, AnnotationParams, AnnotationQuery, NewAnnotation } from './schemas.ts';
import { selectAnnotation } from './store.ts';
import { updateAnnotation } from './update.ts';

const tag = 'annotations';
const One = Type.Object({ annotation: Annotation });

export const annotationEndpoints = [
  endpoint({
    id: 'listAnnotations',
    method: 'GET',
    path: '/v1/annotations',
    tag,
    summary: 'Annotations of a call, or with a label',
    description:
      'Newest first. One of `callId` and `label` is needed; with both, both must match. The cursor of the next page is in the header `X-Next-Cursor`.',
    access: { scope: 'read' },
    project: 'scoped',
    query: AnnotationQuery,
    replies: { 200: Type.Array(Annotation) },
    handle: (ctx, { query }) => listAnnotations(ctx, query),
  }),
  endpoint({
    id: 'createAnnotation',
    method: 'POST',
    path: '/v1/annotations',
    tag,
    summary: 'Annotate a call',
    description: 'At least one of `annotationText`, `label` and `qualityScore`. A call can have 500.',
    access: { scope: 'write' },
    project: 'scoped',
    body: NewAnnotation,
    replies: { 201: One },
    errors: [404, 409],
    audit: 'annotation.create',
    handle: async (ctx, { body }) => ({ annotation: await createAnnotation(ctx, body) }),
  }),
  endpoint({
    id: 'getReviewQueue',
    method: 'GET',
    path: '/v1/annotations/review-queue',
    tag,
    summary: 'Calls that wait for a quality score',
    description:
      'Calls of the window without a quality score: failed ones first (newest first), then those that the safety classifier flagged (highest score first), then those that a judge scored low or that judges disagree on ' +
      '(lowest first), then the newest. Calls of evaluation runs are left out. With `claim=true`, which needs the scope `write`, the calls are held ' +
      'back from all other reviewers for five minutes, or until they get a quality score.',
    access: { scope: 'read' },
    project: 'scoped',
    query: ReviewQueueQuery,
    replies: { 200: ReviewQueue },
    handle: (ctx, { query, gone }) => reviewQueue(ctx, query, gone),
  }),
  endpoint({
    id: 'getAnnotation',
    method: 'GET',
    path: '/v1/annotations/{id}',
    tag,
    summary: 'Get an annotation',
    access: { scope: 'read' },
    project: 'scoped',
    params: AnnotationParams,
    replies: { 200: One },
    handle: async (ctx, { params }) => {
      const annotation = await selectAnnotation(ctx, params.id);
      if (!annotation) throw notFound('Annotation');
      return { annotation };
    },
  }),
  endpoint({
    id: 'updateAnnotation',
    method: 'PATCH',
    path: '/v1/annotations/{id}',
    tag,
    summary: 'Change an annotation',
    description:
      'What is left out stays, `null` takes away; one of the three must stay. The call cannot be changed (400).',
    access: { scope: 'write' },
    project: 'scoped',
    params: AnnotationParams,
    body: AnnotationChange,
    replies: { 200: One },
    audit: 'annotation.update',
    handle: async (ctx, { params, body }) => ({ annotation: await updateAnnotation(ctx, params.id, body) }),
  }),
  endpoint({
    id: 'deleteAnnotation',
    method: 'DELETE',
    path: '/v1/annotations/{id}',
    tag,
    summary: 'Delete an annotation',
    access: { scope: 'write' },
    project: 'scoped',
    params: AnnotationParams,
    replies: { 204: null },
    audit: 'annotation.delete',
    handle: (ctx, { params }) => deleteAnnotation(ctx, params.id),
  }),
];
