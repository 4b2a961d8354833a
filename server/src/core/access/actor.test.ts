import { describe, expect, it } from 'vitest';
import {
  ROLES,
  SCOPES,
  mayGrant,
  requireAccess,
  roleReaches,
  type Access,
  type Actor,
  type Role,
  type KeyScope,
} from './actor.ts';

const key = (scopes: readonly KeyScope[] | null): Actor => ({
  type: 'key',
  id: 'key_1',
  name: 'k',
  scopes,
  projectId: null,
  expiresAt: null,
});
const user = (role: Role): Actor => ({ type: 'user', id: 'usr_1', email: 'a@b.c', name: 'A', role });
const system: Actor = { type: 'system', id: 'job' };

function refusal(actor: Actor, access: Access): string | null {
  try {
    requireAccess(actor, access);
    return null;
  } catch (error) {
    return (error as { reason: string }).reason;
  }
}

describe('keys', () => {
  it('may do exactly what their scopes allow', () => {
    for (const needed of SCOPES) {
      for (const own of SCOPES) {
        expect(refusal(key([own]), { scope: needed })).toBe(own === needed ? null : 'insufficient_scope');
      }
      expect(refusal(key([]), { scope: needed })).toBe('insufficient_scope');
      expect(refusal(key(null), { scope: needed })).toBeNull();
    }
  });

  it('act as an admin, never as an owner, whatever their scopes', () => {
    expect(refusal(key(null), { scope: 'write', role: 'admin' })).toBeNull();
    expect(refusal(key(['write']), { scope: 'write', role: 'admin' })).toBeNull();
    expect(refusal(key(null), { scope: 'write', role: 'owner' })).toBe('insufficient_role');
  });

  it('manage team and keys only without explicit scopes', () => {
    expect(refusal(key([...SCOPES]), { scope: 'write', fullKey: true })).toBe('insufficient_scope');
    expect(refusal(key(null), { scope: 'write', fullKey: true })).toBeNull();
  });

  it('get an error that names the missing scope', () => {
    expect(() => requireAccess(key(['read']), { scope: 'write:records' })).toThrow('"write:records"');
  });
});

describe('people', () => {
  it('need the required role or a higher one', () => {
    for (const [have, role] of ROLES.entries()) {
      for (const [need, needed] of ROLES.entries()) {
        expect(refusal(user(role), { scope: 'read', role: needed })).toBe(
          have >= need ? null : 'insufficient_role',
        );
        expect(roleReaches(role, needed)).toBe(have >= need);
      }
    }
  });

  it('need the member role to write and any role to read, by default', () => {
    expect(refusal(user('viewer'), { scope: 'read' })).toBeNull();
    expect(refusal(user('viewer'), { scope: 'write' })).toBe('insufficient_role');
    expect(refusal(user('viewer'), { scope: 'write:records' })).toBe('insufficient_role');
    expect(refusal(user('member'), { scope: 'write', fullKey: true })).toBeNull();
  });
});

it('jobs and the operator may do everything', () => {
  expect(refusal(system, { scope: 'write', role: 'owner', fullKey: true })).toBeNull();
  expect(mayGrant(system, 'owner')).toBe(true);
});

it('no one can grant a role above their own', () => {
  for (const [have, role] of ROLES.entries()) {
    for (const [need, granted] of ROLES.entries()) expect(mayGrant(user(role), granted)).toBe(have >= need);
  }
  expect(mayGrant(key(null), 'admin')).toBe(true);
  expect(mayGrant(key(null), 'owner')).toBe(false);
});
