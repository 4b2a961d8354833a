import type { Writer } from '#metadata';
import { TARGETS_PURPOSE } from './channels/targets.ts';
import { targetPurpose } from './delivery-target.ts';
import {
  selectSealedAlerts,
  selectSealedDeliveries,
  selectSealedWebhooks,
  updateDelivery,
  updateSealedAlert,
  updateSealedWebhook,
} from './store.ts';
import { subscriptionPurpose } from './subscription.ts';

/** Used when the master key changes. */
export async function resealTargets(
  db: Writer,
  reseal: (sealed: string, purpose: string) => string,
): Promise<void> {
  for (const { id, target } of await selectSealedDeliveries(db)) {
    if (target !== null) await updateDelivery(db, id, { target: reseal(target, targetPurpose(id)) });
  }
  for (const { id, channel_targets: targets } of await selectSealedAlerts(db)) {
    await updateSealedAlert(db, id, reseal(targets, TARGETS_PURPOSE));
  }
  for (const { id, target } of await selectSealedWebhooks(db)) {
    await updateSealedWebhook(db, id, reseal(target, subscriptionPurpose(id)));
  }
}
