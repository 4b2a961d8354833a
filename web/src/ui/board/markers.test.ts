import { afterAll, expect, it, vi } from 'vitest';

// The texts import the language module, which listens for changes in other tabs.
vi.stubGlobal('window', new EventTarget());
const { boardTexts } = await import('./texts.ts');
const { markersOf } = await import('./markers.ts');
afterAll(() => void vi.unstubAllGlobals());

const step = (hour: number) => ({
  key: String(hour),
  startTime: new Date(Date.UTC(2026, 10, 15, hour)).toISOString(),
  endTime: new Date(Date.UTC(2026, 10, 15, hour + 1)).toISOString(),
});
const steps = [step(0), step(1), step(2)];

const deployment = (deployedAt: string, action: 'deploy' | 'rollback' = 'deploy') => ({
  id: 1,
  name: 'greeting',
  label: 'production',
  action,
  promptId: 1,
  version: '2',
  fromPromptId: null,
  fromVersion: null,
  comment: null,
  deployedAt,
  deployedBy: 'key',
});
const firing = (triggeredAt: string) => ({
  id: 1,
  alertId: 1,
  alertName: 'Errors',
  alertType: 'error_rate' as const,
  triggeredAt,
  observedValue: 1,
  thresholdValue: 1,
  windowMinutes: 5,
  unpriced: null,
  of: 'calls' as const,
  percentile: null,
  group: null,
  channelsSent: [],
  acknowledgedAt: null,
  acknowledgedBy: null,
});

it('marks the step in which something happened, and nothing outside of the window', () => {
  expect(
    markersOf(
      steps,
      [deployment('2026-11-15T01:59:59.999Z', 'rollback'), deployment('2026-11-14T23:59:59.999Z')],
      [
        firing('2026-11-15T02:00:00.000Z'),
        firing('2026-11-15T02:30:00.000Z'),
        firing('2026-11-15T03:00:00.000Z'),
      ],
      boardTexts.en,
    ),
  ).toEqual([
    { at: 2, kind: 'alert', text: 'Alert: Errors' },
    { at: 1, kind: 'deployment', text: 'greeting: production rolled back to version 2' },
  ]);
});
