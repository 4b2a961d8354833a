// Every step of the records schema, in order. Forward only: a released step never changes, a new one is added
// below it.
import { tables } from './0001-tables.ts';
import { arrivals } from './0002-arrivals.ts';
import { stagedCosts } from './0003-staged-costs.ts';
import { contentWords } from './0004-content-words.ts';
import { fingerprints } from './0005-fingerprints.ts';
import { stagedErasures } from './0006-staged-erasures.ts';
import { contentRules } from './0007-content-rules.ts';
import { unsyncedLoads } from './0008-unsynced-loads.ts';
import { packedWords } from './0009-packed-words.ts';
import { traceTimes } from './0010-trace-times.ts';
import type { Migration } from './migration.ts';

export type { Migration } from './migration.ts';

export const migrations: readonly Migration[] = [
  tables,
  arrivals,
  stagedCosts,
  contentWords,
  fingerprints,
  stagedErasures,
  contentRules,
  unsyncedLoads,
  packedWords,
  traceTimes,
];
