import { Type, type Static } from 'typebox';
import { closed, Nullable, OneOf, Timestamp } from '#lib/schema';
import { CallSelection } from '#services/record-access';

const Text = (description: string) => Type.String({ minLength: 1, maxLength: 256, description });

const ERASURE_KINDS = ['user', 'session', 'trace', 'filter'] as const;
export type ErasureKind = (typeof ERASURE_KINDS)[number];

export const NewErasure = closed(
  {
    userId: Type.Optional(Text('Calls of this user, and spans that name it')),
    sessionId: Type.Optional(Text('Calls and spans of this session')),
    traceId: Type.Optional(Text('Calls and spans of this trace')),
    filter: Type.Optional(CallSelection),
  },
  { title: 'ErasureInput', description: 'Exactly one of the four' },
);
export type NewErasure = Static<typeof NewErasure>;

export const Erasure = Type.Object(
  {
    id: Type.String({ examples: ['era_1a2b3c4d5e6f'] }),
    kind: OneOf(ERASURE_KINDS),
    digest: Type.String({
      description:
        'Keyed hash of the selection. The same selection has the same hash within an account; the selection itself is deleted when the erasure ends',
    }),
    projectId: Nullable(Type.String({ description: 'null for the whole account' })),
    status: OneOf(['queued', 'running', 'done', 'failed']),
    found: Type.Integer({ description: 'Records (calls and spans) found so far' }),
    erased: Type.Integer({ description: 'Records that are gone from every answer' }),
    error: Nullable(Type.String({ description: 'Why it failed or waits' })),
    requestedBy: Type.String({ description: 'Id of the user or key' }),
    createdAt: Timestamp,
    startedAt: Nullable(Timestamp),
    finishedAt: Nullable(Timestamp),
  },
  { title: 'Erasure' },
);
export type Erasure = Static<typeof Erasure>;

export const ErasureParams = Type.Object({ id: Type.String() });
