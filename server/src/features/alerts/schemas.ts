import { Unpriced } from '#services/record-access';
import { Type, type Static } from 'typebox';
import { closed, Distinct, Id, Label, Nullable, OneOf, Timestamp } from '#lib/schema';
import { CHANNEL_KINDS, ChannelTargets } from '#services/notifications';
import { PLAN_NAMES } from '#core/access/plans';
import { MEASURED } from '#records';
import { ALERT_TYPES } from './alert-types.ts';
import { TEMPLATE_KEYS } from './templates.ts';
import { WATCHED_FIELDS, WATCHED_INPUT } from './watched.ts';

const AlertTypeName = OneOf(ALERT_TYPES);
const Kinds = Distinct(OneOf(CHANNEL_KINDS), { minItems: 1, maxItems: 6 });

const Threshold = Type.Number({
  minimum: -1e12,
  maximum: 1e12,
  description:
    'USD for cost and budget, 0 to 1 for an error rate, milliseconds for a latency, standard deviations for an anomaly; for a score 0 to 1 of the criterion’s scale, or points of the scale if above 1 or below 0; for score_below and score_above the mean of the score, or a share from 0 to 1 with scoreValue',
});
const WindowMinutes = Type.Integer({
  minimum: 1,
  maximum: 43_200,
  description: 'Up to 30 days; up to one day for latencies and anomalies',
});

export const Alert = Type.Object(
  {
    id: Id,
    name: Type.String(),
    alertType: AlertTypeName,
    thresholdValue: Threshold,
    windowMinutes: WindowMinutes,
    channelKinds: Type.Array(OneOf(CHANNEL_KINDS)),
    channelTargets: ChannelTargets,
    enabled: Type.Boolean(),
    evalCriterionId: Nullable(Id),
    scoreName: Nullable(Type.String()),
    scoreValue: Nullable(Type.String()),
    ...WATCHED_FIELDS,
    silencedUntil: Nullable(Timestamp),
    lastTriggeredAt: Nullable(Timestamp),
    lastObservedValue: Nullable(
      Type.Number({
        description:
          'Value of the last evaluation, of the group nearest to firing; null while there is too little data',
      }),
    ),
    holds: Type.Boolean({ description: 'Whether the condition held in the last evaluation, of any group' }),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'Alert' },
);
export type Alert = Static<typeof Alert>;

const Group = Type.Object(
  {
    dimension: Type.String({ description: 'As in forEach' }),
    value: Type.String({ description: '`[erased]` after an erasure of this user' }),
  },
  { title: 'AlertGroup' },
);

/** A group whose condition holds. */
export const FiringGroup = Type.Object(
  {
    ...Group.properties,
    observedValue: Nullable(Type.Number()),
    firedAt: Nullable(Timestamp),
  },
  { title: 'FiringAlertGroup' },
);
export type FiringGroup = Static<typeof FiringGroup>;

export const AlertEvent = Type.Object(
  {
    id: Id,
    alertId: Id,
    alertName: Type.String(),
    alertType: AlertTypeName,
    triggeredAt: Timestamp,
    observedValue: Type.Number(),
    thresholdValue: Threshold,
    windowMinutes: WindowMinutes,
    unpriced: Nullable(Unpriced),
    of: OneOf(MEASURED),
    percentile: Nullable(Type.Number()),
    group: Nullable(Group),
    channelsSent: Type.Array(OneOf(CHANNEL_KINDS), {
      description: 'Channels whose delivery succeeded; the deliveries show the others',
    }),
    acknowledgedAt: Nullable(Timestamp),
    acknowledgedBy: Nullable(Type.String()),
  },
  { title: 'AlertEvent' },
);
export type AlertEvent = Static<typeof AlertEvent>;

const templateKey = OneOf(TEMPLATE_KEYS, 'Missing fields are taken from this template');

const asked = {
  alertType: Type.Optional(AlertTypeName),
  thresholdValue: Type.Optional(Threshold),
  windowMinutes: Type.Optional(WindowMinutes),
  evalCriterionId: Type.Optional(Nullable(Id)),
  scoreName: Type.Optional(
    Nullable({
      ...Label(128),
      description: 'For score_below and score_above: the name of scores that clients send',
    }),
  ),
  scoreValue: Type.Optional(
    Nullable({
      ...Label(256),
      description:
        'A category, or true or false: the alert is about its share of the scores. Without it, about the mean.',
    }),
  ),
  ...WATCHED_INPUT,
  templateKey: Type.Optional(templateKey),
};

