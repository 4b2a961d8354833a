import type { Context } from '#core/context';
import { createAlert } from '#features/alerts';

const DAY_MINUTES = 1_440;

/** They send nothing: the sample has no channels. The first one fires, because the last day has a problem. */
export async function makeAlerts(ctx: Context): Promise<void> {
  const common = { windowMinutes: DAY_MINUTES, channelKinds: [], enabled: true };
  await createAlert(ctx, {
    ...common,
    name: 'Sample: answers are slow',
    alertType: 'latency_degradation',
    thresholdValue: 4_000,
  });
  await createAlert(ctx, {
    ...common,
    name: 'Sample: cost of a day',
    alertType: 'cost_threshold',
    thresholdValue: 25,
  });
}
