import { Type, type Static } from 'typebox';
import { SCOPES } from '#core/access/actor';
import { closed, Distinct, Label, Nullable, OneOf, Timestamp } from '#lib/schema';

const Scopes = Nullable(Distinct(OneOf(SCOPES), { minItems: 1, maxItems: 3 }));

export const ApiKey = Type.Object(
  {
    id: Type.String({ examples: ['key_1a2b3c4d5e6f'] }),
    name: Type.String(),
    hint: Type.String({ description: 'First and last characters of the key', examples: ['twl_3kd9…Wq0Z'] }),
    scopes: Nullable(Type.Array(OneOf(SCOPES), { description: 'null: full access' })),
    projectId: Nullable(Type.String()),
    expiresAt: Nullable(Timestamp),
    lastUsedAt: Nullable(Timestamp),
    createdAt: Timestamp,
  },
  { title: 'ApiKey' },
);
export type ApiKey = Static<typeof ApiKey>;

export const ApiKeyList = Type.Object({
  apiKeys: Type.Array(ApiKey),
  nextCursor: Nullable(Type.String()),
});

export const CreatedApiKey = Type.Object(
  { ...ApiKey.properties, apiKey: Type.String({ description: 'The key itself. It is shown only once.' }) },
  { title: 'CreatedApiKey' },
);

export const NewApiKey = closed({
  name: Label(100),
  scopes: Type.Optional(Scopes),
  projectId: Type.Optional(Nullable(Type.String({ maxLength: 64 }))),
  expiresAt: Type.Optional(Nullable(Timestamp)),
});
export type NewApiKey = Static<typeof NewApiKey>;

export const KeyRotation = closed({
  graceHours: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 1,
        maximum: 2_160,
        description:
          'After so many hours the old key stops working. Without it, the old key works until it is revoked.',
      }),
    ),
  ),
});
export type KeyRotation = Static<typeof KeyRotation>;

export const ApiKeyParams = Type.Object({ id: Type.String() });

export const RevokeQuery = closed({
  withChildren: Type.Optional(
    Type.Boolean({
      description: 'Also revoke all keys made with it, directly or indirectly',
    }),
  ),
});