/** validate-rule.ts checks which fields are required without a template. */
export const NewAlert = closed(
  {
    ...asked,
    name: Type.Optional(Label(100)),
    channelKinds: Type.Optional(Kinds),
    channelTargets: Type.Optional(ChannelTargets),
    enabled: Type.Optional(Type.Boolean({ default: true })),
  },
  {
    title: 'NewAlert',
    description:
      'Without `templateKey`: `name`, `alertType`, `thresholdValue`, `windowMinutes` and `channelKinds` are required.',
  },
);
export type NewAlert = Static<typeof NewAlert>;

export const AlertChanges = closed(
  {
    name: Type.Optional(Label(100)),
    thresholdValue: Type.Optional(Threshold),
    windowMinutes: Type.Optional(WindowMinutes),
    channelKinds: Type.Optional(Kinds),
    channelTargets: Type.Optional(ChannelTargets),
    enabled: Type.Optional(Type.Boolean()),
    filter: WATCHED_INPUT.filter,
    percentile: WATCHED_INPUT.percentile,
  },
  { title: 'AlertChanges' },
);
export type AlertChanges = Static<typeof AlertChanges>;

export const AlertChannel = Type.Object(
  {
    kind: OneOf(CHANNEL_KINDS),
    deliverable: Type.Boolean(),
    reason: Nullable(
      OneOf(
        ['plan_required', 'email_unconfigured'],
        'Why it cannot deliver: the plan does not include it, or the service has no mail server',
      ),
    ),
  },
  { title: 'AlertChannel' },
);
export type AlertChannel = Static<typeof AlertChannel>;

export const ChannelTest = closed(
  {
    channel: OneOf(CHANNEL_KINDS),
    channelTargets: Type.Optional(ChannelTargets),
    alertId: Type.Optional({
      ...Id,
      description: 'The target of this alert is used if no target is sent, or if it is sent back masked',
    }),
    alertName: Type.Optional(Label(200)),
  },
  { title: 'AlertChannelTest' },
);
export type ChannelTest = Static<typeof ChannelTest>;

export const AlertTemplate = Type.Object(
  {
    key: OneOf(TEMPLATE_KEYS),
    name: Type.String(),
    description: Type.String(),
    alertType: AlertTypeName,
    thresholdValue: Type.Number(),
    windowMinutes: Type.Integer(),
    ...WATCHED_FIELDS,
    channelKinds: Type.Array(OneOf(CHANNEL_KINDS)),
    plan: OneOf(PLAN_NAMES),
  },
  { title: 'AlertTemplate' },
);

export const AlertParams = Type.Object({ id: Id });
export const EventParams = Type.Object({ eventId: Id });

export const AlertsQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 200 })),
  cursor: Type.Optional(Type.String({ maxLength: 200 })),
});
export type AlertsQuery = Static<typeof AlertsQuery>;

export const EventsQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
  alertId: Type.Optional(Id),
  beforeTriggeredAt: Type.Optional(Timestamp),
  beforeId: Type.Optional(Id),
});
export type EventsQuery = Static<typeof EventsQuery>;

export const Silence = closed({
  until: Type.Optional(Nullable(Timestamp)),
});
export type Silence = Static<typeof Silence>;

export const Acknowledgement = closed({ source: Type.Optional(Label(100)) });

export const Acknowledged = Type.Object({
  id: Id,
  acknowledgedAt: Timestamp,
  acknowledgedBy: Type.String(),
  alreadyAcknowledged: Type.Boolean(),
});
export type Acknowledged = Static<typeof Acknowledged>;

export const MOST_FIRINGS = 1_000;

export const PreviewInput = closed(asked, { title: 'AlertPreviewInput' });
export type PreviewInput = Static<typeof PreviewInput>;

export const Preview = Type.Object(
  {
    startTime: Timestamp,
    endTime: Timestamp,
    evaluatedEveryMinutes: Type.Integer({ description: 'Minutes between two evaluations' }),
    points: Type.Array(
      Type.Object({
        at: Timestamp,
        value: Nullable(
          Type.Number({
            description:
              'The value of this step that was nearest to firing; null if there was too little data',
          }),
        ),
        holds: Type.Boolean(),
        fired: Type.Boolean(),
      }),
      { description: 'By the hour, at most 400' },
    ),
    firings: Type.Array(
      Type.Object({
        triggeredAt: Timestamp,
        observedValue: Type.Number(),
        group: Type.Optional(Group),
      }),
      { maxItems: MOST_FIRINGS, description: 'In order of time; with groups, the first 1,000' },
    ),
    groups: Nullable(
      Type.Array(Type.Object({ ...Group.properties, firings: Type.Integer() }), {
        description:
          'The groups that were judged, those that would have fired most often first; null without forEach',
      }),
    ),
  },
  { title: 'AlertPreview' },
);
export type Preview = Static<typeof Preview>;
