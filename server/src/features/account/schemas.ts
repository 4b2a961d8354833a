import { Type, type Static } from 'typebox';
import { SCOPES } from '#core/access/actor';
import { PLAN_NAMES } from '#core/access/plans';
import { ACCEPTED_PROVIDERS } from '#core/access/accounts';
import { closed, Nullable, OneOf, Timestamp } from '#lib/schema';

export const ConsentSettings = Type.Object(
  {
    plaintextStorage: Type.Boolean({
      description: 'Inputs, outputs and tool payloads are stored, encrypted',
    }),
    aiHelper: Type.Boolean({ description: 'Stored content may be sent to the AI helper' }),
    piiRedaction: Type.Boolean({ description: 'Personal data is replaced before anything is stored' }),
  },
  { title: 'Consents' },
);

export const WithdrawnPlaintextStorage = Type.Object(
  {
    ...ConsentSettings.properties,
    contentDeletedBy: Type.String({
      format: 'date-time',
      description: 'The time by which all stored content is deleted; within the hour',
    }),
  },
  { title: 'WithdrawnPlaintextStorage' },
);

const AcceptProviders = OneOf(
  ACCEPTED_PROVIDERS,
  '`four`: /v1/ingest and /v1/traces take the providers of this deployment. `any`: they take every provider. The paths under /otel always do.',
);

export const AccountSettings = Type.Object(
  { acceptProviders: AcceptProviders },
  { title: 'AccountSettings' },
);
export type AccountSettings = Static<typeof AccountSettings>;

export const AccountSettingsChange = closed(
  { acceptProviders: AcceptProviders },
  { title: 'AccountSettingsChange' },
);

const PlanLimits = Type.Object(
  {
    exportRecords: Type.Integer(),
    alerts: Nullable(Type.Integer({ description: 'null: without limit' })),
    alertChannels: Type.Array(Type.String()),
    savedViews: Type.Integer(),
    traceSpans: Type.Integer({ description: 'Spans in the answer of `GET /v1/query/trace/{id}`' }),
    datasetItems: Type.Integer({ description: 'Items per dataset' }),
    itemCharacters: Type.Integer({
      description: 'Characters of an input or an expected output in a dataset',
    }),
    teamMembers: Type.Boolean({ description: 'Whether people can be invited' }),
  },
  { title: 'PlanLimits' },
);

export const AccountOverview = Type.Object(
  {
    accountId: Type.String({ examples: ['acc_1a2b3c4d5e6f'] }),
    name: Type.String(),
    plan: OneOf(PLAN_NAMES),
    projectId: Type.String({ description: 'The selected project, else the default one' }),
    usage: Type.Object({
      month: Type.String({ description: 'UTC', examples: ['2026-06'] }),
      records: Type.Integer(),
      quota: Type.Integer(),
      remaining: Type.Integer(),
      resetsAt: Timestamp,
    }),
    retentionDays: Type.Integer(),
    limits: PlanLimits,
    limitsChangeable: Type.Boolean({
      description: 'True for the first account of the service: its owner may change the limits',
    }),
    consents: ConsentSettings,
    settings: AccountSettings,
    deletesAt: Nullable(
      Type.String({
        format: 'date-time',
        description: 'When the closed account will be deleted; null if it is not closed',
      }),
    ),
    unpricedModels: Type.Array(Type.String(), {
      description: 'Models of the last 30 days without a known price; their calls count as 0 USD',
    }),
  },
  { title: 'AccountOverview' },
);
export type AccountOverview = Static<typeof AccountOverview>;

export const AccountSnapshot = Type.Object(
  {
    ...AccountOverview.properties,
    key: Type.Object({
      id: Type.String(),
      name: Type.String(),
      scopes: Nullable(Type.Array(OneOf(SCOPES), { description: 'null: full access' })),
    }),
  },
  { title: 'AccountSnapshot' },
);
export type AccountSnapshot = Static<typeof AccountSnapshot>;
