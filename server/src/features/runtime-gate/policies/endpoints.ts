import { endpoint } from '#core/endpoint';
import { PageQuery } from '#core/paging';
import { createPolicy } from './create.ts';
import { deletePolicy, getPolicy, listPolicies } from './policies.ts';
import { NewPolicy, Policy, PolicyChanges, PolicyList, PolicyParams as params } from './schemas.ts';
import { changePolicy } from './update.ts';

const tag = 'gate';
const read = { scope: 'read' } as const;
// A caller that may not approve must not be able to remove the rule either.
const write = { scope: 'write', role: 'admin' } as const;

export const policyEndpoints = [
  endpoint({
    id: 'listGatePolicies',
    method: 'GET',
    path: '/v1/gate/policies',
    tag,
    summary: 'List policies, in the order of creation',
    access: read,
    project: 'account-wide',
    query: PageQuery,
    replies: { 200: PolicyList },
    handle: (ctx, { query }) => listPolicies(ctx, query),
  }),
  endpoint({
    id: 'createGatePolicy',
    method: 'POST',
    path: '/v1/gate/policies',
    tag,
    summary: 'Set a policy',
    description:
      'The first match decides: lower priority first, then older. Without a match, a step is allowed.',
    access: write,
    project: 'account-wide',
    body: NewPolicy,
    replies: { 201: Policy },
    errors: [409],
    audit: 'gate_policy.create',
    handle: (ctx, { body }) => createPolicy(ctx, body),
  }),
  endpoint({
    id: 'getGatePolicy',
    method: 'GET',
    path: '/v1/gate/policies/{id}',
    tag,
    summary: 'Get a policy',
    access: read,
    project: 'account-wide',
    params,
    replies: { 200: Policy },
    handle: (ctx, { params: { id } }) => getPolicy(ctx, id),
  }),
  endpoint({
    id: 'updateGatePolicy',
    method: 'PATCH',
    path: '/v1/gate/policies/{id}',
    tag,
    summary: 'Change a policy',
    description: 'A given match replaces the previous one completely.',
    access: write,
    project: 'account-wide',
    params,
    body: PolicyChanges,
    replies: { 200: Policy },
    audit: 'gate_policy.update',
    handle: (ctx, { params: { id }, body }) => changePolicy(ctx, id, body),
  }),
  endpoint({
    id: 'deleteGatePolicy',
    method: 'DELETE',
    path: '/v1/gate/policies/{id}',
    tag,
    summary: 'Delete a policy',
    access: write,
    project: 'account-wide',
    params,
    replies: { 204: null },
    audit: 'gate_policy.delete',
    handle: (ctx, { params: { id } }) => deletePolicy(ctx, id),
  }),
];
