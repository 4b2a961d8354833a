import { Type, type Static } from 'typebox';
import { closed, Label, Nullable, OneOf, Timestamp } from '#lib/schema';
import { Delivery, TargetUrl, WEBHOOK_EVENTS } from '#services/notifications';

const Events = Type.Array(OneOf(WEBHOOK_EVENTS), { minItems: 1, maxItems: 50 });
const Description = Nullable(Label(200));

const webhook = {
  id: Type.String({ examples: ['whk_1a2b3c4d5e6f'] }),
  url: Type.String({ examples: ['https://hooks.example.com/tracewell'] }),
  events: Type.Array(OneOf(WEBHOOK_EVENTS)),
  enabled: Type.Boolean(),
  description: Nullable(Type.String()),
  createdAt: Timestamp,
  updatedAt: Timestamp,
};

export const Webhook = Type.Object(webhook, { title: 'Webhook' });
export type Webhook = Static<typeof Webhook>;

export const WebhookWithSecret = Type.Object(
  { ...webhook, secret: Type.String({ description: 'Shown only once', examples: ['whsec_…'] }) },
  { title: 'WebhookWithSecret' },
);
export type WebhookWithSecret = Static<typeof WebhookWithSecret>;

export const NewWebhook = closed(
  {
    url: TargetUrl,
    events: Events,
    description: Type.Optional(Description),
    enabled: Type.Optional(Type.Boolean({ description: '`true` unless given' })),
  },
  { title: 'NewWebhook' },
);
export type NewWebhook = Static<typeof NewWebhook>;

export const WebhookChanges = closed(
  {
    url: Type.Optional(TargetUrl),
    events: Type.Optional(Events),
    description: Type.Optional(Description),
    enabled: Type.Optional(Type.Boolean()),
  },
  { title: 'WebhookChanges' },
);
export type WebhookChanges = Static<typeof WebhookChanges>;

export const WebhookList = Type.Object({
  webhooks: Type.Array(Webhook),
  nextCursor: Nullable(Type.String()),
});

export const DeliveryList = Type.Object({
  deliveries: Type.Array(Delivery),
  nextCursor: Nullable(Type.String()),
});

export const WebhookParams = Type.Object({ id: Type.String() });
export const DeliveryParams = Type.Object({ id: Type.String(), deliveryId: Type.String() });
