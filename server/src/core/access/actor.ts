// The caller and what it may do. Keys have scopes, users have roles; both are checked here.
import { AppError } from '#lib/app-error';

export const SCOPES = ['read', 'write:records', 'write'] as const;
export type KeyScope = (typeof SCOPES)[number];

export const ROLES = ['viewer', 'member', 'admin', 'owner'] as const;
export type Role = (typeof ROLES)[number];

export interface KeyActor {
  type: 'key';
  id: string;
  name: string;
  /** Null means full access. */
  scopes: readonly KeyScope[] | null;
  /** The project that the key is bound to; null means the whole account. */
  projectId: string | null;
  /** Null means never. */
  expiresAt: number | null;
}

export interface UserActor {
  type: 'user';
  id: string;
  email: string;
  name: string;
  role: Role;
}

/** The operator's token, the command line, or a job. */
interface SystemActor {
  type: 'operator' | 'system';
  id: string;
}

export type Actor = KeyActor | UserActor | SystemActor;

/**
 * The project that the credential is bound to, or null. `X-Project-Id` also narrows a request, but its caller
 * may see the whole account.
 */
export const boundTo = (actor: Actor): string | null => (actor.type === 'key' ? actor.projectId : null);

export const roleReaches = (role: Role, needed: Role): boolean =>
  ROLES.indexOf(role) >= ROLES.indexOf(needed);

const ROLE_OF_SCOPE: Readonly<Record<KeyScope, Role>> = {
  read: 'viewer',
  'write:records': 'member',
  write: 'member',
};

export interface Access {
  scope: KeyScope;
  /** An alternative to `scope`. */
  orScope?: KeyScope;
  /** Required in addition to `scope`. */
  andScope?: KeyScope;
  /**
   * Minimum role of a signed-in user; by default, what the scope implies. A key acts as an admin, never as an
   * owner.
   */
  role?: Role;
  /** For team and key management: a session, or a key without explicit scopes. */
  fullKey?: boolean;
}

export function requireAccess(actor: Actor, access: Access): void {
  const needed = access.role ?? ROLE_OF_SCOPE[access.scope];
  if (actor.type === 'user') return requireRole(actor.role, needed);
  if (actor.type !== 'key') return;
  if (access.fullKey && actor.scopes !== null) {
    throw new AppError(
      'forbidden',
      'insufficient_scope',
      'This needs a signed-in session or an API key without explicit scopes.',
    );
  }
  const lacked = lackedScope(actor, access);
  if (lacked !== null) {
    throw new AppError(
      'forbidden',
      'insufficient_scope',
      `The API key lacks the scope "${lacked}". An admin can create one that has it in the dashboard, at /settings/keys.`,
    );
  }
  if (needed === 'owner') {
    throw new AppError(
      'forbidden',
      'insufficient_role',
      'Only a signed-in owner may do this; a key acts as an admin.',
    );
  }
}

function lackedScope(actor: KeyActor, { scope, orScope, andScope }: Access): KeyScope | null {
  const has = (one: KeyScope): boolean => hasScope(actor, one);
  if (!has(scope) && !(orScope && has(orScope))) return scope;
  return andScope && !has(andScope) ? andScope : null;
}

function requireRole(role: Role, needed: Role): void {
  if (roleReaches(role, needed)) return;
  throw new AppError('forbidden', 'insufficient_role', `This needs the role ${needed}; yours is ${role}.`);
}

/** Whether the actor may do what a scope allows: by the scope of a key, or by a role. */
export function hasScope(actor: Actor, scope: KeyScope): boolean {
  if (actor.type === 'user') return roleReaches(actor.role, ROLE_OF_SCOPE[scope]);
  return actor.type !== 'key' || actor.scopes === null || actor.scopes.includes(scope);
}

/** A signed-in admin or a key without explicit scopes. */
export function actsAsAdmin(actor: Actor): boolean {
  if (actor.type === 'user') return roleReaches(actor.role, 'admin');
  return actor.type !== 'key' || actor.scopes === null;
}

/** Other actors see masked secrets. */
export const seesSecrets = actsAsAdmin;

/** Whether the actor may grant `role` or act on someone who has it. No one can exceed their own role. */
export function mayGrant(actor: Actor, role: Role): boolean {
  if (actor.type === 'user') return roleReaches(actor.role, role);
  if (actor.type === 'key') return roleReaches('admin', role);
  return true;
}
