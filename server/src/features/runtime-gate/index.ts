export { countWaitingApprovals } from './approvals/get.ts';
