import { perProcess } from '#core/process-state';
import { SpendTracker } from './spend-tracker.ts';

export const spendTrackerOf = perProcess((services, onEnd) => {
  const gate = new SpendTracker(services);
  onEnd(() => gate.close());
  return gate;
});
