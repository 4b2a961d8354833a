import { Type, type Static } from 'typebox';
import { closed, Id, Nullable, Timestamp } from '#lib/schema';

const CallId = Type.String({ minLength: 1, maxLength: 256, description: 'Id of a call of this account' });

export const Annotation = Type.Object(
  {
    id: Type.Integer(),
    callId: Type.String(),
    callTimestamp: Timestamp,
    annotationText: Nullable(Type.String()),
    label: Nullable(Type.String()),
    qualityScore: Nullable(Type.Integer({ minimum: 1, maximum: 5 })),
    author: Type.Object({
      type: Type.String({ description: 'user or key' }),
      id: Type.String(),
    }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'Annotation' },
);
export type Annotation = Static<typeof Annotation>;

/** All optional; blank text counts as missing. */
const FIELDS = {
  annotationText: Type.Optional(Nullable(Type.String({ maxLength: 2_000 }))),
  label: Type.Optional(Nullable(Type.String({ maxLength: 50, pattern: '^[^\\u0000-\\u001f\\u007f]*$' }))),
  qualityScore: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 5 }))),
};

export const NewAnnotation = closed({ callId: CallId, ...FIELDS }, { title: 'NewAnnotation' });
export type NewAnnotation = Static<typeof NewAnnotation>;

export const AnnotationChange = closed(FIELDS, { title: 'AnnotationChange' });
export type AnnotationChange = Static<typeof AnnotationChange>;

export const AnnotationParams = Type.Object({ id: Id });

export const AnnotationQuery = Type.Object({
  callId: Type.Optional(CallId),
  label: Type.Optional(
    Type.String({ minLength: 1, maxLength: 50, description: 'Exact match, case-sensitive' }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      description: 'Defaults to 100 with callId, 50 with label alone',
    }),
  ),
  cursor: Type.Optional(Type.String({ maxLength: 200 })),
});
export type AnnotationQuery = Static<typeof AnnotationQuery>;
