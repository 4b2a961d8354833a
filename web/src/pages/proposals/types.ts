import type { Schemas } from '#api';

export type Proposal = Schemas['Proposal'];
