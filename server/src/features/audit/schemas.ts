import { Type, type Static } from 'typebox';
import { PageQuery } from '#core/paging';
import { Id, Nullable, Timestamp } from '#lib/schema';

export const AuditEntry = Type.Object(
  {
    id: Type.Integer({ description: 'Number in the account’s chain, without gaps' }),
    action: Type.String({ examples: ['project.create'] }),
    actorType: Type.String({ description: 'user, key, operator or system' }),
    actorId: Type.String(),
    targetType: Type.String(),
    targetId: Type.String(),
    metadata: Type.Record(Type.String(), Type.Unknown()),
    ip: Nullable(Type.String()),
    createdAt: Timestamp,
  },
  { title: 'AuditEntry' },
);

export const AuditQuery = Type.Object({
  action: Type.Optional(Type.String({ maxLength: 100 })),
  actor: Type.Optional(Type.String({ maxLength: 100, description: 'Id of the key or user' })),
  from: Type.Optional(Timestamp),
  to: Type.Optional(Timestamp),
  ...PageQuery.properties,
});
export type AuditQuery = Static<typeof AuditQuery>;

export const AuditCheck = Type.Object(
  { valid: Type.Boolean(), entries: Type.Integer(), firstInvalidId: Nullable(Type.Integer()) },
  { title: 'AuditCheck' },
);

export const AuditVerifyQuery = Type.Object({
  entries: Type.Optional(Id),
  hash: Type.Optional(Type.String({ maxLength: 128 })),
});
export type AuditVerifyQuery = Static<typeof AuditVerifyQuery>;

export const AuditHead = Type.Object(
  {
    accountId: Type.String(),
    entries: Type.Integer({ description: 'Number of the newest entry' }),
    hash: Type.String({ description: 'Keyed hash of that entry and all entries before it' }),
    takenAt: Timestamp,
  },
  { title: 'AuditHead' },
);
export type AuditHead = Static<typeof AuditHead>;
