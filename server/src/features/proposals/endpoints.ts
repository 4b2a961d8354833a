import { Type } from 'typebox';
import { endpoint } from '#core/endpoint';
import { Nullable } from '#lib/schema';
import { decideProposal } from './decide.ts';
import { listProposals, requireProposal } from './list.ts';
import { lookNow } from './refresh.ts';
import { presentProposal } from './present.ts';
import { ProposalDecision, Proposal, ProposalLook, ProposalParams, ProposalsQuery } from './schemas.ts';

const tag = 'proposals';

export const proposalEndpoints = [
  endpoint({
    id: 'listProposals',
    method: 'GET',
    path: '/v1/proposals',
    tag,
    summary: 'List proposals',
    description: 'Highest estimated saving first. Lists open proposals unless `status` is given.',
    access: { scope: 'read' },
    project: 'scoped',
    query: ProposalsQuery,
    replies: { 200: Type.Object({ proposals: Type.Array(Proposal), nextCursor: Nullable(Type.String()) }) },
    handle: (ctx, { query }) => listProposals(ctx, query),
  }),
  endpoint({
    id: 'lookForProposals',
    method: 'POST',
    path: '/v1/proposals/look',
    tag,
    summary: 'Look for proposals now',
    description:
      'Does at once what happens once a day: analyses the calls of the whole account. At most three times in ten minutes.',
    access: { scope: 'write' },
    project: 'account-wide',
    replies: { 200: ProposalLook },
    errors: [429, 503],
    unaudited: 'It only refreshes results that the service computed, as the daily run does.',
    handle: (ctx, { signal }) => lookNow(ctx, signal),
  }),
  endpoint({
    id: 'getProposal',
    method: 'GET',
    path: '/v1/proposals/{id}',
    tag,
    summary: 'Get a proposal',
    access: { scope: 'read' },
    project: 'scoped',
    params: ProposalParams,
    replies: { 200: Proposal },
    handle: async (ctx, { params }) => presentProposal(await requireProposal(ctx, ctx.db, params.id)),
  }),
  endpoint({
    id: 'acceptProposal',
    method: 'POST',
    path: '/v1/proposals/{id}/accept',
    tag,
    summary: 'Accept a proposal',
    description:
      'Marks the proposal as done or planned; nothing else changes. It is not proposed again unless its saving, or the number of failures behind it, doubles.',
    access: { scope: 'write' },
    project: 'scoped',
    params: ProposalParams,
    body: ProposalDecision,
    bodyOptional: true,
    replies: { 200: Proposal },
    audit: 'proposal.accept',
    handle: (ctx, { params, body }) => decideProposal(ctx, params.id, 'accepted', body ?? {}),
  }),
  endpoint({
    id: 'dismissProposal',
    method: 'POST',
    path: '/v1/proposals/{id}/dismiss',
    tag,
    summary: 'Dismiss a proposal',
    description: 'It is not proposed again unless its saving, or the number of failures behind it, doubles.',
    access: { scope: 'write' },
    project: 'scoped',
    params: ProposalParams,
    body: ProposalDecision,
    bodyOptional: true,
    replies: { 200: Proposal },
    audit: 'proposal.dismiss',
    handle: (ctx, { params, body }) => decideProposal(ctx, params.id, 'dismissed', body ?? {}),
  }),
];
