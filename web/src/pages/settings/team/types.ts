import type { Schemas } from '#api';

export type Member = Schemas['Member'];
export type CreatedInvitation = Schemas['CreatedInvitation'];
