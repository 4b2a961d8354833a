import type { Context } from '#core/context';
import type { SampleDataTable } from '#metadata';
import type { StoredRecord } from '#records';
import { sampleRecords } from './generate/generate.ts';

const DAYS = 7;

export type SamplePlace = Pick<SampleDataTable, 'project_id' | 'project_number' | 'created_at'>;

/** Deterministic for a row: the ids count up from its number. */
export const recordsOf = (
  { account }: Pick<Context, 'account'>,
  { project_number, created_at }: SamplePlace,
): StoredRecord[] =>
  sampleRecords({
    seed: project_number,
    nowMs: created_at,
    days: Math.min(DAYS, account.retentionDays),
    prefix: `sample-${project_number}`,
  });
