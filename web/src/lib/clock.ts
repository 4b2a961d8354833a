// Times with 24 or 12 hours, in the whole dashboard.
import { stored, useStored } from './stored.ts';

export const CLOCKS = ['24', '12'] as const;
type Clock = (typeof CLOCKS)[number];

const clock = stored<Clock>('clock', (text) => CLOCKS.find((known) => known === text) ?? '24');

export const useClock = (): [Clock, (next: Clock) => void] => [useStored(clock), clock.set];
