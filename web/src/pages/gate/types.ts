import type { Schemas } from '#api';

export type ApprovalData = Schemas['GateApproval'];
export type GateBudget = Schemas['GateBudget'];
export type PolicyData = Schemas['GatePolicy'];
