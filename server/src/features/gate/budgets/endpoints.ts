import { endpoint } from '#core/endpoint';
import { PageQuery } from '#core/paging';
import { createBudget } from './create.ts';
import { deleteBudget } from './delete.ts';
import { getBudget, listBudgets } from './list.ts';
import { Budget, BudgetChanges, BudgetList, BudgetParams as params, NewBudget } from './schemas.ts';
import { changeBudget } from './update.ts';

const tag = 'gate';
const read = { scope: 'read' } as const;
// Who may not approve must not be able to take the question away either.
const write = { scope: 'write', role: 'admin' } as const;

export const budgetEndpoints = [
  endpoint({
    id: 'listGateBudgets',
    method: 'GET',
    path: '/v1/gate/budgets',
    tag,
    summary: 'List budgets with what is spent and held, in the order in which they were made',
    access: read,
    project: 'account-wide',
    query: PageQuery,
    replies: { 200: BudgetList },
    handle: (ctx, { query }) => listBudgets(ctx, query),
  }),
  endpoint({
    id: 'createGateBudget',
    method: 'POST',
    path: '/v1/gate/budgets',
    tag,
    summary: 'Set a budget',
    description:
      'Spend is what the calls of the period cost, of those that the scope matches; calls of evaluation runs are left out. Calls that are there already count.',
    access: write,
    project: 'account-wide',
    body: NewBudget,
    replies: { 201: Budget },
    errors: [409],
    audit: 'gate_budget.create',
    handle: (ctx, { body }) => createBudget(ctx, body),
  }),
  endpoint({
    id: 'getGateBudget',
    method: 'GET',
    path: '/v1/gate/budgets/{id}',
    tag,
    summary: 'Get a budget with what is spent and held',
    access: read,
    project: 'account-wide',
    params,
    replies: { 200: Budget },
    handle: (ctx, { params: { id } }) => getBudget(ctx, id),
  }),
  endpoint({
    id: 'updateGateBudget',
    method: 'PATCH',
    path: '/v1/gate/budgets/{id}',
    tag,
    summary: 'Change a budget',
    description:
      'A scope replaces the one before as a whole. With another scope or period, spend is counted anew.',
    access: write,
    project: 'account-wide',
    params,
    body: BudgetChanges,
    replies: { 200: Budget },
    audit: 'gate_budget.update',
    handle: (ctx, { params: { id }, body }) => changeBudget(ctx, id, body),
  }),
  endpoint({
    id: 'deleteGateBudget',
    method: 'DELETE',
    path: '/v1/gate/budgets/{id}',
    tag,
    summary: 'Delete a budget, with what is held of it',
    access: write,
    project: 'account-wide',
    params,
    replies: { 204: null },
    audit: 'gate_budget.delete',
    handle: (ctx, { params: { id } }) => deleteBudget(ctx, id),
  }),
];
