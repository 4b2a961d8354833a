import { Type, type Static } from 'typebox';
import { closed, Named, Nullable, OneOf, Timestamp } from '#lib/schema';
import { ApprovalReason } from '../approvals/schemas.ts';
import { Unpriced } from '#services/record-access';
import { MAX_GATE_USD } from '../money.ts';
import { MAX_TOKENS } from '../policies/schemas.ts';

const text = (maxLength: number) => Type.Optional(Nullable(Type.String({ minLength: 1, maxLength })));

export const CheckBody = closed(
  {
    provider: text(64),
    model: text(256),
    tool: text(256),
    estimatedTokens: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: MAX_TOKENS }))),
    estimatedCostUsd: Type.Optional(Nullable(Type.Number({ minimum: 0, maximum: MAX_GATE_USD }))),
    tags: Type.Optional(
      Nullable(Named(Type.String({ maxLength: 256 }), { maxLength: 64 }, { maxProperties: 50 })),
    ),
    traceId: text(256),
    sessionId: text(256),
    holdSeconds: Type.Optional(
      Nullable(
        Type.Integer({
          minimum: 1,
          maximum: 3_600,
          description:
            'Holds the estimate in every budget that the step counts towards, for at most this long',
        }),
      ),
    ),
    approvalId: Type.Optional(
      Nullable(Type.String({ maxLength: 64, description: 'An approval of this step, valid for one use' })),
    ),
  },
  { title: 'GateCheck' },
);
export type CheckBody = Static<typeof CheckBody>;

const DECISIONS = ['allow', 'deny', 'require_approval'] as const;

export const CheckReply = Type.Object(
  {
    decision: OneOf(DECISIONS),
    reasons: Type.Array(ApprovalReason),
    budgets: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        limitUsd: Type.Number(),
        spentUsd: Type.Number(),
        remainingUsd: Type.Number(),
        heldUsd: Type.Number(),
        unpriced: Unpriced,
      }),
      { description: 'The budgets that the step counts towards' },
    ),
    approvalId: Nullable(Type.String({ description: 'The approval to wait for' })),
    gateCheckId: Type.String({ description: 'Send it as `requestMeta.gateCheckId` of the call' }),
    hold: Nullable(Type.Object({ amountUsd: Type.Number(), expiresAt: Timestamp })),
  },
  { title: 'GateAnswer' },
);
export type CheckAnswer = Static<typeof CheckReply>;

export const CheckParams = Type.Object({ id: Type.String() });
export const ReleaseReply = Type.Object(
  { gateCheckId: Type.String(), releasedUsd: Type.Number() },
  { title: 'GateRelease' },
);
