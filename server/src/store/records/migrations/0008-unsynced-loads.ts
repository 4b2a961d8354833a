// No table changes. In-process, loads no longer sync their files, and log segments stay until a checkpoint
// (writer/unsynced-loads.ts). An earlier version would delete the segments at once, so this step keeps it
// from opening these tables.
import type { Migration } from './migration.ts';

export const unsyncedLoads: Migration = { version: 8, name: 'unsynced-loads', statements: [] };
