import type { Services } from '#core/context';
import { waitersOf } from './approvals/waiters.ts';
import { gateOf } from './spend/gate-of.ts';

export interface GateLifecycle {
  start(): void;
  /** Whoever waits for an approval is answered, so that the process need not wait for them. */
  endWaits(): void;
  /** Writes what was counted. */
  close(): Promise<void>;
}

export const openGate = (services: Services): GateLifecycle => {
  const gate = gateOf(services);
  return {
    start: () => gate.start(),
    endWaits: () => waitersOf(services).end(),
    close: () => gate.close(),
  };
};
