import { Type } from 'typebox';
import { Nullable } from '#lib/schema';
import { verifyAudit } from '#core/audit';
import { endpoint } from '#core/endpoint';
import { listAudit } from './list.ts';
import { AuditCheck, AuditEntry, AuditQuery } from './schemas.ts';

const tag = 'audit';

export const auditEndpoints = [
  endpoint({
    id: 'listAudit',
    method: 'GET',
    path: '/v1/audit',
    tag,
    summary: 'List audit entries, newest first',
    access: { scope: 'read', role: 'admin', fullKey: true },
    query: AuditQuery,
    replies: { 200: Type.Object({ entries: Type.Array(AuditEntry), nextCursor: Nullable(Type.String()) }) },
    handle: (ctx, { query }) => listAudit(ctx, query),
  }),
  endpoint({
    id: 'verifyAudit',
    method: 'GET',
    path: '/v1/audit/verify',
    tag,
    summary: 'Check the audit chain',
    description: 'Recomputes every hash of the chain and says where it breaks, if it does.',
    access: { scope: 'read', role: 'admin', fullKey: true },
    replies: { 200: AuditCheck },
    handle: (ctx) => verifyAudit(ctx.db, ctx.account.id),
  }),
];
