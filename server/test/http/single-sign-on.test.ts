import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#lib/clock';
import type { OidcConfig } from '#config';
import { makeResetLink } from '#features/auth';
import { firstStart } from '#features/first-start';
import { PASSWORD, type TestAccount, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import { overtakeFirstLook } from '#test/support/overtaken';
import { runJobs } from '#test/support/run-jobs';
import { openMailbox } from '#test/support/smtp';
import {
  openSsoProvider,
  ProviderBrowser,
  type ProviderPerson,
  type TestSsoProvider,
} from '#test/support/sso-provider';
import {
  comeIn,
  finishSso,
  openSsoApp,
  passProvider,
  SERVICE,
  startSso,
  type SsoAppOptions,
  type SsoFinished,
} from '#test/support/sso-world';

let provider: TestSsoProvider;
/** Puts only the subject into the ID token. */
let thin: TestSsoProvider;

const person = (name: string, more: ProviderPerson = {}): ProviderPerson => ({
  email: `${name}@example.com`,
  email_verified: true,
  name: `${name} of Acme`,
  ...more,
});

beforeAll(async () => {
  provider = await openSsoProvider({ clientUrl: SERVICE, people: {} });
  thin = await openSsoProvider({ clientUrl: SERVICE, people: {}, thinIdToken: true, noEndSession: true });
});
afterAll(() => Promise.all([provider.close(), thin.close()]));
beforeEach(() => {
  provider.people = { ada: person('ada'), bob: person('bob') };
  thin.people = provider.people;
});

interface World {
  app: TestApp;
  account: TestAccount;
  owner: Awaited<ReturnType<TestAccount['member']>>;
}

async function openWorld(oidc: Partial<OidcConfig> = {}, more: SsoAppOptions = {}): Promise<World> {
  const app = await openSsoApp({ ...more, oidc }, provider.issuer);
  const account = await app.account();
  return { app, account, owner: await account.member('owner') };
}

const sessionOf = async (app: TestApp, cookie: string) =>
  (await app.call('GET', '/v1/auth/session', undefined, { cookie })).json();

const roleIn = async (world: World, who: string): Promise<unknown> => {
  const { reason, cookie } = await comeIn(world.app, provider, who);
  return reason ?? (await sessionOf(world.app, cookie)).role;
};

const membersOf = async ({ account }: World) =>
  (await account.call('GET', '/v1/team/members')).json().members as Record<string, unknown>[];

interface Entry {
  action: string;
  actorId: string;
  targetType: string;
  targetId: string;
  metadata: Record<string, unknown>;
}

/** Newest last, without the entries of the setup. */
const auditOf = async ({ account }: Pick<World, 'account'>): Promise<Entry[]> => {
  const { entries } = (await account.call('GET', '/v1/audit?limit=50')).json() as { entries: Entry[] };
  return entries.toReversed().filter(({ actorId }) => ['sso', 'login'].includes(actorId));
};

const actions = (entries: readonly Entry[]) => entries.map(({ action }) => action);

describe('signing in', () => {
  it('creates a member, with the same session as a password, and recognises the user afterwards', async () => {
    const world = await openWorld();
    const { app, account } = world;
    const started = await startSso(app, '/calls');
    expect(started.reply.statusCode).toBe(302);
    expect(Object.fromEntries(started.address.searchParams)).toMatchObject({
      client_id: 'tracewell',
      response_type: 'code',
      redirect_uri: `${SERVICE}/v1/auth/oidc/callback`,
      scope: 'openid email profile groups',
      code_challenge_method: 'S256',
    });
    const { reply, location, cookie, reason } = await comeIn(app, provider, 'ada', '/calls');
    expect([reply.statusCode, reason, location]).toEqual([302, null, `${SERVICE}/calls`]);
    expect(String(reply.headers['set-cookie'])).toMatch(
      /tracewell_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Expires=.*tracewell_device=/,
    );
    const session = await sessionOf(app, cookie);
    expect(session).toEqual({
      user: {
        id: expect.stringMatching(/^usr_/),
        email: 'ada@example.com',
        name: 'ada of Acme',
        hasPassword: false,
      },
      account: { id: account.id, name: 'Test', plan: 'team' },
      role: 'member',
    });
    expect((await comeIn(app, provider, 'ada')).reason).toBeNull();
    expect((await membersOf(world)).map(({ email, signsInWith }) => [email, signsInWith])).toEqual([
      [world.owner.email, ['password']],
      ['ada@example.com', ['sso']],
    ]);
    const entries = await auditOf(world);
    expect(actions(entries)).toEqual(['user.create', 'user.login', 'user.login']);
    expect(entries[0]).toMatchObject({
      targetId: session.user.id,
      metadata: { method: 'sso', email: 'ada@example.com', role: 'member', issuer: provider.issuer },
    });
    expect(entries[1]?.metadata).toEqual({ method: 'sso' });
    // No password was set, and none works.
    for (const password of ['', PASSWORD]) {
      const login = await app.call('POST', '/v1/auth/login', { email: 'ada@example.com', password });
      expect(login.statusCode).toBe(401);
    }
  });

  it('in two windows concurrently creates one user', async () => {
    const world = await openWorld();
    provider.who = 'ada';
    const started = await Promise.all([1, 2, 3].map(() => startSso(world.app)));
    const backs = await Promise.all(started.map(({ address }) => passProvider(address)));
    const finished = await Promise.all(
      started.map(({ cookie }, at) => finishSso(world.app, backs[at]?.href ?? '', cookie)),
    );
    expect(finished.map(({ reason }) => reason)).toEqual([null, null, null]);
    expect(await membersOf(world)).toHaveLength(2);
    expect(actions(await auditOf(world)).filter((action) => action === 'user.create')).toHaveLength(1);
  });

  it('a window that looked for the identity just before another one created it signs in too', async () => {
    const world = await openWorld();
    const { app } = world;
    provider.who = 'ada';
    const [slow, quick] = await Promise.all([startSso(app), startSso(app)]);
    const [slowBack, quickBack] = await Promise.all([
      passProvider(slow.address),
      passProvider(quick.address),
    ]);
    let other: SsoFinished | null = null;
    overtakeFirstLook(app.services.metadata.reader, 'identities', async () => {
      other = await finishSso(app, quickBack.href, quick.cookie);
    });
    const finished = await finishSso(app, slowBack.href, slow.cookie);
    expect(finished.reason).toBeNull();
    expect(other).toMatchObject({ reason: null });
    expect(await membersOf(world)).toHaveLength(2);
  });

  it('the first user of a new service becomes its owner, and the link of the first start becomes invalid', async () => {
    const app = await openSsoApp({ oidc: { roleMap: [{ group: 'x', role: 'viewer' }] } }, provider.issuer);
    const started = await firstStart(app.services);
    const { cookie } = await comeIn(app, provider, 'ada');
    expect(await sessionOf(app, cookie)).toMatchObject({
      account: { id: started?.accountId },
      role: 'owner',
    });
    const token = /#token=([\w-]+)/.exec(started?.signInLink ?? '')?.[1] ?? '';
    const claim = { token, email: 'eve@example.com', password: PASSWORD, name: 'Eve' };
    expect((await app.call('POST', '/v1/auth/claim', claim)).json().reason).toBe('invalid_token');
    const second = await comeIn(app, provider, 'bob');
    expect((await sessionOf(app, second.cookie)).role).toBe('member');
  });

  it('plan_required: an account for one user accepts no second; no_account: there is none', async () => {
    const app = await openSsoApp({}, provider.issuer);
    expect((await comeIn(app, provider, 'ada')).reason).toBe('no_account');
    await (await app.account({ plan: 'pro' })).member('owner');
    expect((await comeIn(app, provider, 'ada')).reason).toBe('plan_required');
  });

  it('joins the account that the operator names', async () => {
    const { app } = await openWorld();
    const second = await app.account({ name: 'Second' });
    await second.member('owner');
    const named = app.services.config.oidc as { accountId: string | null };
    named.accountId = second.id;
    const { cookie } = await comeIn(app, provider, 'ada');
    expect((await sessionOf(app, cookie)).account.name).toBe('Second');
  });

  it('from another address of the service, redirects to the public one first, once', async () => {
    const { app } = await openWorld();
    const sent = await app.call('GET', '/v1/auth/oidc/login?next=/calls', undefined, {
      host: '10.0.0.5:4318',
    });
    expect(sent.headers.location).toBe(`${SERVICE}/v1/auth/oidc/login?here=true&next=%2Fcalls`);
    const again = await app.call('GET', '/v1/auth/oidc/login?here=true', undefined, { host: 'inner:4318' });
    expect(String(again.headers.location)).toMatch(`${provider.issuer}/auth?`);
  });

  it('cancelled, and an unavailable provider', async () => {
    const { app } = await openWorld();
    expect((await comeIn(app, provider, 'nobody')).reason).toBe('cancelled');
    const away = await openSsoProvider({ clientUrl: SERVICE, people: {} });
    await away.close();
    const lost = await openSsoApp({}, away.issuer);
    const { reply, address } = await startSso(lost, '/calls');
    expect([reply.statusCode, address.pathname, address.searchParams.get('sso')]).toEqual([
      302,
      '/signin',
      'provider_unreachable',
    ]);
  });

  it('404 without settings, and the methods say so', async () => {
    const { app } = await openWorld();
    expect((await app.call('GET', '/v1/auth/methods')).json()).toEqual({
      password: true,
      sso: { name: 'Acme Login' },
    });
    const without = await openSsoApp({ config: { oidc: null } }, provider.issuer);
    expect((await without.call('GET', '/v1/auth/methods')).json()).toEqual({ password: true, sso: null });
    for (const path of ['login', 'callback?code=a&state=b'])
      expect((await without.call('GET', `/v1/auth/oidc/${path}`)).statusCode).toBe(404);
  });
});

describe('email', () => {
  it('verified: links the existing user, who keeps password, role and id', async () => {
    const world = await openWorld();
    provider.people['ada'] = person('ada', { email: world.owner.email.toUpperCase() });
    const { cookie } = await comeIn(world.app, provider, 'ada');
    expect(await sessionOf(world.app, cookie)).toMatchObject({
      user: { id: world.owner.userId, hasPassword: true },
      role: 'owner',
    });
    expect(actions(await auditOf(world))).toEqual(['user.link_identity', 'user.login']);
    expect((await membersOf(world))[0]?.['signsInWith']).toEqual(['password', 'sso']);
    const login = { email: world.owner.email, password: PASSWORD };
    expect((await world.app.call('POST', '/v1/auth/login', login)).statusCode).toBe(200);
    // From now on the identity counts, not the email.
    provider.people['ada'] = { name: 'Ada' };
    expect(await roleIn(world, 'ada')).toBe('owner');
  });

  it('email_unverified, email_missing: neither links nor creates', async () => {
    const world = await openWorld();
    for (const [reason, claims] of [
      ['email_unverified', { email_verified: false }],
      ['email_unverified', { email_verified: undefined }],
      ['email_missing', { email: undefined }],
      ['email_missing', { email: 'not an address' }],
    ] as const) {
      provider.people['ada'] = person('ada', { email: world.owner.email, ...claims } as ProviderPerson);
      expect(await roleIn(world, 'ada')).toBe(reason);
      const [last] = (await auditOf(world)).slice(-1);
      expect(last).toMatchObject({
        action: 'user.login_refused',
        targetType: 'identity',
        metadata: { method: 'sso', reason },
      });
    }
    expect((await membersOf(world)).map(({ signsInWith }) => signsInWith)).toEqual([['password']]);
  });

  it('other_identity: a reassigned address does not open the account of its former owner', async () => {
    const world = await openWorld();
    expect(await roleIn(world, 'ada')).toBe('member');
    provider.people['eve'] = person('ada');
    expect(await roleIn(world, 'eve')).toBe('other_identity');
    expect(await roleIn(world, 'ada')).toBe('member');
  });

  it('email_taken: with open sign-up, a user with the same email may be a stranger, and is not linked', async () => {
    const world = await openWorld({}, { config: { openSignup: true } });
    const stranger = { email: 'ada@example.com', password: PASSWORD, name: 'Not Ada' };
    expect((await world.app.call('POST', '/v1/auth/signup', stranger)).statusCode).toBe(201);
    expect(await roleIn(world, 'ada')).toBe('email_taken');
    expect(await roleIn(world, 'bob')).toBe('member');
    expect(await roleIn(world, 'bob')).toBe('member');
  });

  it('only at the userinfo endpoint: is read there', async () => {
    const app = await openSsoApp({ oidc: { allowedGroups: ['staff'] } }, thin.issuer);
    await (await app.account()).member('owner');
    thin.people['ada'] = person('ada', { groups: ['staff'] });
    const { reason, cookie } = await comeIn(app, thin, 'ada');
    expect([reason, (await sessionOf(app, cookie)).user.email]).toEqual([null, 'ada@example.com']);
    expect((await comeIn(app, thin, 'bob')).reason).toBe('group_missing');
  });
});

describe('rules', () => {
  it('email_domain: another domain, also one with the same ending, and an unverified address', async () => {
    const world = await openWorld({ allowedDomains: ['example.com', 'example.org'] });
    for (const [email, outcome] of [
      ['Ada@Example.COM', 'member'],
      ['ada@example.org', 'other_identity'],
      ['eve@evil-example.com', 'email_domain'],
      ['eve@example.com.evil.org', 'email_domain'],
      ['eve@sub.example.com', 'email_domain'],
    ] as const) {
      const who = email === 'ada@example.org' ? 'bob' : email;
      provider.people[who] = person('x', { email: outcome === 'other_identity' ? 'ada@example.com' : email });
      expect([email, await roleIn(world, who)]).toEqual([email, outcome]);
    }
    provider.people['ada@verified'] = person('x', { email_verified: false });
    expect(await roleIn(world, 'ada@verified')).toBe('email_unverified');
    // The rule also applies to existing users.
    provider.people['Ada@Example.COM'] = person('ada', { email: 'ada@gmail.example' });
    expect(await roleIn(world, 'Ada@Example.COM')).toBe('email_domain');
    const refused = (await auditOf(world)).findLast(({ action }) => action === 'user.login_refused');
    expect(refused).toMatchObject({ targetType: 'user', metadata: { reason: 'email_domain' } });
  });

  it('group_missing: none of the groups, no groups, groups in another format', async () => {
    const world = await openWorld({ allowedGroups: ['/staff', 'ops'] });
    for (const [groups, outcome] of [
      [['other', '/staff'], 'member'],
      ['ops', 'member'],
      [['/staff/sub', 'OPS'], 'group_missing'],
      [[], 'group_missing'],
      [undefined, 'group_missing'],
      [{ '/staff': true }, 'group_missing'],
    ] as const) {
      provider.people['ada'] = person('ada', { groups });
      expect([groups, await roleIn(world, 'ada')]).toEqual([groups, outcome]);
    }
  });

  it('groups are found in a nested claim', async () => {
    const world = await openWorld({ allowedGroups: ['staff'], groupsClaim: 'realm_access.roles' });
    provider.people['ada'] = person('ada', { realm_access: { roles: ['staff'] } });
    expect(await roleIn(world, 'ada')).toBe('member');
    expect(await roleIn(world, 'bob')).toBe('group_missing');
  });

  it('the map sets the role at every sign-in, up and down; the highest counts', async () => {
    const roleMap = [
      { group: 'admins', role: 'admin' },
      { group: 'readers', role: 'viewer' },
    ] as const;
    const world = await openWorld({ roleMap, defaultRole: 'member' });
    for (const [groups, role] of [
      [['readers'], 'viewer'],
      [['readers', 'admins'], 'admin'],
      [['admins'], 'admin'],
      [['others'], 'member'],
      [undefined, 'member'],
      [['readers'], 'viewer'],
    ] as const) {
      provider.people['ada'] = person('ada', { groups });
      expect([groups, await roleIn(world, 'ada')]).toEqual([groups, role]);
    }
    const changes = (await auditOf(world)).filter(({ action }) => action === 'member.change_role');
    expect(changes.map(({ metadata: { from, to } }) => [from, to])).toEqual([
      ['viewer', 'admin'],
      ['admin', 'member'],
      ['member', 'viewer'],
    ]);
    expect(changes[0]?.actorId).toBe('sso');
  });

  it('no_role: users who match no entry of the map, without a default; without a map, roles stay', async () => {
    const strict = await openWorld({ roleMap: [{ group: 'admins', role: 'admin' }], defaultRole: null });
    expect(await roleIn(strict, 'ada')).toBe('no_role');
    provider.people['ada'] = person('ada', { groups: ['admins'] });
    expect(await roleIn(strict, 'ada')).toBe('admin');
    const free = await openWorld({ defaultRole: 'viewer' });
    expect(await roleIn(free, 'bob')).toBe('viewer');
    const bob = (await membersOf(free)).find(({ email }) => email === 'bob@example.com');
    await free.owner.call('PATCH', `/v1/team/members/${String(bob?.['userId'])}`, { role: 'admin' });
    expect(await roleIn(free, 'bob')).toBe('admin');
  });

  it('the last owner keeps the role, one of two loses it', async () => {
    const world = await openWorld({ roleMap: [{ group: 'owners', role: 'owner' }], defaultRole: 'viewer' });
    provider.people['first'] = person('first', { email: world.owner.email });
    expect(await roleIn(world, 'first')).toBe('owner');
    provider.people['ada'] = person('ada', { groups: ['owners'] });
    expect(await roleIn(world, 'ada')).toBe('owner');
    expect(await roleIn(world, 'first')).toBe('viewer');
    provider.people['ada'] = person('ada');
    expect(await roleIn(world, 'ada')).toBe('owner');
    const linked = (await auditOf(world))[0];
    expect([linked?.action, linked?.targetId]).toEqual(['user.link_identity', world.owner.userId]);
  });
});

describe('invitations and removals', () => {
  const invite = (world: World, email: string, role: string) =>
    world.account.call('POST', '/v1/team/invitations', { email, role });

  it('not_invited: without creation, only invited users can sign in, with the role of the invitation', async () => {
    const world = await openWorld({ createUsers: false });
    expect(await roleIn(world, 'ada')).toBe('not_invited');
    const { token } = (await invite(world, 'Ada@example.com', 'admin')).json();
    provider.people['eve'] = person('ada', { email_verified: false });
    expect(await roleIn(world, 'eve')).toBe('email_unverified');
    expect(await roleIn(world, 'ada')).toBe('admin');
    expect(await roleIn(world, 'ada')).toBe('admin');
    expect((await world.account.call('GET', '/v1/team/invitations')).json().invitations[0].status).toBe(
      'accepted',
    );
    const used = await world.app.call('POST', '/v1/team/invitations/accept', {
      token,
      name: 'Eve',
      password: PASSWORD,
    });
    expect(used.json().reason).toBe('invalid_token');
  });

  it('an invitation to another account leads there', async () => {
    const world = await openWorld({ roleMap: [{ group: 'x', role: 'owner' }] });
    const other = await world.app.account({ name: 'Other' });
    await other.member('owner');
    await other.call('POST', '/v1/team/invitations', { email: 'ada@example.com', role: 'viewer' });
    provider.people['ada'] = person('ada', { groups: ['x'] });
    for (let times = 0; times < 2; times += 1) {
      const { cookie } = await comeIn(world.app, provider, 'ada');
      expect(await sessionOf(world.app, cookie)).toMatchObject({
        account: { name: 'Other' },
        role: 'viewer',
      });
    }
    expect(actions(await auditOf({ account: other }))).toEqual(['user.create', 'user.login', 'user.login']);
  });

  it('removed: a removed user needs an invitation', async () => {
    const world = await openWorld();
    const { cookie } = await comeIn(world.app, provider, 'ada');
    const { user } = await sessionOf(world.app, cookie);
    expect((await world.owner.call('DELETE', `/v1/team/members/${user.id}`)).statusCode).toBe(204);
    expect((await sessionOf(world.app, cookie)).reason).toBeDefined();
    expect(await roleIn(world, 'ada')).toBe('removed');
    await invite(world, 'ada@example.com', 'viewer');
    expect(await roleIn(world, 'ada')).toBe('viewer');
    expect((await membersOf(world)).find(({ userId }) => userId === user.id)).toMatchObject({
      role: 'viewer',
    });
  });
});

describe('without passwords', () => {
  it('403 password_login_off: every endpoint that sets or accepts one', async () => {
    const { app, account, owner } = await openWorld({}, { config: { passwordLogin: false } });
    const { token } = (
      await account.call('POST', '/v1/team/invitations', { email: 'new@example.com' })
    ).json();
    const password = PASSWORD;
    const newPassword = `${PASSWORD} staple`;
    for (const [path, body] of [
      ['auth/login', { email: owner.email, password }],
      ['auth/signup', { email: 'a@example.com', password, name: 'A' }],
      ['auth/claim', { token: 'x', email: 'a@example.com', password, name: 'A' }],
      ['auth/password-reset', { email: owner.email }],
      ['auth/password-reset/confirm', { token: 'x', newPassword }],
      ['team/invitations/accept', { token, name: 'New', password }],
    ] as const) {
      const reply = await app.call('POST', `/v1/${path}`, body);
      expect([path, reply.statusCode, reply.json().reason]).toEqual([path, 403, 'password_login_off']);
    }
    const change = await owner.call('POST', '/v1/auth/password', { currentPassword: password, newPassword });
    expect(change.json()).toEqual({
      error: 'Signing in with a password is off here. Continue with Acme Login.',
      reason: 'password_login_off',
    });
    expect((await app.call('GET', '/v1/auth/methods')).json().password).toBe(false);
    expect((await comeIn(app, provider, 'ada')).reason).toBeNull();
  });

  it('closing the account needs a sign-in within the last ten minutes instead', async () => {
    const clock = new FakeClock(Date.now());
    const world = await openWorld({ roleMap: [{ group: 'owners', role: 'owner' }] }, { clock });
    provider.people['ada'] = person('ada', { groups: ['owners'] });
    const { cookie } = await comeIn(world.app, provider, 'ada');
    const close = (body: object) =>
      world.app.call('DELETE', '/v1/account', body, { cookie, origin: SERVICE });
    clock.advance(11 * MINUTE_MS);
    for (const body of [{}, { password: '' }, { password: 'guess' }])
      expect([400, 403]).toContain((await close(body)).statusCode);
    expect((await close({})).json().reason).toBe('sign_in_again');
    clock.advance(-2 * MINUTE_MS);
    expect((await close({})).statusCode).toBe(200);
    // A user with a password still needs it.
    const asked = await world.owner.call('DELETE', '/v1/account', {});
    expect([asked.statusCode, asked.json().reason]).toEqual([400, 'password_required']);
  });

  it('a user created by single sign-on gets no password by email; the operator can set one', async () => {
    const mailbox = await openMailbox();
    const { app } = await openWorld({}, { config: { smtp: mailbox.smtp } });
    await comeIn(app, provider, 'ada');
    expect((await app.call('POST', '/v1/auth/password-reset', { email: 'ada@example.com' })).statusCode).toBe(
      204,
    );
    await runJobs(app);
    expect(mailbox.mails).toEqual([]);
    const ctx = {
      ...app.services,
      db: app.services.metadata.reader,
      actor: { type: 'operator', id: 'command' } as const,
      origin: { requestId: '', ip: null, userAgent: null, host: '', sessionToken: null, auditActions: [] },
    };
    const token = /#token=(.*)/.exec((await makeResetLink(ctx, 'ada@example.com')) ?? '')?.[1];
    const set = { token, newPassword: PASSWORD };
    expect((await app.call('POST', '/v1/auth/password-reset/confirm', set)).statusCode).toBe(204);
    const login = { email: 'ada@example.com', password: PASSWORD };
    expect((await app.call('POST', '/v1/auth/login', login)).statusCode).toBe(200);
  });
});

describe('signing out', () => {
  const signOut = (app: TestApp, cookie: string) =>
    app.call('POST', '/v1/auth/logout', undefined, { cookie, origin: SERVICE });

  it('200: ends the session here, and returns the page that ends it at the provider', async () => {
    const { app } = await openWorld();
    const { cookie } = await comeIn(app, provider, 'ada');
    const reply = await signOut(app, cookie);
    expect(reply.statusCode).toBe(200);
    expect((await app.call('GET', '/v1/auth/session', undefined, { cookie })).statusCode).toBe(401);
    const url = new URL(reply.json().endSessionUrl);
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${SERVICE}/signin`);
    // The provider accepts the address and the token.
    const page = await new ProviderBrowser().get(url);
    expect([page.status, url.origin]).toEqual([200, provider.issuer]);
    expect(await page.text()).toContain(`${provider.issuer}/session/end/confirm`);
    expect((await signOut(app, cookie)).statusCode).toBe(204);
  });

  it('204: a provider without such a page, and a session that began with a password', async () => {
    const { app, owner } = await openWorld();
    expect((await signOut(app, owner.cookie)).statusCode).toBe(204);
    const other = await openSsoApp({}, thin.issuer);
    await (await other.account()).member('owner');
    const { cookie } = await comeIn(other, thin, 'bob');
    expect((await signOut(other, cookie)).statusCode).toBe(204);
  });
});
