// No table changes. In-process, loads no longer sync what they write, and the segments of the log stay until a checkpoint
// (writer/unsynced-loads.ts). An earlier version would delete them at once, so this keeps it from starting on these tables.
import type { Migration } from './migration.ts';

export const unsyncedLoads: Migration = { version: 8, name: 'unsynced-loads', statements: [] };
