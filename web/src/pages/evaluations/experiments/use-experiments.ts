// Polls experiments while they run: progress and cost each second.
import { useGet, useGetPages, type Schemas } from '#api';

export type ExperimentData = Schemas['Experiment'];
export type ExperimentRowData = Schemas['ExperimentRow'];
export type LeaderboardData = Schemas['ExperimentLeaderboard'];
export type ResultOrder = 'position' | 'disagreement' | 'score' | 'cost' | 'latency';

export const EXPERIMENTS = '/v1/experiments';
const EVERY_MS = 1_000;
/** The ranking reads all cells. */
const BOARD_EVERY_MS = 5_000;

export const isExperimentOpen = ({ status }: Pick<ExperimentData, 'status'>): boolean =>
  status === 'queued' || status === 'running';

export function useExperiment(id: string) {
  const input = { path: { id } };
  const asked = useGet('/v1/experiments/{id}', input);
  const live = asked.data !== undefined && isExperimentOpen(asked.data);
  useGet('/v1/experiments/{id}', input, { enabled: live, refetchInterval: live ? EVERY_MS : false });
  return asked;
}

export function useExperiments() {
  const input = { query: { limit: 50 } };
  const asked = useGetPages('/v1/experiments', input);
  const live = asked.data?.pages.some(({ experiments }) => experiments.some(isExperimentOpen)) ?? false;
  useGetPages('/v1/experiments', input, { enabled: live, refetchInterval: live ? EVERY_MS * 3 : false });
  return asked;
}

export const useLeaderboard = (id: string, live: boolean) =>
  useGet(
    '/v1/experiments/{id}/leaderboard',
    { path: { id } },
    { keepPrevious: true, refetchInterval: live ? BOARD_EVERY_MS : false },
  );

export const useResults = (id: string, sortBy: ResultOrder, live: boolean) =>
  useGetPages(
    '/v1/experiments/{id}/results',
    { path: { id }, query: { limit: 200, sortBy } },
    { keepPrevious: true, refetchInterval: live ? BOARD_EVERY_MS : false },
  );
