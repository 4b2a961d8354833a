// Reads a provider's claims about a person and applies the operator's rules. Uses neither network nor store.
import type { OidcConfig } from '#config';
import { isObject } from '#lib/is-object';
import { ROLES, roleReaches, type Role } from '#core/access/actor';
import { normalEmail } from '#services/accounts';
import { SsoRefusal } from './refusal.ts';

type Claims = Readonly<Record<string, unknown>>;

export interface Person {
  issuer: string;
  subject: string;
  /** In lower case; null if the provider named none. */
  email: string | null;
  emailVerified: boolean;
  name: string;
  groups: readonly string[];
}

const EMAIL = /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u;
const MAX_EMAIL = 254;
const MAX_NAME = 100;

const emailIn = ({ email }: Claims): string | null => {
  const text = typeof email === 'string' ? normalEmail(email) : '';
  return text.length <= MAX_EMAIL && EMAIL.test(text) ? text : null;
};

/** Entra uses `xms_edov`: it is set if the tenant has proven that it owns the domain of the email. */
const isVerified = (claims: Claims): boolean =>
  [claims['email_verified'], claims['xms_edov']].some((value) =>
    [true, 'true', 1, '1'].includes(value as string),
  );

/** An email counts as verified only if the source that names it says so. */
function readEmail(sources: readonly Claims[]): Pick<Person, 'email' | 'emailVerified'> {
  const verified = sources.find((claims) => emailIn(claims) !== null && isVerified(claims));
  const named = verified ?? sources.find((claims) => emailIn(claims) !== null);
  return { email: named ? emailIn(named) : null, emailVerified: verified !== undefined };
}

/** The claim by its name, which may contain dots itself, or by a path such as `realm_access.roles`. */
function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name
    .split('.')
    .reduce<unknown>(
      (value, part) => (isObject(value) && Object.hasOwn(value, part) ? value[part] : undefined),
      claims,
    );
}

const groupsIn = (claims: Claims, claim: string): string[] =>
  [claimAt(claims, claim)].flat().filter((value) => typeof value === 'string');

const textIn = (value: unknown): string =>
  typeof value === 'string' ? value.replaceAll(/\p{Cc}/gu, ' ').trim() : '';

function readName(sources: readonly Claims[], email: string | null): string {
  const names = sources.flatMap(({ name, preferred_username: username }) => [textIn(name), textIn(username)]);
  const name = names.find((text) => text !== '') ?? email?.split('@')[0] ?? '';
  return (name || 'Unnamed').slice(0, MAX_NAME).toWellFormed();
}

const usesGroups = ({ allowedGroups, roleMap }: OidcConfig): boolean =>
  allowedGroups.length > 0 || roleMap.length > 0;

/** Some providers put the email or the groups only into the answer of the userinfo endpoint. */
export const needsUserInfo = (config: OidcConfig, idToken: Claims): boolean =>
  !readEmail([idToken]).emailVerified ||
  (usesGroups(config) && claimAt(idToken, config.groupsClaim) === undefined);

export function readPerson(
  config: OidcConfig,
  who: Pick<Person, 'issuer' | 'subject'>,
  sources: readonly Claims[],
): Person {
  const { email, emailVerified } = readEmail(sources);
  const groups = new Set(sources.flatMap((claims) => groupsIn(claims, config.groupsClaim)));
  return { ...who, email, emailVerified, name: readName(sources, email), groups: [...groups] };
}

export function requireVerifiedEmail({ email, emailVerified }: Person): string {
  if (email === null) throw new SsoRefusal('email_missing');
  if (!emailVerified) throw new SsoRefusal('email_unverified');
  return email;
}

/** The rules that everyone has to meet at every sign-in. */
export function requireAdmitted(config: OidcConfig, person: Person): void {
  if (config.allowedDomains.length > 0) {
    const email = requireVerifiedEmail(person);
    if (!config.allowedDomains.includes(email.slice(email.lastIndexOf('@') + 1)))
      throw new SsoRefusal('email_domain');
  }
  if (config.allowedGroups.length > 0 && !config.allowedGroups.some((group) => person.groups.includes(group)))
    throw new SsoRefusal('group_missing');
}

/** The highest role that the map gives to the person's groups, or the default role; null without a map. */
export function mappedRole({ roleMap, defaultRole }: OidcConfig, { groups }: Person): Role | null {
  if (roleMap.length === 0) return null;
  const roles = new Set(roleMap.filter(({ group }) => groups.includes(group)).map(({ role }) => role));
  const highest = ROLES.findLast((role) => roles.has(role)) ?? defaultRole;
  if (highest === null) throw new SsoRefusal('no_role');
  return highest;
}

/** Whether a mapped role would take ownership away. */
export const losesOwnership = (before: Role, after: Role): boolean =>
  before === 'owner' && !roleReaches(after, 'owner');
