import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './env.ts';

const OIDC = {
  TRACEWELL_OIDC_ISSUER: 'https://login.example.com/realms/acme',
  TRACEWELL_OIDC_CLIENT_ID: 'tracewell',
  TRACEWELL_OIDC_CLIENT_SECRET: 'hunter2-secret',
};

function faultsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}

describe('single sign-on', () => {
  it('is off unless it is set, and passwords are on', () => {
    expect(readConfig({})).toMatchObject({ oidc: null, passwordLogin: true });
  });

  it('takes an issuer and a client, and has defaults for the rest', () => {
    expect(readConfig(OIDC).oidc).toEqual({
      issuer: 'https://login.example.com/realms/acme',
      clientId: 'tracewell',
      clientSecret: 'hunter2-secret',
      clientAuth: 'auto',
      name: 'single sign-on',
      scopes: 'openid email profile',
      accountId: null,
      allowedDomains: [],
      allowedGroups: [],
      groupsClaim: 'groups',
      roleMap: [],
      defaultRole: 'member',
      createUsers: false,
    });
  });

  it('creates users by itself only where a domain or a group limits who they are', () => {
    const creates = (more: Record<string, string>) => readConfig({ ...OIDC, ...more }).oidc?.createUsers;
    expect(creates({ TRACEWELL_OIDC_ALLOWED_DOMAINS: 'example.com' })).toBe(true);
    expect(creates({ TRACEWELL_OIDC_ALLOWED_GROUPS: 'staff' })).toBe(true);
    expect(creates({ TRACEWELL_OIDC_CREATE_USERS: 'true' })).toBe(true);
  });

  it('reads domains, groups and roles; the role is behind the last colon', () => {
    const { oidc, passwordLogin } = readConfig({
      ...OIDC,
      TRACEWELL_OIDC_ALLOWED_DOMAINS: 'Example.com, @example.org',
      TRACEWELL_OIDC_ALLOWED_GROUPS: '/staff, ops',
      TRACEWELL_OIDC_ROLE_MAP: 'urn:acme:admins:admin, /staff : viewer',
      TRACEWELL_OIDC_DEFAULT_ROLE: 'none',
      TRACEWELL_OIDC_CREATE_USERS: 'false',
      TRACEWELL_PASSWORD_LOGIN: 'false',
    });
    expect(oidc).toMatchObject({
      allowedDomains: ['example.com', 'example.org'],
      allowedGroups: ['/staff', 'ops'],
      roleMap: [
        { group: 'urn:acme:admins', role: 'admin' },
        { group: '/staff', role: 'viewer' },
      ],
      defaultRole: null,
      createUsers: false,
    });
    expect(passwordLogin).toBe(false);
  });

  it('takes plain HTTP on this machine only', () => {
    for (const issuer of ['http://localhost:8080', 'http://127.0.0.1:8080/realms/a', 'http://[::1]'])
      expect(readConfig({ ...OIDC, TRACEWELL_OIDC_ISSUER: issuer }).oidc?.issuer).toBe(issuer);
    for (const issuer of [
      'http://login.example.com',
      'http://localhost.example.com',
      'http://127.0.0.1.example.com',
    ])
      expect(faultsOf({ ...OIDC, TRACEWELL_OIDC_ISSUER: issuer })).toHaveLength(1);
  });

  it.each([
    ['TRACEWELL_OIDC_ISSUER', ''],
    ['TRACEWELL_OIDC_ISSUER', 'login.example.com'],
    ['TRACEWELL_OIDC_ISSUER', 'https://user:hunter2@login.example.com'],
    ['TRACEWELL_OIDC_ISSUER', 'https://login.example.com/?a=b'],
    ['TRACEWELL_OIDC_CLIENT_ID', ''],
    ['TRACEWELL_OIDC_CLIENT_AUTH', 'jwt'],
    ['TRACEWELL_OIDC_SCOPES', 'email profile'],
    ['TRACEWELL_OIDC_ALLOWED_DOMAINS', 'example'],
    ['TRACEWELL_OIDC_ALLOWED_DOMAINS', 'ada@example.com'],
    ['TRACEWELL_OIDC_ROLE_MAP', 'admins'],
    ['TRACEWELL_OIDC_ROLE_MAP', ':admin'],
    ['TRACEWELL_OIDC_ROLE_MAP', 'admins:root'],
    ['TRACEWELL_OIDC_DEFAULT_ROLE', 'root'],
    ['TRACEWELL_OIDC_CREATE_USERS', 'maybe'],
  ])('does not start with %s "%s", and repeats no secret', (name, value) => {
    const faults = faultsOf({ ...OIDC, [name]: value });
    expect(faults.map((fault) => fault.split(' ', 1)[0])).toEqual([name]);
    expect(faults.join()).not.toContain('hunter2');
  });

  it('passwords cannot be off without it', () => {
    expect(faultsOf({ TRACEWELL_PASSWORD_LOGIN: 'false' })).toEqual([
      'TRACEWELL_PASSWORD_LOGIN can be off only with single sign-on (TRACEWELL_OIDC_ISSUER); otherwise no one could sign in.',
    ]);
  });
});
