import { Type } from 'typebox';
import { Nullable } from '#lib/schema';
import { verifyAudit } from '#core/change/audit';
import { endpoint } from '#core/endpoint';
import { listAudit, auditHead, exportedHead } from './audit.ts';
import { AuditCheck, AuditEntry, AuditHead, AuditQuery, AuditVerifyQuery } from './schemas.ts';

const tag = 'audit';

export const auditEndpoints = [
  endpoint({
    id: 'listAudit',
    method: 'GET',
    path: '/v1/audit',
    tag,
    summary: 'List audit entries, newest first',
    access: { scope: 'read', role: 'admin', fullKey: true },
    project: 'account-wide',
    query: AuditQuery,
    replies: { 200: Type.Object({ entries: Type.Array(AuditEntry), nextCursor: Nullable(Type.String()) }) },
    handle: (ctx, { query }) => listAudit(ctx.db, ctx.account.id, query),
  }),
  endpoint({
    id: 'verifyAudit',
    method: 'GET',
    path: '/v1/audit/verify',
    tag,
    summary: 'Check the audit chain',
    description:
      'Recomputes every hash of the chain and reports where it breaks. With `entries` and `hash` of an earlier head, it also checks that the chain still contains it.',
    access: { scope: 'read', role: 'admin', fullKey: true },
    project: 'account-wide',
    query: AuditVerifyQuery,
    replies: { 200: AuditCheck },
    handle: async (ctx, { query }) =>
      verifyAudit(ctx.db, await ctx.auditHash(), ctx.account.id, exportedHead(query)),
  }),
  endpoint({
    id: 'getAuditHead',
    method: 'GET',
    path: '/v1/audit/head',
    tag,
    summary: 'Get the head of the audit chain',
    description:
      'Keep a copy outside this service and send it to `/v1/audit/verify` later: it proves that nothing before it was changed or removed.',
    access: { scope: 'read', role: 'admin', fullKey: true },
    project: 'account-wide',
    replies: { 200: AuditHead },
    handle: (ctx) => auditHead(ctx),
  }),
];
