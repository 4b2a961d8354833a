import type { Enqueue } from '#core/jobs/job';

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

export const experimentWork = (experimentId: string, accountId: string, turn: number): Enqueue => ({
  name: EXPERIMENT_JOB,
  payload: { experimentId, accountId, turn } satisfies ExperimentWork,
  uniqueKey: experimentJobKey(experimentId, turn),
  maxAttempts: 1_000,
});
