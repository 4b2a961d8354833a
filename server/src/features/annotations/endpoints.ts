import { Type } from 'typebox';
import { notFound } from '#lib/app-error';
import { endpoint } from '#core/endpoint';
import { createAnnotation } from './create.ts';
import { deleteAnnotation, listAnnotations, updateAnnotation } from './annotations.ts';
import { reviewQueue } from './review-queue/review-queue.ts';
import { ReviewClaimOrder, ReviewQueue, ReviewQueueQuery } from './review-queue/schemas.ts';
import { Annotation, AnnotationChange, AnnotationParams, AnnotationQuery, NewAnnotation } from './schemas.ts';
import { selectAnnotation } from './store.ts';

const tag = 'annotations';
const One = Type.Object({ annotation: Annotation });

export const annotationEndpoints = [
  endpoint({
    id: 'listAnnotations',
    method: 'GET',
    path: '/v1/annotations',
    tag,
    summary: 'List annotations of a call or with a label',
    description:
      'Newest first. Give `callId`, `label` or both; with both, both must match. The header `X-Next-Cursor` holds the cursor of the next page.',
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
    description:
      'Needs at least one of `annotationText`, `label` and `qualityScore`. A call can have 500 annotations.',
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
    summary: 'List calls that need a quality score',
    description:
      'Calls of the window without a quality score: first failed ones (newest first), then those flagged by the safety classifier (highest score first), then those with low or contradicting judge scores ' +
      '(lowest first), then the newest. Calls of evaluation runs are excluded. It changes nothing: to review the calls, claim them with `POST /v1/annotations/review-queue/claim`.',
    access: { scope: 'read' },
    project: 'scoped',
    query: ReviewQueueQuery,
    replies: { 200: ReviewQueue },
    handle: (ctx, { query, signal }) => reviewQueue(ctx, query, { claim: false, signal }),
  }),
  endpoint({
    id: 'claimReviews',
    method: 'POST',
    path: '/v1/annotations/review-queue/claim',
    tag,
    summary: 'Claim the next calls of the review queue',
    description:
      'The calls are hidden from all other reviewers for five minutes, or until they get a quality score. Calls that you hold come first, for another five minutes.',
    access: { scope: 'write' },
    project: 'scoped',
    body: ReviewClaimOrder,
    bodyOptional: true,
    replies: { 200: ReviewQueue },
    unaudited: 'A claim lasts only minutes.',
    handle: (ctx, { body, signal }) => reviewQueue(ctx, body ?? {}, { claim: true, signal }),
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
      'Fields that are not sent keep their value, and `null` clears a field; one of the three must remain. The call cannot be changed (400).',
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
