export { listAudit } from './list.ts';
export { AuditEntry, AuditQuery } from './schemas.ts';
