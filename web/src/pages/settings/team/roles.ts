import type { Session } from '#api';

export type Role = Session['role'];
export const ROLES = ['viewer', 'member', 'admin', 'owner'] as const satisfies Role[];

/** Users cannot grant, change or remove a role above their own. */
export const reaches = (mine: Role, other: Role): boolean => ROLES.indexOf(mine) >= ROLES.indexOf(other);
