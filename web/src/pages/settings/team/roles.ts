import type { Session } from '#api';

export type TeamRole = Session['role'];
export const TEAM_ROLES = ['viewer', 'member', 'admin', 'owner'] as const satisfies TeamRole[];

/** Users cannot grant, change or remove a role above their own. */
export const reaches = (mine: TeamRole, other: TeamRole): boolean =>
  TEAM_ROLES.indexOf(mine) >= TEAM_ROLES.indexOf(other);
