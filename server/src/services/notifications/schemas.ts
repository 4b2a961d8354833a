import { Type, type Static } from 'typebox';
import { closed, Email, Nullable, OneOf, Timestamp } from '#lib/schema';
import { DeliveryFigureValues } from './sentences.ts';

export const CHANNEL_KINDS = ['email', 'slack', 'webhook', 'discord', 'teams', 'pagerduty'] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/** Events that webhooks can subscribe to. */
export const WEBHOOK_EVENTS = [
  'alert.fired',
  'alert.acknowledged',
  'eval_run.completed',
  'prompt.deployed',
  'guardian.finding',
  'gate.approval_requested',
  'gate.approval_decided',
  'quota.threshold',
  'comment.created',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

// Only a string here: the channel validates the URL, because it knows the operator's networks.
export const TargetUrl = Type.String({
  minLength: 1,
  maxLength: 2_048,
  description: 'HTTPS, to a public address',
  examples: ['https://hooks.example.com/tracewell'],
});

export const SigningSecret = Type.String({
  minLength: 1,
  maxLength: 200,
  description:
    'Signs every message (Standard Webhooks). `whsec_` plus base64 is decoded; any other text is used as is',
});

const ByUrl = closed({ url: TargetUrl });

export const ChannelTargets = closed(
  {
    email: Type.Optional(
      closed({
        to: Type.Optional(
          Type.Array(Email, { minItems: 1, maxItems: 20, description: 'Defaults to the owners' }),
        ),
      }),
    ),
    slack: Type.Optional(ByUrl),
    webhook: Type.Optional(closed({ url: TargetUrl, secret: Type.Optional(SigningSecret) })),
    discord: Type.Optional(ByUrl),
    teams: Type.Optional(ByUrl),
    pagerduty: Type.Optional(
      closed({
        routingKey: Type.String({
          minLength: 1,
          maxLength: 100,
          description: 'Integration key of an Events API v2 integration',
        }),
        region: Type.Optional(OneOf(['us', 'eu'], 'Region of the PagerDuty account; `us` by default')),
      }),
    ),
  },
  { description: 'The target of each channel; URLs and secrets are masked when read' },
);
export type ChannelTargets = Static<typeof ChannelTargets>;

export type TargetOf<K extends ChannelKind> = NonNullable<ChannelTargets[K]>;

const Attempt = Type.Object({
  at: Timestamp,
  status: Nullable(Type.Integer({ description: 'HTTP status of the answer' })),
  error: Nullable(Type.String({ description: 'Null if it was delivered' })),
  code: Nullable(Type.String({ description: 'Machine-readable form of `error`' })),
  values: DeliveryFigureValues,
  durationMs: Type.Integer(),
});
export type Attempt = Static<typeof Attempt>;

const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;

const delivery = {
  id: Type.String({ examples: ['dlv_1a2b3c4d5e6f'] }),
  event: Type.String({ examples: ['alert.fired'] }),
  status: OneOf(DELIVERY_STATUSES),
  attempts: Type.Array(Attempt),
  createdAt: Timestamp,
};

export const Delivery = Type.Object(delivery, { title: 'Delivery' });
export type Delivery = Static<typeof Delivery>;

/** A delivery of an alert, which may use several channels. */
export const AlertDelivery = Type.Object(
  { ...delivery, channel: OneOf(CHANNEL_KINDS) },
  { title: 'AlertDelivery' },
);
export type AlertDelivery = Static<typeof AlertDelivery>;

export const AlertDeliveryList = Type.Object({
  deliveries: Type.Array(AlertDelivery),
  nextCursor: Nullable(Type.String()),
});
