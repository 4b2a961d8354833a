import { Type, type Static } from 'typebox';
import { closed, Label, Named, Nullable, OneOf, Timestamp } from '#lib/schema';
import { MAX_GATE_USD } from '../money.ts';
import { Unpriced } from '#services/record-access';
import { Action, FailMode, GlobPattern, OnUnpriced } from '../schemas.ts';
import { PERIODS } from './period.ts';

const Tags = Named(Type.String({ maxLength: 256 }), { maxLength: 64 }, { maxProperties: 10 });

/** Omitted fields are not matched. */
const Scope = closed(
  {
    provider: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 64 }))),
    model: Type.Optional(Nullable(GlobPattern)),
    tags: Type.Optional(Nullable(Tags)),
    projectId: Type.Optional(Nullable(Type.String({ maxLength: 64 }))),
  },
  { title: 'GateBudgetScope', description: 'Which calls count; all fields must match' },
);
export type BudgetScope = Static<typeof Scope>;

const Limit = Type.Number({
  minimum: 0,
  maximum: MAX_GATE_USD,
  description: 'US dollars, in steps of 0.000001; a limit of 0 rejects everything',
});
const PeriodName = OneOf(PERIODS, 'In UTC; weeks begin on Monday');

export const Budget = Type.Object(
  {
    id: Type.String({ examples: ['bud_1a2b3c4d5e6f'] }),
    name: Type.String(),
    limitUsd: Type.Number(),
    period: PeriodName,
    scope: Type.Object({
      provider: Nullable(Type.String()),
      model: Nullable(Type.String()),
      tags: Nullable(Type.Record(Type.String(), Type.String())),
      projectId: Nullable(Type.String()),
    }),
    action: Action,
    failMode: FailMode,
    onUnpriced: OnUnpriced,
    spentUsd: Type.Number({ description: 'Cost of the calls of this period that have arrived' }),
    heldUsd: Type.Number({ description: 'Held by checks whose calls have not arrived' }),
    remainingUsd: Type.Number(),
    unpriced: Unpriced,
    periodStart: Timestamp,
    periodEnd: Timestamp,
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'GateBudget' },
);
export type Budget = Static<typeof Budget>;

export const NewBudget = closed(
  {
    name: Label(100),
    limitUsd: Limit,
    period: PeriodName,
    scope: Type.Optional(Scope),
    action: Type.Optional(Action),
    failMode: Type.Optional(FailMode),
    onUnpriced: Type.Optional(OnUnpriced),
  },
  { title: 'NewGateBudget' },
);
export type NewBudget = Static<typeof NewBudget>;

export const BudgetChanges = closed(
  {
    name: Type.Optional(Label(100)),
    limitUsd: Type.Optional(Limit),
    period: Type.Optional(PeriodName),
    scope: Type.Optional(Scope),
    action: Type.Optional(Action),
    failMode: Type.Optional(FailMode),
    onUnpriced: Type.Optional(OnUnpriced),
  },
  { title: 'GateBudgetChanges' },
);
export type BudgetChanges = Static<typeof BudgetChanges>;

export const BudgetList = Type.Object({ budgets: Type.Array(Budget), nextCursor: Nullable(Type.String()) });
export const BudgetParams = Type.Object({ id: Type.String() });
