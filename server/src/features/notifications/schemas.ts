import { Type, type Static } from 'typebox';
import { closed, Email, Nullable, OneOf, Timestamp } from '#lib/schema';
import { DeliveryFigureValues } from './sentences.ts';

export const CHANNEL_KINDS = ['email', 'slack', 'webhook', 'discord', 'teams', 'pagerduty'] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/** What webhooks can subscribe to. */
export const WEBHOOK_EVENTS = [
  'alert.fired',
  'alert.acknowledged',
  'eval_run.completed',
  'prompt.deployed',
  'guardian.finding',
  'gate.approval_requested',
  'gate.approval_decided',
  'quota.threshold',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

// Nothing but text here: what a URL may be is said by the channel's check, which knows the operator's networks.
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
    'Signs every message (Standard Webhooks). `whsec_` and base64 stand for those bytes, anything else for itself',
});

const ByUrl = closed({ url: TargetUrl });

export const ChannelTargets = closed(
  {
    email: Type.Optional(
      closed({
        to: Type.Optional(
          Type.Array(Email, { minItems: 1, maxItems: 20, description: 'Unless given, the owners' }),
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
          description: 'Of an Events API v2 integration',
        }),
        region: Type.Optional(OneOf(['us', 'eu'], 'Where the PagerDuty account lives; `us` unless given')),
      }),
    ),
  },
  { description: 'Where each channel goes; URLs and secrets are masked when read' },
);
export type ChannelTargets = Static<typeof ChannelTargets>;

export type TargetOf<K extends ChannelKind> = NonNullable<ChannelTargets[K]>;

const Attempt = Type.Object({
  at: Timestamp,
  status: Nullable(Type.Integer({ description: 'Of the HTTP answer' })),
  error: Nullable(Type.String({ description: 'Null: it has arrived' })),
  code: Nullable(Type.String({ description: 'Machine-readable: what `error` says' })),
  values: DeliveryFigureValues,
  durationMs: Type.Integer(),
});
/** As it is stored; code and values are read out of the sentence. */
export type Attempt = Omit<Static<typeof Attempt>, 'code' | 'values'>;

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

const delivery = {
  id: Type.String({ examples: ['dlv_1a2b3c4d5e6f'] }),
  event: Type.String({ examples: ['alert.fired'] }),
  status: OneOf(DELIVERY_STATUSES),
  attempts: Type.Array(Attempt),
  createdAt: Timestamp,
};

export const Delivery = Type.Object(delivery, { title: 'Delivery' });
export type Delivery = Static<typeof Delivery>;

/** Of an alert: it may have gone out by several channels. */
export const AlertDelivery = Type.Object(
  { ...delivery, channel: OneOf(CHANNEL_KINDS) },
  { title: 'AlertDelivery' },
);
export type AlertDelivery = Static<typeof AlertDelivery>;

export const AlertDeliveryList = Type.Object({
  deliveries: Type.Array(AlertDelivery),
  nextCursor: Nullable(Type.String()),
});
