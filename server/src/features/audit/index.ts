export { listAudit } from './audit.ts';
export { AuditEntry, AuditQuery } from './schemas.ts';
