// What running agents ask before each step: policies, budgets with spend from the records, and approvals by people.
import { approvalEndpoints } from './approvals/endpoints.ts';
import { budgetEndpoints } from './budgets/endpoints.ts';
import { checkEndpoints } from './check/endpoints.ts';
import { policyEndpoints } from './policies/endpoints.ts';

export { eraseApprovals } from './approvals/store.ts';
export { checkNow } from './check/check-now.ts';
export type { CheckContext } from './check/read-check.ts';
export type { Answer, CheckBody } from './check/schemas.ts';
export { openGate, type GateLifecycle } from './lifecycle.ts';
export { countCalls, countsCalls, needsCalls, type CountedCall } from './spend/count-calls.ts';
export { costsChanged } from './spend/costs-changed.ts';
export { gateReconcileJob } from './spend/reconcile.job.ts';
export { gateSweepJob } from './spend/sweep.job.ts';

export const gateEndpoints = [
  ...checkEndpoints,
  ...budgetEndpoints,
  ...policyEndpoints,
  ...approvalEndpoints,
];
