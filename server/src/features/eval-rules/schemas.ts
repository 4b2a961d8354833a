import { Type, type Static } from 'typebox';
import { closed, Id, Label, Nullable, OneOf, Timestamp } from '#lib/schema';
import { EvalReasonCode } from '#services/scores';
import { StoredFilter } from '#services/record-access';

export const MAX_RULES = 50;

const Count = (description: string) => Type.Integer({ minimum: 0, description });

const SamplePct = Type.Number({
  exclusiveMinimum: 0,
  maximum: 100,
  description: 'Percentage of what matches; the sample is chosen by the id of the call, trace or session',
});

const RuleScope = OneOf(
  ['call', 'trace', 'session'],
  'What is scored: each call as it arrives, or a trace or session once it has ended. The criterion has the scope `call`, `trajectory` or `session`',
);
export type RuleScope = Static<typeof RuleScope>;

const QuietSeconds = Type.Integer({
  minimum: 60,
  maximum: 3_600,
  description:
    'A trace or session has ended when no span of it has arrived for so long: 180 by default, 1,800 for sessions. Not for the scope `call`',
});

export const Rule = Type.Object(
  {
    id: Id,
    name: Nullable(Type.String()),
    criterionId: Id,
    filter: StoredFilter,
    scope: RuleScope,
    quietSeconds: Nullable(QuietSeconds),
    samplePct: SamplePct,
    enabled: Type.Boolean(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    lastRunAt: Nullable(Timestamp),
    scoredCount: Count('Total number of scores'),
    failedCount: Count('Calls, traces or sessions that could not be scored; each has a reason'),
    lastError: Nullable(Type.String({ description: 'Why the rule waits, or skipped something' })),
    lastErrorReason: Nullable(EvalReasonCode('Machine-readable')),
  },
  { title: 'EvalRule', additionalProperties: false },
);
export type Rule = Static<typeof Rule>;

export const NewRule = closed(
  {
    name: Type.Optional(Nullable(Label(100))),
    criterionId: Id,
    filter: Type.Optional(StoredFilter),
    scope: Type.Optional({ ...RuleScope, default: 'call' }),
    quietSeconds: Type.Optional(QuietSeconds),
    samplePct: SamplePct,
    enabled: Type.Optional(Type.Boolean({ default: true })),
  },
  { title: 'NewEvalRule' },
);
export type NewRule = Static<typeof NewRule>;

export const RuleChanges = closed(
  {
    name: Type.Optional(Nullable(Label(100))),
    filter: Type.Optional(StoredFilter),
    quietSeconds: Type.Optional(QuietSeconds),
    samplePct: Type.Optional(SamplePct),
    enabled: Type.Optional(Type.Boolean()),
  },
  { title: 'EvalRuleChanges' },
);
export type RuleChanges = Static<typeof RuleChanges>;

export const RuleParams = Type.Object({ id: Id });
