import { endpoint } from '#core/endpoint';
import { decideApproval } from './decide.ts';
import { getApproval, listApprovals } from './get.ts';
import {
  Approval,
  ApprovalList,
  ApprovalParams as params,
  ApprovalsQuery,
  ApprovalDecision,
  WaitQuery,
} from './schemas.ts';

const tag = 'gate';
const read = { scope: 'read' } as const;
const decider = { scope: 'write', role: 'admin' } as const;

export const approvalEndpoints = [
  endpoint({
    id: 'listGateApprovals',
    method: 'GET',
    path: '/v1/gate/approvals',
    tag,
    summary: 'List approvals, newest first',
    access: read,
    project: 'scoped',
    query: ApprovalsQuery,
    replies: { 200: ApprovalList },
    handle: (ctx, { query }) => listApprovals(ctx, query),
  }),
  endpoint({
    id: 'getGateApproval',
    method: 'GET',
    path: '/v1/gate/approvals/{id}',
    tag,
    summary: 'Get an approval, or wait for its decision',
    description:
      'With `wait`, answers as soon as it is decided or has expired, at the latest after that many seconds.',
    access: read,
    project: 'scoped',
    params,
    query: WaitQuery,
    replies: { 200: Approval },
    handle: (ctx, input) => getApproval(ctx, input.params.id, input.query.wait ?? 0, () => input.signal),
  }),
  endpoint({
    id: 'approveGateApproval',
    method: 'POST',
    path: '/v1/gate/approvals/{id}/approve',
    tag,
    summary: 'Let a step pass',
    description:
      'Possible once: 409 `already_decided` afterwards, 409 `expired` after its expiry. For owners, admins and keys with write access.',
    access: decider,
    project: 'scoped',
    params,
    body: ApprovalDecision,
    bodyOptional: true,
    replies: { 200: Approval },
    errors: [409],
    audit: 'gate_approval.approve',
    handle: (ctx, { params: { id }, body }) => decideApproval(ctx, id, 'approved', body ?? {}),
  }),
  endpoint({
    id: 'denyGateApproval',
    method: 'POST',
    path: '/v1/gate/approvals/{id}/deny',
    tag,
    summary: 'Refuse a step',
    description:
      'Possible once: 409 `already_decided` afterwards, 409 `expired` after its expiry. For owners, admins and keys with write access.',
    access: decider,
    project: 'scoped',
    params,
    body: ApprovalDecision,
    bodyOptional: true,
    replies: { 200: Approval },
    errors: [409],
    audit: 'gate_approval.deny',
    handle: (ctx, { params: { id }, body }) => decideApproval(ctx, id, 'denied', body ?? {}),
  }),
];
