// Polls experiments while they run: progress and cost each second.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { askAgain, useGet, useGetPages, type Schemas } from '#api';

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

/** Asking again reads every page that is loaded, so a long list waits for the end. */
const LIVE_PAGES = 2;

export function useResults(id: string, sortBy: ResultOrder, live: boolean) {
  const input = { path: { id }, query: { limit: 200, sortBy } };
  const asked = useGetPages('/v1/experiments/{id}/results', input, { keepPrevious: true });
  const again = live && (asked.data?.pages.length ?? 0) <= LIVE_PAGES;
  useGetPages('/v1/experiments/{id}/results', input, {
    enabled: again,
    refetchInterval: again ? BOARD_EVERY_MS : false,
  });
  return asked;
}

/** What was asked shortly before the end is not the end. */
export function useLastAnswers(live: boolean): void {
  const client = useQueryClient();
  const wasLive = useRef(live);
  useEffect(() => {
    if (wasLive.current && !live) void askAgain(client, EXPERIMENTS);
    wasLive.current = live;
  }, [client, live]);
}
