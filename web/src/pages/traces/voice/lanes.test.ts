import { expect, it } from 'vitest';
import { lanesOf } from './lanes.ts';

const turn = (
  who: 'user' | 'agent',
  from: number,
  durationMs: number | null,
  firstSoundMs: number | null = null,
) => ({
  id: `${who} ${from}`,
  who,
  startTime: new Date(Date.UTC(2026, 10, 15) + from).toISOString(),
  durationMs,
  text: null,
  firstSoundMs,
  stages: null,
  interrupted: false,
  interruptedBy: null,
});

it('turns are at their place in the call, and the wait for a sound is before the answer', () => {
  const { totalMs, bars } = lanesOf([turn('user', 500, 1_000), turn('agent', 2_500, 3_000, 1_000)]);
  expect(totalMs).toBe(5_000);
  expect(bars.map(({ left, width, wait }) => [left, width, wait])).toEqual([
    [0, 20, null],
    [40, 60, { left: 20, width: 20 }],
  ]);
});

it('a wait does not begin before the call, and a call without length has a place', () => {
  expect(lanesOf([turn('agent', 0, 0, 700)]).bars).toMatchObject([{ left: 0, width: 0, wait: null }]);
});

it('a turn without a known end lasts until the next one', () => {
  const { bars } = lanesOf([turn('agent', 0, null), turn('user', 3_000, 1_000), turn('agent', 4_000, null)]);
  expect(bars.map(({ left, width, isOpen }) => [left, width, isOpen])).toEqual([
    [0, 75, true],
    [75, 25, false],
    [100, 0, true],
  ]);
});
