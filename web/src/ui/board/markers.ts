// What happened in the window: prompts that were deployed, alerts that fired. Charts mark it on their axis.
import { useMemo } from 'react';
import { useGet, type Schemas } from '#api';
import { useTexts } from '#i18n';
import type { WindowStep } from '#lib/time-window';
import type { Marker } from '../charts/types.ts';
import type { Scope } from './scope.ts';
import { boardTexts } from './texts.ts';

type Deployment = Schemas['PromptDeploymentEntry'];
type Firing = Schemas['AlertEvent'];

const stepAt = (steps: readonly WindowStep[], time: string): number =>
  steps.findIndex(({ startTime, endTime }) => {
    const at = Date.parse(time);
    return Date.parse(startTime) <= at && at < Date.parse(endTime);
  });

/** More lines than these would hide the chart. The newest are kept. */
const MAX_MARKERS = 12;

interface Words {
  deployed: (prompt: string, version: string, label: string) => string;
  rolledBack: (prompt: string, version: string, label: string) => string;
  alertFired: (name: string) => string;
}

/** At most one marker with the same text at a point. Both lists have the newest first. */
export function markersOf(
  steps: readonly WindowStep[],
  deployments: readonly Deployment[],
  firings: readonly Firing[],
  words: Words,
): Marker[] {
  const found = [
    ...deployments.map(({ action, name, version, label, deployedAt }) => ({
      time: deployedAt,
      kind: 'deployment' as const,
      text: (action === 'rollback' ? words.rolledBack : words.deployed)(name, version, label),
    })),
    ...firings.map(({ alertName, triggeredAt }) => ({
      time: triggeredAt,
      kind: 'alert' as const,
      text: words.alertFired(alertName),
    })),
  ]
    .toSorted((a, b) => (a.time < b.time ? 1 : -1))
    .map(({ time, kind, text }) => ({ at: stepAt(steps, time), kind, text }))
    .filter(({ at }) => at >= 0);
  const distinct = new Map(found.map((marker) => [`${marker.at} ${marker.text}`, marker]));
  return [...distinct.values()].slice(0, MAX_MARKERS);
}

const OPTIONS = { staleTime: 60_000 };

export function useMarkers({ steps }: Scope): readonly Marker[] {
  const texts = useTexts(boardTexts);
  const deployments = useGet('/v1/prompts/deployments/history', { query: { limit: 50 } }, OPTIONS);
  const firings = useGet('/v1/alerts/events', { query: { limit: 50 } }, OPTIONS);
  return useMemo(
    () => markersOf(steps, deployments.data?.entries ?? [], firings.data?.events ?? [], texts),
    [steps, deployments.data, firings.data, texts],
  );
}
