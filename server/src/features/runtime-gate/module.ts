// The checks of running agents before each step: policies, budgets with spend from the records, and approvals
// by people.
import type { Module } from '#core/module';
import { approvalEndpoints } from './approvals/endpoints.ts';
import { eraseApprovals } from './approvals/store.ts';
import { waitersOf } from './approvals/waiters.ts';
import { deleteProjectBudgets } from './budgets/budgets.ts';
import { budgetEndpoints } from './budgets/endpoints.ts';
import { checkEndpoints } from './check/endpoints.ts';
import { policyEndpoints } from './policies/endpoints.ts';
import { costsChanged } from './spend/costs-changed.ts';
import { countCalls, countsCalls, mayCountCalls } from './spend/count-calls.ts';
import { spendTrackerOf } from './spend/spend-tracker.ts';
import { gateReconcileJob } from './spend/reconcile.job.ts';
import { gateSweepJob } from './spend/sweep.job.ts';

export const gateModule: Module = {
  tag: {
    name: 'gate',
    description: 'What running agents may do and spend: checks, budgets, policies, approvals',
  },
  endpoints: [...checkEndpoints, ...budgetEndpoints, ...policyEndpoints, ...approvalEndpoints],
  jobs: [gateReconcileJob, gateSweepJob],
  hooks: {
    needsCalls: mayCountCalls,
    needsFreshIds: countsCalls,
    onCallsStored: countCalls,
    onCostsChanged: costsChanged,
    onProjectRemoved: (db, { accountId, projectId }) => deleteProjectBudgets(db, accountId, projectId),
    onErased: (db, { id: accountId }, { projectId, wholeTraceIds: traceIds, sessionId }) =>
      eraseApprovals(db, { accountId, projectId }, { traceIds, sessionId }),
  },
  start: (services) => spendTrackerOf(services).start(),
  drain: (services) => waitersOf(services).end(),
};
