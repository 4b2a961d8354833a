import { Type, type Static } from 'typebox';
import { PLAN_NAMES } from '#core/access/plans';
import { NewApiKey } from '#features/api-keys';
import { EffectiveLimits, AccountLimitsChange, Password } from '#services/accounts';
import { Email, Label, Nullable, OneOf, Timestamp, closed } from '#lib/schema';

const SUBSCRIPTION_STATUSES = ['active', 'canceled'] as const;
const JOB_STATUSES = ['queued', 'running', 'done', 'failed'] as const;

export const AccountParams = Type.Object({ id: Type.String() });
export const JobParams = Type.Object({ name: Type.String() });

export const NewAccount = closed({
  email: Email,
  password: Password,
  name: Type.Optional(Label(100)),
  plan: Type.Optional(OneOf(PLAN_NAMES, '`free` by default')),
});
export type NewAccount = Static<typeof NewAccount>;

export const CreatedAccount = Type.Object(
  {
    accountId: Type.String({ examples: ['acc_1a2b3c4d5e6f'] }),
    userId: Type.String({ examples: ['usr_1a2b3c4d5e6f'] }),
    apiKey: Type.String({ description: 'A key with full access. It is shown only once.' }),
  },
  { title: 'CreatedAccount' },
);

export const AccountChange = closed({
  plan: Type.Optional(OneOf(PLAN_NAMES)),
  subscriptionStatus: Type.Optional(OneOf(SUBSCRIPTION_STATUSES)),
  recordQuota: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 0,
        maximum: 1_000_000_000_000,
        description: 'Records per month; null for the plan’s',
      }),
    ),
  ),
  retentionDays: Type.Optional(
    Nullable(Type.Integer({ minimum: 1, maximum: 36_500, description: 'null: the plan’s' })),
  ),
  limits: Type.Optional(AccountLimitsChange),
});
export type AccountChange = Static<typeof AccountChange>;

export const OperatorAccount = Type.Object(
  {
    accountId: Type.String(),
    name: Type.String(),
    plan: OneOf(PLAN_NAMES),
    subscriptionStatus: OneOf(SUBSCRIPTION_STATUSES),
    recordQuota: Type.Integer({ description: 'Effective quota, from the plan or the account' }),
    retentionDays: Type.Integer(),
    limits: EffectiveLimits,
  },
  { title: 'OperatorAccount' },
);
export type OperatorAccount = Static<typeof OperatorAccount>;

export const NewOperatorKey = closed({
  ...NewApiKey.properties,
  name: Type.Optional(NewApiKey.properties.name),
});

export const OperatorKey = Type.Object(
  { id: Type.String(), apiKey: Type.String({ description: 'The key itself. It is shown only once.' }) },
  { title: 'OperatorKey' },
);

export const ConsentChange = closed({
  plaintextStorage: Type.Optional(Type.Boolean()),
  aiHelper: Type.Optional(Type.Boolean()),
  piiRedaction: Type.Optional(Type.Boolean()),
});
export type ConsentChange = Static<typeof ConsentChange>;

export const JobRun = Type.Object(
  { name: Type.String(), durationMs: Type.Integer() },
  { title: 'JobRun', description: 'The job is done.' },
);

export const JobQuery = Type.Object({
  name: Type.Optional(Type.String({ maxLength: 100 })),
  status: Type.Optional(OneOf(JOB_STATUSES)),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
  cursor: Type.Optional(Type.String({ maxLength: 200 })),
});
export type JobQuery = Static<typeof JobQuery>;

export const Job = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    status: OneOf(JOB_STATUSES),
    attempt: Type.Integer({ description: 'Runs started so far' }),
    maxAttempts: Type.Integer(),
    runAt: Timestamp,
    startedAt: Nullable(Timestamp),
    finishedAt: Nullable(Timestamp),
    durationMs: Nullable(Type.Integer()),
    error: Nullable(Type.String({ description: 'Why the latest run failed' })),
    createdAt: Timestamp,
  },
  { title: 'Job' },
);
export type Job = Static<typeof Job>;

export const Stats = Type.Object(
  {
    version: Type.String(),
    uptimeSeconds: Type.Integer(),
    accounts: Type.Integer(),
    records: Type.Integer(),
    bytesOnDisk: Type.Integer({ description: 'Records, and metadata if embedded' }),
    writer: Type.Object(
      {
        waitingBytes: Type.Integer({ description: 'Accepted but not in the tables yet' }),
        waitingRequests: Type.Integer({ description: 'Requests waiting for their acknowledgement' }),
        waitingSegments: Type.Integer({
          description: 'Closed segments of the log that are not in the tables yet',
        }),
        waitingSeconds: Type.Number({
          description: 'Age of the oldest record that is not in the tables yet',
        }),
      },
      { description: 'State of the record writer' },
    ),
    jobs: Type.Object({
      queued: Type.Integer(),
      running: Type.Integer(),
      done: Type.Integer(),
      failed: Type.Integer(),
      names: Type.Array(Type.String(), { description: 'Jobs that can be run by name' }),
    }),
  },
  { title: 'Stats' },
);
export type Stats = Static<typeof Stats>;
