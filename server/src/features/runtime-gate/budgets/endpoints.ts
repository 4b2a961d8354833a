import { endpoint } from '#core/endpoint';
import { PageQuery } from '#core/paging';
import { createBudget } from './create.ts';
import { deleteBudget, getBudget, listBudgets } from './budgets.ts';
import { Budget, BudgetChanges, BudgetList, BudgetParams as params, NewBudget } from './schemas.ts';
import { changeBudget } from './update.ts';

const tag = 'gate';
const read = { scope: 'read' } as const;
// A caller that may not approve must not be able to remove the rule either.
const write = { scope: 'write', role: 'admin' } as const;

export const budgetEndpoints = [
  endpoint({
    id: 'listGateBudgets',
    method: 'GET',
    path: '/v1/gate/budgets',
    tag,
    summary: 'List budgets with their spend and holds, in the order of creation',
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
      'Spend is the cost of the calls in the period that match the scope, including calls stored before the budget was created. Calls of evaluation runs do not count.',
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
    summary: 'Get a budget with its spend and holds',
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
      'A given scope replaces the previous one completely. A new scope or period restarts the count of spend.',
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
    summary: 'Delete a budget and its holds',
    access: write,
    project: 'account-wide',
    params,
    replies: { 204: null },
    audit: 'gate_budget.delete',
    handle: (ctx, { params: { id } }) => deleteBudget(ctx, id),
  }),
];
