// Single sign-on by OpenID Connect, and whether people may also sign in with a password.
import type { SettingsReader } from './reader.ts';
import { OIDC_CLIENT_AUTH, OIDC_ROLES, type OidcConfig, type OidcRole } from './settings.ts';

const PREFIX = 'TRACEWELL_OIDC';
const DEFAULT_SCOPES = 'openid email profile';
/** Without TLS, anyone on the way could sign in as anyone. */
const LOOPBACK = /^http:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?(?:\/|$)/;

const NAMES = [
  'ISSUER',
  'CLIENT_ID',
  'CLIENT_SECRET',
  'CLIENT_AUTH',
  'NAME',
  'SCOPES',
  'ACCOUNT',
  'ALLOWED_DOMAINS',
  'ALLOWED_GROUPS',
  'GROUPS_CLAIM',
  'ROLE_MAP',
  'DEFAULT_ROLE',
  'CREATE_USERS',
] as const;

interface SignInConfig {
  oidc: OidcConfig | null;
  passwordLogin: boolean;
}

export function readSignIn(reader: SettingsReader): SignInConfig {
  const oidc = readOidc(reader);
  const passwordLogin = reader.flag('TRACEWELL_PASSWORD_LOGIN', true);
  if (!passwordLogin && !isSet(reader))
    reader.fault(
      'TRACEWELL_PASSWORD_LOGIN',
      `can be off only with single sign-on (${PREFIX}_ISSUER); otherwise no one could sign in.`,
    );
  return { oidc, passwordLogin };
}

const isSet = (reader: SettingsReader): boolean =>
  NAMES.some((name) => reader.text(`${PREFIX}_${name}`) !== null);

function readOidc(reader: SettingsReader): OidcConfig | null {
  if (!isSet(reader)) return null;
  const text = (name: (typeof NAMES)[number]) => reader.text(`${PREFIX}_${name}`);
  const issuer = readIssuer(reader);
  const clientId = text('CLIENT_ID');
  if (clientId === null)
    reader.fault(`${PREFIX}_CLIENT_ID`, 'must be set: the provider shows it where the client is registered.');
  const scopes = text('SCOPES') ?? DEFAULT_SCOPES;
  if (!scopes.split(/\s+/).includes('openid'))
    reader.fault(`${PREFIX}_SCOPES`, `must contain openid, as in "${DEFAULT_SCOPES}".`);
  const allowedDomains = readDomains(reader);
  const allowedGroups = reader.list(`${PREFIX}_ALLOWED_GROUPS`, []);
  const rules: Omit<OidcConfig, 'issuer' | 'clientId'> = {
    clientSecret: text('CLIENT_SECRET'),
    clientAuth: reader.oneOf(`${PREFIX}_CLIENT_AUTH`, OIDC_CLIENT_AUTH, 'auto'),
    name: text('NAME') ?? 'single sign-on',
    scopes,
    accountId: text('ACCOUNT'),
    allowedDomains,
    allowedGroups,
    groupsClaim: text('GROUPS_CLAIM') ?? 'groups',
    roleMap: readRoleMap(reader),
    defaultRole: readDefaultRole(reader),
    // Without a rule, everyone whom a public provider knows would get in.
    createUsers: reader.flag(`${PREFIX}_CREATE_USERS`, allowedDomains.length + allowedGroups.length > 0),
  };
  return issuer === null || clientId === null ? null : { issuer, clientId, ...rules };
}

function readIssuer(reader: SettingsReader): string | null {
  const name = `${PREFIX}_ISSUER`;
  if (reader.text(name) === null) {
    reader.fault(name, 'must be set to use single sign-on, such as https://login.example.com.');
    return null;
  }
  const issuer = reader.url(name, ['http', 'https']);
  if (issuer === null) return null;
  const { username, search, hash, protocol } = new URL(issuer);
  if (username !== '' || search !== '' || hash !== '') {
    reader.fault(name, 'must be an address without a user, a query or a fragment.');
    return null;
  }
  if (protocol === 'http:' && !LOOPBACK.test(issuer)) {
    reader.fault(name, 'must begin with https://; plain http:// is for a provider on this machine only.');
    return null;
  }
  return issuer;
}

function readDomains(reader: SettingsReader): string[] {
  const name = `${PREFIX}_ALLOWED_DOMAINS`;
  return reader.list(name, []).map((text) => {
    const domain = text.replace(/^@/, '').toLowerCase();
    if (!/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(domain))
      reader.fault(name, `must list domains such as example.com; "${text}" is not one.`);
    return domain;
  });
}

/** The role is behind the last colon, because names of groups may contain colons. */
function readRoleMap(reader: SettingsReader): OidcConfig['roleMap'] {
  const name = `${PREFIX}_ROLE_MAP`;
  return reader.list(name, []).flatMap((text) => {
    const at = text.lastIndexOf(':');
    const group = text.slice(0, Math.max(at, 0)).trim();
    const role = OIDC_ROLES.find((known) => known === text.slice(at + 1).trim());
    if (group !== '' && role !== undefined) return [{ group, role }];
    reader.fault(
      name,
      `must list group:role with the roles ${OIDC_ROLES.join(', ')}; "${text}" is not that.`,
    );
    return [];
  });
}

function readDefaultRole(reader: SettingsReader): OidcRole | null {
  const role = reader.oneOf(`${PREFIX}_DEFAULT_ROLE`, [...OIDC_ROLES, 'none'] as const, 'member');
  return role === 'none' ? null : role;
}
