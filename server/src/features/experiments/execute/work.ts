import type { Enqueue } from '#core/jobs/job';
import { sliceJob } from '#core/jobs/sliced-work';

/** Why a person has to look before an experiment can go on. */
export interface ExperimentStop {
  reason: string;
  message: string;
}

export const EXPERIMENT_JOB = 'experiment';

export interface ExperimentWork {
  experimentId: string;
  accountId: string;
  turn: number;
}

export const experimentJobKey = (experimentId: string, turn: number): string =>
  `${EXPERIMENT_JOB}:${experimentId}:${turn}`;

export const experimentWork = (experimentId: string, accountId: string, turn: number): Enqueue =>
  sliceJob(EXPERIMENT_JOB, experimentJobKey(experimentId, turn), {
    experimentId,
    accountId,
    turn,
  } satisfies ExperimentWork);
