import { Type, type Static } from 'typebox';
import { PageQuery } from '#core/paging';
import { codesOf, FigureValues } from '#lib/figures';
import { closed, Nullable, OneOf, Timestamp } from '#lib/schema';

import { GateFigures } from '../figures.ts';

const STATUSES = ['pending', 'approved', 'denied', 'expired'] as const;
export type ApprovalStatus = (typeof STATUSES)[number];

export const ApprovalReason = Type.Object(
  {
    policyId: Type.Optional(Type.String()),
    budgetId: Type.Optional(Type.String()),
    code: OneOf(codesOf(GateFigures)),
    values: FigureValues(GateFigures, 'The figures of the message, by code'),
    message: Type.String(),
  },
  { title: 'GateReason', description: 'A reason against the step: a policy or a budget' },
);

export const Approval = Type.Object(
  {
    id: Type.String({ examples: ['apr_1a2b3c4d5e6f'] }),
    status: OneOf(STATUSES),
    reasons: Type.Array(ApprovalReason),
    provider: Nullable(Type.String()),
    model: Nullable(Type.String()),
    tool: Nullable(Type.String()),
    tags: Type.Record(Type.String(), Type.String()),
    projectId: Type.String(),
    traceId: Nullable(Type.String()),
    sessionId: Nullable(Type.String()),
    estimatedCostUsd: Nullable(Type.Number()),
    estimatedTokens: Nullable(Type.Number()),
    requestedBy: Type.String({ description: 'Id of the key or the user' }),
    createdAt: Timestamp,
    expiresAt: Timestamp,
    decidedAt: Nullable(Timestamp),
    decidedBy: Nullable(Type.String({ description: 'Id of the user or the key' })),
    comment: Nullable(Type.String()),
    usedAt: Nullable(Timestamp),
  },
  { title: 'GateApproval' },
);
export type Approval = Static<typeof Approval>;

export const ApprovalList = Type.Object({
  approvals: Type.Array(Approval),
  nextCursor: Nullable(Type.String()),
});

export const ApprovalsQuery = Type.Object({
  status: Type.Optional(OneOf(STATUSES)),
  ...PageQuery.properties,
});
export type ApprovalsQuery = Static<typeof ApprovalsQuery>;

export const WaitQuery = Type.Object({
  wait: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 60,
      description: 'Seconds to wait for a decision, if there is none yet',
    }),
  ),
});

export const ApprovalDecision = closed(
  { comment: Type.Optional(Nullable(Type.String({ maxLength: 500 }))) },
  { title: 'GateApprovalDecision' },
);
export type ApprovalDecision = Static<typeof ApprovalDecision>;

export const ApprovalParams = Type.Object({ id: Type.String() });
