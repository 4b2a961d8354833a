import type { Context } from '#core/context';
import type { ScoreDraft } from '#features/scores';
import type { SampleDataTable } from '#metadata';
import type { StoredRecord } from '#records';
import { sampleRecords } from './generate/generate.ts';
import { sampleScores } from './generate/scores.ts';

const DAYS = 7;

export type SamplePlace = Pick<SampleDataTable, 'project_id' | 'project_number' | 'created_at'>;

const orderOf = ({ project_number, created_at }: SamplePlace) => ({
  seed: project_number,
  nowMs: created_at,
  prefix: `sample-${project_number}`,
});

/** Deterministic for a row: the ids count up from its number. */
export const recordsOf = ({ account }: Pick<Context, 'account'>, place: SamplePlace): StoredRecord[] =>
  sampleRecords({ ...orderOf(place), days: Math.min(DAYS, account.retentionDays) });

export const scoresOf = (place: SamplePlace, records: readonly StoredRecord[]): ScoreDraft[] =>
  sampleScores(orderOf(place), records);
