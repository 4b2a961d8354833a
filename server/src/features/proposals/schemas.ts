import { Type, type Static } from 'typebox';
import { FigureValues } from '#lib/figures';
import { closed, OneOf, Timestamp } from '#lib/schema';
import { PageQuery } from '#core/paging';
import { PROPOSAL_KINDS } from './kinds.ts';
import { ProposalFigures } from './figures.ts';

const STATUSES = ['open', 'accepted', 'dismissed', 'expired'] as const;

const Status = OneOf(STATUSES, 'expired: it no longer holds and was never decided');

export const Proposal = Type.Object(
  {
    id: Type.String({ examples: ['prp_1a2b3c4d5e6f'] }),
    kind: OneOf(PROPOSAL_KINDS),
    title: Type.String(),
    detail: Type.String({ description: 'Finding and advice in words' }),
    evidence: Type.Object(
      {
        callIds: Type.Array(Type.String(), { description: 'A few example calls' }),
        traceIds: Type.Array(Type.String()),
        values: FigureValues(
          ProposalFigures,
          'The figures over the window; which ones depends on the kind. They cover every number in title and detail',
        ),
      },
      { title: 'ProposalEvidence' },
    ),
    estimatedSavingUsdPerMonth: Type.Number({ minimum: 0 }),
    confidence: Type.Number({ minimum: 0, maximum: 1 }),
    status: Status,
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'Proposal' },
);
export type Proposal = Static<typeof Proposal>;

export const ProposalLook = Type.Object(
  {
    found: Type.Integer({ minimum: 0, description: 'New proposals' }),
    changed: Type.Integer({ minimum: 0, description: 'Known proposals with new figures' }),
    expired: Type.Integer({ minimum: 0, description: 'Open proposals that no longer hold' }),
  },
  { title: 'ProposalLook', additionalProperties: false },
);
export type ProposalLook = Static<typeof ProposalLook>;

export const ProposalsQuery = Type.Object({
  status: Type.Optional(OneOf(STATUSES, '`open` by default')),
  kind: Type.Optional(OneOf(PROPOSAL_KINDS)),
  ...PageQuery.properties,
});
export type ProposalsQuery = Static<typeof ProposalsQuery>;

export const ProposalParams = Type.Object({ id: Type.String() });

export const ProposalDecision = closed({
  comment: Type.Optional(
    Type.String({ minLength: 1, maxLength: 1_000, pattern: '^[^\\u0000]*$', description: 'Why' }),
  ),
});
export type ProposalDecision = Static<typeof ProposalDecision>;
