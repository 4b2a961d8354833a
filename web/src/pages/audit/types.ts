import type { Schemas } from '#api';

export type AuditEntryData = Schemas['AuditEntry'];
