import { Type } from 'typebox';
import { endpoint } from '#core/endpoint';
import { PageQuery } from '#core/paging';
import { Timestamp } from '#lib/schema';
import {
  AlertDeliveryList,
  listAlertDeliveries,
  sendTestWebhook,
  TestWebhook,
  TestWebhookResult,
} from '#services/notifications';
import { createAlert } from './create.ts';
import { deleteAlert } from './delete.ts';
import { acknowledgeEvent } from './events/acknowledge.ts';
import { listEvents } from './events/list.ts';
import { requireEvent } from './events/require-event.ts';
import { listAlerts, showAlert } from './list.ts';
import { previewAlert } from './preview/preview.ts';
import {
  Acknowledged,
  Acknowledgement,
  Alert,
  AlertChanges,
  AlertEvent,
  AlertParams,
  AlertsQuery,
  AlertTemplate,
  EventParams,
  EventsQuery,
  NewAlert,
  Preview,
  PreviewInput,
  Silence,
} from './schemas.ts';
import { endSilence, silenceAlert } from './silence.ts';
import { TEMPLATES } from './templates.ts';
import { updateAlert } from './update.ts';

const tag = 'alerts';

export const alertEndpoints = [
  endpoint({
    id: 'listAlerts',
    method: 'GET',
    path: '/v1/alerts',
    tag,
    summary: 'List alerts',
    description:
      'Oldest first, with addresses and secrets masked. The header `X-Next-Cursor` holds the cursor of the next page.',
    access: { scope: 'read' },
    project: 'scoped',
    query: AlertsQuery,
    replies: { 200: Type.Array(Alert) },
    handle: (ctx, { query }) => listAlerts(ctx, query),
  }),
  endpoint({
    id: 'createAlert',
    method: 'POST',
    path: '/v1/alerts',
    tag,
    summary: 'Create an alert',
    description:
      'With `templateKey`, missing fields are taken from the template. Free allows at most 3 alerts, the channel `email`, and no anomaly or score alerts (403 `plan_required`). An unknown criterion is a 404.',
    access: { scope: 'write' },
    project: 'scoped',
    body: NewAlert,
    replies: { 201: Type.Object({ id: Type.Integer() }) },
    errors: [404],
    audit: 'alert.create',
    handle: (ctx, { body }) => createAlert(ctx, body),
  }),
  endpoint({
    id: 'listAlertEvents',
    method: 'GET',
    path: '/v1/alerts/events',
    tag,
    summary: 'Firings, newest first',
    description:
      'For the next page, send `triggeredAt` and `id` of the last event as `beforeTriggeredAt` and `beforeId`. One without the other is a 400.',
    access: { scope: 'read' },
    project: 'scoped',
    query: EventsQuery,
    replies: { 200: Type.Object({ events: Type.Array(AlertEvent) }) },
    handle: (ctx, { query }) => listEvents(ctx, query),
  }),
  endpoint({
    id: 'listAlertTemplates',
    method: 'GET',
    path: '/v1/alerts/templates',
    tag,
    summary: 'Alert templates',
    description: 'To create an alert from a template, send its key as `templateKey` to `POST /v1/alerts`.',
    access: { scope: 'read' },
    project: 'scoped',
    replies: { 200: Type.Array(AlertTemplate) },
    handle: () => TEMPLATES,
  }),
  endpoint({
    id: 'testAlertWebhook',
    method: 'POST',
    path: '/v1/alerts/test-webhook',
    tag,
    summary: 'Send a test message to a webhook',
    description:
      'HTTPS and public addresses only (400). Delivered when the target answers 2xx within 5 seconds. At most 5 per minute.',
    access: { scope: 'write', plan: 'pro' },
    project: 'scoped',
    body: TestWebhook,
    replies: { 200: TestWebhookResult },
    errors: [429],
    unaudited: 'It sends a message and stores nothing.',
    handle: (ctx, { body }) => sendTestWebhook(ctx, body),
  }),
  endpoint({
    id: 'previewAlert',
    method: 'POST',
    path: '/v1/alerts/preview',
    tag,
    summary: 'What a rule would have done in the last 14 days',
    description:
      'Uses the same decisions as the evaluation every minute and ignores silences. Takes `alertType`, `thresholdValue` and `windowMinutes`, or a `templateKey`.',
    access: { scope: 'read' },
    project: 'scoped',
    body: PreviewInput,
    replies: { 200: Preview },
    errors: [403, 404],
    unaudited: 'It only reads.',
    handle: (ctx, { body }) => previewAlert(ctx, body),
  }),
  endpoint({
    id: 'getAlert',
    method: 'GET',
    path: '/v1/alerts/{id}',
    tag,
    summary: 'Get an alert, with its latest 20 firings',
    access: { scope: 'read' },
    project: 'scoped',
    params: AlertParams,
    replies: { 200: Type.Object({ alert: Alert, events: Type.Array(AlertEvent) }) },
    handle: (ctx, { params }) => showAlert(ctx, params.id),
  }),
  endpoint({
    id: 'updateAlert',
    method: 'PATCH',
    path: '/v1/alerts/{id}',
    tag,
    summary: 'Change an alert',
    description:
      'Fields that are not sent keep their value. Targets are replaced channel by channel; a target that is sent back masked, as it was read, is kept. The type and the criterion cannot be changed (400).',
    access: { scope: 'write' },
    project: 'scoped',
    params: AlertParams,
    body: AlertChanges,
    replies: { 200: Type.Object({ updated: Type.Literal(true) }) },
    audit: 'alert.update',
    handle: (ctx, { params, body }) => updateAlert(ctx, params.id, body),
  }),
  endpoint({
    id: 'deleteAlert',
    method: 'DELETE',
    path: '/v1/alerts/{id}',
    tag,
    summary: 'Delete an alert with its firings',
    access: { scope: 'write' },
    project: 'scoped',
    params: AlertParams,
    replies: { 200: Type.Object({ deleted: Type.Literal(true) }) },
    audit: 'alert.delete',
    handle: (ctx, { params }) => deleteAlert(ctx, params.id),
  }),
  endpoint({
    id: 'silenceAlert',
    method: 'POST',
    path: '/v1/alerts/{id}/silence',
    tag,
    summary: 'Silence an alert',
    description:
      'Until a given time, or forever if `until` is missing or null (shown as `9999-12-31T23:59:59.999Z`). A silenced alert is still evaluated but does not fire. If its condition holds when the silence ends, it fires then.',
    access: { scope: 'write' },
    project: 'scoped',
    params: AlertParams,
    body: Silence,
    bodyOptional: true,
    replies: { 200: Type.Object({ silencedUntil: Timestamp }) },
    audit: 'alert.silence',
    handle: (ctx, { params, body }) => silenceAlert(ctx, params.id, body),
  }),
  endpoint({
    id: 'unsilenceAlert',
    method: 'DELETE',
    path: '/v1/alerts/{id}/silence',
    tag,
    summary: 'End a silence',
    access: { scope: 'write' },
    project: 'scoped',
    params: AlertParams,
    replies: { 200: Type.Object({ silencedUntil: Type.Null() }) },
    audit: 'alert.unsilence',
    handle: (ctx, { params }) => endSilence(ctx, params.id),
  }),
  endpoint({
    id: 'acknowledgeAlertEvent',
    method: 'POST',
    path: '/v1/alerts/events/{eventId}/acknowledge',
    tag,
    summary: 'Acknowledge a firing',
    description:
      'The first acknowledgement counts. Later requests get the same answer with `alreadyAcknowledged` true. `source` goes into the audit log and to webhooks.',
    access: { scope: 'write' },
    project: 'scoped',
    params: EventParams,
    body: Acknowledgement,
    bodyOptional: true,
    replies: { 200: Acknowledged },
    audit: 'alert_event.acknowledge',
    handle: (ctx, { params, body }) => acknowledgeEvent(ctx, params.eventId, body.source),
  }),
  endpoint({
    id: 'listAlertEventDeliveries',
    method: 'GET',
    path: '/v1/alerts/events/{eventId}/deliveries',
    tag,
    summary: 'Deliveries of a firing',
    access: { scope: 'read' },
    project: 'scoped',
    params: EventParams,
    query: PageQuery,
    replies: { 200: AlertDeliveryList },
    handle: async (ctx, { params, query }) => {
      const { id } = await requireEvent(ctx, ctx.db, params.eventId);
      return listAlertDeliveries(ctx.db, ctx.account.id, id, query);
    },
  }),
];
