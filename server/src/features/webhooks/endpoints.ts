import type { Context } from '#core/context';
import { endpoint, type Endpoint } from '#core/endpoint';
import { PageQuery } from '#core/paging';
import { Delivery, redeliver } from '#services/notifications';
import { requireWebhook, requireWholeAccount } from './check.ts';
import { createWebhook } from './create.ts';
import { deleteWebhook, listDeliveries, listWebhooks, rotateSecret } from './webhooks.ts';
import { presentWebhook, shownTo } from './present.ts';
import {
  DeliveryList,
  DeliveryParams,
  NewWebhook,
  Webhook,
  WebhookChanges,
  WebhookList,
  WebhookParams,
  WebhookWithSecret,
} from './schemas.ts';
import { changeWebhook } from './update.ts';

const tag = 'webhooks';
const read = { scope: 'read', plan: 'pro' } as const;
// Admins only, because an address receives the account's events.
const write = { scope: 'write', role: 'admin', plan: 'pro' } as const;

const declared = [
  endpoint({
    id: 'listWebhooks',
    method: 'GET',
    path: '/v1/webhooks',
    tag,
    summary: 'List webhooks, oldest first',
    description:
      'Webhooks get the events of the whole account. Keys bound to a project, and requests with `X-Project-Id`, can neither see nor change them (403 `account_wide`).',
    access: read,
    project: 'account-wide',
    query: PageQuery,
    replies: { 200: WebhookList },
    handle: (ctx, { query }) => listWebhooks(ctx, query),
  }),
  endpoint({
    id: 'createWebhook',
    method: 'POST',
    path: '/v1/webhooks',
    tag,
    summary: 'Subscribe an address to events',
    description:
      'The secret that signs the messages (Standard Webhooks) is in this answer and nowhere else. An address that is not HTTPS or is a private IP address is a 400. A name that resolves to a private address fails when it is called.',
    access: write,
    project: 'account-wide',
    body: NewWebhook,
    replies: { 201: WebhookWithSecret },
    errors: [409],
    audit: 'webhook.create',
    handle: (ctx, { body }) => createWebhook(ctx, body),
  }),
  endpoint({
    id: 'getWebhook',
    method: 'GET',
    path: '/v1/webhooks/{id}',
    tag,
    summary: 'Get a webhook',
    access: read,
    project: 'account-wide',
    params: WebhookParams,
    replies: { 200: Webhook },
    handle: async (ctx, { params }) =>
      shownTo(ctx, presentWebhook(ctx, await requireWebhook(ctx, params.id))),
  }),
  endpoint({
    id: 'updateWebhook',
    method: 'PATCH',
    path: '/v1/webhooks/{id}',
    tag,
    summary: 'Change a webhook',
    description: 'Pending deliveries go to the new address. Enabling a disabled webhook resets its failures.',
    access: write,
    project: 'account-wide',
    params: WebhookParams,
    body: WebhookChanges,
    replies: { 200: Webhook },
    audit: 'webhook.update',
    handle: (ctx, { params, body }) => changeWebhook(ctx, params.id, body),
  }),
  endpoint({
    id: 'deleteWebhook',
    method: 'DELETE',
    path: '/v1/webhooks/{id}',
    tag,
    summary: 'Delete a webhook with its pending deliveries',
    access: write,
    project: 'account-wide',
    params: WebhookParams,
    replies: { 204: null },
    audit: 'webhook.delete',
    handle: (ctx, { params }) => deleteWebhook(ctx, params.id),
  }),
  endpoint({
    id: 'listWebhookDeliveries',
    method: 'GET',
    path: '/v1/webhooks/{id}/deliveries',
    tag,
    summary: 'List deliveries, newest first',
    description: 'Includes every attempt. Kept for 30 days.',
    access: read,
    project: 'account-wide',
    params: WebhookParams,
    query: PageQuery,
    replies: { 200: DeliveryList },
    handle: (ctx, { params, query }) => listDeliveries(ctx, params.id, query),
  }),
  endpoint({
    id: 'redeliver',
    method: 'POST',
    path: '/v1/webhooks/{id}/deliveries/{deliveryId}/redeliver',
    tag,
    summary: 'Send a delivery again, now',
    description: 'Sends the same body with the same id, whatever its status; retries start again.',
    access: write,
    project: 'account-wide',
    params: DeliveryParams,
    replies: { 200: Delivery },
    errors: [409],
    audit: 'webhook.redeliver',
    handle: (ctx, { params }) => redeliver(ctx, params.id, params.deliveryId),
  }),
  endpoint({
    id: 'rotateWebhookSecret',
    method: 'POST',
    path: '/v1/webhooks/{id}/rotate-secret',
    tag,
    summary: 'Rotate the secret',
    description:
      'It is in this answer and nowhere else. For 24 hours messages carry two signatures, one by each secret.',
    access: write,
    project: 'account-wide',
    params: WebhookParams,
    replies: { 200: WebhookWithSecret },
    audit: 'webhook.rotate_secret',
    handle: (ctx, { params }) => rotateSecret(ctx, params.id),
  }),
];

/** A webhook gets events of all projects, so keys bound to one project must not see it. */
const forWholeAccount = (each: Endpoint): Endpoint => ({
  ...each,
  handle: (ctx: Context, input) => {
    requireWholeAccount(ctx);
    return each.handle(ctx as never, input);
  },
});

export const webhookEndpoints = declared.map(forWholeAccount);
