import type { Schemas } from '#api';

export type Approval = Schemas['GateApproval'];
export type Budget = Schemas['GateBudget'];
export type Policy = Schemas['GatePolicy'];
