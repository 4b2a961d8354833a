// Outgoing messages: the six alert channels and webhook events. Callers queue a message inside their own
// transaction, and from then on a crash does not lose it.
export { isMasked, maskSecret, maskUrl } from './channels/mask.ts';
export { checkTargets, maskTargets, readTargets, sealTargets } from './channels/targets.ts';
export { ERASED_GROUP, eraseFromMessages } from './erase-group.ts';
export { listAlertDeliveries, listWebhookDeliveries } from './list.ts';
export { dashboardUrl, type AlertFiring, type AlertGroup } from './message.ts';
export { outboundOf } from './outbound.ts';
export { checkUrlField } from './channels/post.ts';
export { mentionNotices } from './mention-notice.ts';
export { queueDeliveries, queueWebhookEvent } from './queue.ts';
export {
  queueAlertDeliveries,
  reachable,
  RESOLVING,
  type AlertIncident,
  type AlertOrder,
} from './queue-alerts.ts';
export { redeliver } from './redeliver.ts';
export { resealTargets } from './reseal.ts';
export {
  AlertDeliveryList,
  CHANNEL_KINDS,
  ChannelTargets,
  Delivery,
  TargetUrl,
  WEBHOOK_EVENTS,
  type ChannelKind,
  type WebhookEvent,
} from './schemas.ts';
export { deleteDeliveriesOf, forgetDeliveries, keepResolves } from './store.ts';
export { newSubscription, openSubscription, rotated, sealSubscription } from './subscription.ts';
export {
  limitTests,
  sendTestMessage,
  sendTestWebhook,
  TestWebhook,
  TestWebhookResult,
} from './test-message.ts';
