import type { Schemas } from '#api';

export type MemberData = Schemas['Member'];
export type CreatedInvitationData = Schemas['CreatedInvitation'];
