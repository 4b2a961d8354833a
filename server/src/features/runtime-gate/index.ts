export { createBudget } from './budgets/create.ts';
export { changeBudget } from './budgets/update.ts';
export { countWaitingApprovals } from './approvals/get.ts';
