// Polls runs while they are in progress.
import { useGet, useGetPages } from '#api';
import type { RunData } from '../types.ts';

export const isUnderWay = ({ status }: Pick<RunData, 'status'>): boolean =>
  status === 'queued' || status === 'running';

const EVERY_MS = 1_500;
const LIST_EVERY_MS = 3_000;

export function useRun(id: number) {
  const input = { path: { id } };
  const asked = useGet('/v1/eval-runs/{id}', input);
  const live = asked.data !== undefined && isUnderWay(asked.data.run);
  // Same query key, so same cache entry: this observer only adds polling.
  useGet('/v1/eval-runs/{id}', input, { enabled: live, refetchInterval: live ? EVERY_MS : false });
  return asked;
}

export function useRuns() {
  const input = { query: { limit: 50 } };
  const asked = useGetPages('/v1/eval-runs', input);
  const live = asked.data?.pages.some(({ runs }) => runs.some(isUnderWay)) ?? false;
  useGetPages('/v1/eval-runs', input, { enabled: live, refetchInterval: live ? LIST_EVERY_MS : false });
  return asked;
}

/** The newest completed runs, for selection. */
export function useCompletedRuns() {
  const asked = useGet('/v1/eval-runs', { query: { limit: 50 } });
  return { ...asked, runs: asked.data?.runs.filter(({ status }) => status === 'completed') };
}
