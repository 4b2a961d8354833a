import type { Schemas } from '#api';

export type AuditEntry = Schemas['AuditEntry'];
