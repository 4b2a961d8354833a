import { Type, type Static } from 'typebox';
import { closed, Id, Label, Nullable, Timestamp } from '#lib/schema';
import { EvalReasonCode } from '#services/scores';
import { RunFilter } from '#services/record-access';

export const MAX_RULES = 50;

const Count = (description: string) => Type.Integer({ minimum: 0, description });

const SamplePct = Type.Number({
  exclusiveMinimum: 0,
  maximum: 100,
  description: 'Percentage of matching calls; the sample is chosen by call id',
});

export const Rule = Type.Object(
  {
    id: Id,
    name: Nullable(Type.String()),
    criterionId: Id,
    filter: RunFilter,
    samplePct: SamplePct,
    enabled: Type.Boolean(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    lastRunAt: Nullable(Timestamp),
    scoredCount: Count('Total number of scores'),
    failedCount: Count('Calls that could not be scored; each has a reason'),
    lastError: Nullable(Type.String({ description: 'Why the rule waits or skipped calls' })),
    lastErrorReason: Nullable(EvalReasonCode('Machine-readable')),
  },
  { title: 'EvalRule', additionalProperties: false },
);
export type Rule = Static<typeof Rule>;

export const NewRule = closed(
  {
    name: Type.Optional(Nullable(Label(100))),
    criterionId: Id,
    filter: Type.Optional(RunFilter),
    samplePct: SamplePct,
    enabled: Type.Optional(Type.Boolean({ default: true })),
  },
  { title: 'NewEvalRule' },
);
export type NewRule = Static<typeof NewRule>;

export const RuleChanges = closed(
  {
    name: Type.Optional(Nullable(Label(100))),
    filter: Type.Optional(RunFilter),
    samplePct: Type.Optional(SamplePct),
    enabled: Type.Optional(Type.Boolean()),
  },
  { title: 'EvalRuleChanges' },
);
export type RuleChanges = Static<typeof RuleChanges>;

export const RuleParams = Type.Object({ id: Id });
