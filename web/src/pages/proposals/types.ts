import type { Schemas } from '#api';

export type ProposalData = Schemas['Proposal'];
