import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/clock';
import { firstStart } from '#features/first-start';
import type { Config } from '#config';
import { PASSWORD, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import { makePeopleApp, openPeopleApp } from '#test/support/people-app';
import { holdPassword } from '#test/support/quick-passwords';
import { openMailbox, type Mailbox } from '#test/support/smtp';
import { runJobs } from '#test/support/run-jobs';

const SIGN_UP = { email: 'Ada@Example.com', password: 'a long enough one', name: 'Ada' };
const OWN = { origin: 'http://localhost' };

const outcome = (reply: LightMyRequestResponse) => [reply.statusCode, reply.json().reason];

const cookieOf = (reply: LightMyRequestResponse): string =>
  String(reply.headers['set-cookie']).split(';')[0] ?? '';

const tokenIn = (text: string | null | undefined): string => /#token=([\w-]+)/.exec(text ?? '')?.[1] ?? '';

const logIn = (app: TestApp, email: string, password: string, headers: Record<string, string> = {}) =>
  app.call('POST', '/v1/auth/login', { email, password }, headers);

/** One app for all tests of a group. */
function sharedApp(config: Partial<Config> = {}): () => TestApp {
  let app: TestApp;
  beforeAll(async () => {
    app = await makePeopleApp({ config });
  });
  afterAll(() => app.stop());
  return () => app;
}

describe('sign-up', () => {
  it('201: the first user gets an account on Team, signed in as its owner', async () => {
    const app = await openPeopleApp();
    const reply = await app.call('POST', '/v1/auth/signup', { ...SIGN_UP, accountName: 'Engines' });
    expect(reply.statusCode).toBe(201);
    expect(reply.json()).toEqual({
      user: { id: expect.stringMatching(/^usr_/), email: 'ada@example.com', name: 'Ada', hasPassword: true },
      account: { id: expect.stringMatching(/^acc_/), name: 'Engines', plan: 'team' },
      role: 'owner',
    });
    expect(reply.body).not.toContain(SIGN_UP.password);
    const session = await app.call('GET', '/v1/auth/session', undefined, { cookie: cookieOf(reply) });
    expect(session.json()).toEqual(reply.json());
  });

  it('201: the first user takes over the account of the first start, and its link becomes invalid', async () => {
    const app = await openPeopleApp();
    const started = await firstStart(app.services);
    expect(started?.apiKey).toMatch(/^twl_/);
    expect(await firstStart(app.services)).toBeNull();
    const reply = await app.call('POST', '/v1/auth/signup', SIGN_UP);
    expect(reply.json().account).toEqual({ id: started?.accountId, name: 'My team', plan: 'team' });
    const claim = { ...SIGN_UP, email: 'bob@example.com', token: tokenIn(started?.signInLink) };
    expect(outcome(await app.call('POST', '/v1/auth/claim', claim))).toEqual([400, 'invalid_token']);
  });

  it('403 signup_closed: everyone after the first, also concurrent requests', async () => {
    const app = await openPeopleApp();
    await firstStart(app.services);
    const replies = await Promise.all(
      ['a', 'b', 'c'].map((name) =>
        app.call('POST', '/v1/auth/signup', { ...SIGN_UP, email: `${name}@example.com` }),
      ),
    );
    expect(replies.map((reply) => reply.statusCode).toSorted()).toEqual([201, 403, 403]);
    expect(outcome(await app.call('POST', '/v1/auth/signup', SIGN_UP))).toEqual([403, 'signup_closed']);
  });

  it('403 signup_closed: a user created by an operator or an account counts as the first', async () => {
    const app = await openPeopleApp();
    await (await app.account()).member('viewer');
    expect(outcome(await app.call('POST', '/v1/auth/signup', SIGN_UP))).toEqual([403, 'signup_closed']);
  });

  it('201: with open sign-up, one new user owns the first account and the others get one on Free', async () => {
    const app = await openPeopleApp({ config: { openSignup: true } });
    const started = await firstStart(app.services);
    const replies = await Promise.all(
      ['a', 'b', 'c'].map((name) =>
        app.call('POST', '/v1/auth/signup', { ...SIGN_UP, email: `${name}@example.com` }),
      ),
    );
    expect(replies.map((reply) => reply.statusCode)).toEqual([201, 201, 201]);
    const accounts = replies.map((reply) => reply.json().account);
    expect(new Set(accounts.map(({ id }) => id)).size).toBe(3);
    expect(accounts.filter(({ id }) => id === started?.accountId)).toHaveLength(1);
    expect(accounts.map(({ plan }) => plan).toSorted()).toEqual(['free', 'free', 'team']);
  });

  it('409 email_taken: an address in any spelling', async () => {
    const app = await openPeopleApp({ config: { openSignup: true } });
    await app.call('POST', '/v1/auth/signup', SIGN_UP);
    const again = await app.call('POST', '/v1/auth/signup', { ...SIGN_UP, email: 'ADA@example.COM' });
    expect(outcome(again)).toEqual([409, 'email_taken']);
  });

  it('400: no address, a password too short or too long, an empty name, an unknown field', async () => {
    const app = await openPeopleApp();
    for (const wrong of [
      { email: 'ada' },
      { email: 'ada@example.com\u0000' },
      { password: 'ninechars' },
      { password: 'x'.repeat(257) },
      { name: ' ' },
      { name: undefined },
      { role: 'owner' },
    ]) {
      const reply = await app.call('POST', '/v1/auth/signup', { ...SIGN_UP, ...wrong });
      expect([wrong, reply.statusCode]).toEqual([wrong, 400]);
      expect(reply.headers['set-cookie']).toBeUndefined();
    }
    expect((await app.call('POST', '/v1/auth/signup', SIGN_UP)).statusCode).toBe(201);
  });

  it('201: passwords of 10 and of 256 characters, of any script', async () => {
    const app = await openPeopleApp({ config: { openSignup: true } });
    for (const password of ['ten-chars!', '密'.repeat(256), ' spaces at both ends ']) {
      const email = `${password.length}@example.com`;
      expect((await app.call('POST', '/v1/auth/signup', { ...SIGN_UP, email, password })).statusCode).toBe(
        201,
      );
      expect((await logIn(app, email, password)).statusCode).toBe(200);
      expect((await logIn(app, email, `${password.slice(0, -1)}?`)).statusCode).toBe(401);
    }
  });
});

describe('the link of the first start', () => {
  it('201: the first visitor becomes the owner, and only one of many concurrent ones', async () => {
    const app = await openPeopleApp({ config: { publicUrl: 'https://tracewell.example.com' } });
    const started = await firstStart(app.services);
    expect(started?.signInLink).toMatch(/^https:\/\/tracewell\.example\.com\/welcome#token=[\w-]{43}$/);
    const token = tokenIn(started?.signInLink);
    const replies = await Promise.all(
      ['a', 'b', 'c'].map((name) =>
        app.call('POST', '/v1/auth/claim', { ...SIGN_UP, email: `${name}@example.com`, token }),
      ),
    );
    expect(replies.map((reply) => reply.statusCode).toSorted()).toEqual([201, 400, 400]);
    const won = replies.find((reply) => reply.statusCode === 201);
    expect(won?.json()).toMatchObject({ account: { id: started?.accountId, plan: 'team' }, role: 'owner' });
    expect(outcome(await app.call('POST', '/v1/auth/signup', SIGN_UP))).toEqual([403, 'signup_closed']);
  });

  it('400 invalid_token: a wrong one, and one that is a week old', async () => {
    const clock = new FakeClock();
    const app = await openPeopleApp({ clock });
    const token = tokenIn((await firstStart(app.services))?.signInLink);
    const wrong = await app.call('POST', '/v1/auth/claim', { ...SIGN_UP, token: `${token.slice(1)}A` });
    expect(outcome(wrong)).toEqual([400, 'invalid_token']);
    clock.advance(7 * DAY_MS);
    expect(outcome(await app.call('POST', '/v1/auth/claim', { ...SIGN_UP, token }))).toEqual([
      400,
      'invalid_token',
    ]);
  });

  it('409 email_taken: the link still works for another address, and no consent was stored', async () => {
    const app = await openPeopleApp();
    const started = await firstStart(app.services);
    const token = tokenIn(started?.signInLink);
    const { email } = await (await app.account()).member('member');
    const taken = await app.call('POST', '/v1/auth/claim', {
      ...SIGN_UP,
      email,
      token,
      storeMessages: true,
    });
    expect(outcome(taken)).toEqual([409, 'email_taken']);
    expect((await app.services.accounts.get(started?.accountId ?? ''))?.consents.plaintextStorage).toBe(
      false,
    );
    expect((await app.call('POST', '/v1/auth/claim', { ...SIGN_UP, token })).statusCode).toBe(201);
  });
});

describe('the question whether to store messages', () => {
  const consentOf = async (app: TestApp, reply: LightMyRequestResponse) => {
    const cookie = { cookie: cookieOf(reply) };
    const { consents } = (await app.call('GET', '/v1/account/overview', undefined, cookie)).json();
    const { entries } = (await app.call('GET', '/v1/audit', undefined, cookie)).json();
    const given = (entries as { action: string }[]).filter(({ action }) => action.endsWith('_consent'));
    return { stored: consents.plaintextStorage as boolean, given };
  };

  it('201: a yes of the owner is the consent of the account, audited as the owner’s', async () => {
    const app = await openPeopleApp();
    const started = await firstStart(app.services);
    const token = tokenIn(started?.signInLink);
    const reply = await app.call('POST', '/v1/auth/claim', { ...SIGN_UP, token, storeMessages: true });
    expect(await consentOf(app, reply)).toEqual({
      stored: true,
      given: [
        expect.objectContaining({
          action: 'account.grant_consent',
          actorType: 'user',
          actorId: reply.json().user.id,
          targetId: started?.accountId,
          metadata: { plaintextStorage: true },
        }),
      ],
    });
  });

  it.each([{ storeMessages: false }, {}])('201: without a yes nothing is stored: %j', async (answer) => {
    const app = await openPeopleApp();
    const token = tokenIn((await firstStart(app.services))?.signInLink);
    const reply = await app.call('POST', '/v1/auth/claim', { ...SIGN_UP, token, ...answer });
    expect(await consentOf(app, reply)).toEqual({ stored: false, given: [] });
  });

  it('201: sign-up also accepts it, except on Free, whose plan does not include it', async () => {
    const app = await openPeopleApp({ config: { openSignup: true } });
    const first = await app.call('POST', '/v1/auth/signup', { ...SIGN_UP, storeMessages: true });
    expect((await consentOf(app, first)).stored).toBe(true);
    const wish = { ...SIGN_UP, email: 'free@example.com', storeMessages: true };
    const free = await app.call('POST', '/v1/auth/signup', wish);
    expect(free.json().account.plan).toBe('free');
    expect(await consentOf(app, free)).toEqual({ stored: false, given: [] });
  });
});

describe('log-in and log-out', () => {
  it('200, 204: sign in, read the session, sign out, and then the cookie is invalid', async () => {
    const app = await openPeopleApp();
    const account = await app.account({ name: 'Works' });
    const person = await account.member('member');
    const reply = await logIn(app, person.email.toUpperCase(), PASSWORD);
    expect(reply.json()).toEqual({
      user: { id: person.userId, email: person.email, name: 'Tess', hasPassword: true },
      account: { id: account.id, name: 'Works', plan: 'team' },
      role: 'member',
    });
    const cookie = cookieOf(reply);
    expect((await app.call('GET', '/v1/auth/session', undefined, { cookie })).json()).toEqual(reply.json());
    const out = await app.call('POST', '/v1/auth/logout', undefined, { cookie, ...OWN });
    expect([out.statusCode, out.body]).toEqual([204, '']);
    expect(out.headers['set-cookie']).toMatch(/^tracewell_session=; .*Max-Age=0$/);
    const after = await app.call('GET', '/v1/auth/session', undefined, { cookie });
    expect(outcome(after)).toEqual([401, 'invalid_session']);
    const twice = await app.call('POST', '/v1/auth/logout', undefined, { cookie, ...OWN });
    expect(twice.statusCode).toBe(204);
    expect((await app.call('POST', '/v1/auth/logout')).statusCode).toBe(204);
    const { entries } = (await account.call('GET', '/v1/audit')).json();
    expect(entries.slice(0, 2)).toMatchObject([
      { action: 'user.logout', actorId: person.userId },
      { action: 'user.login', targetId: person.userId, ip: '127.0.0.1' },
    ]);
    // The other session of the same user is still valid.
    expect((await person.call('GET', '/v1/auth/session')).statusCode).toBe(200);
  });

  it('401 invalid_login: the same answer for a wrong password and an unknown address', async () => {
    const app = await openPeopleApp();
    const person = await (await app.account()).member('member');
    const [wrong, unknown] = [
      await logIn(app, person.email, 'not the password'),
      await logIn(app, 'nobody@example.com', PASSWORD),
    ];
    expect(outcome(wrong)).toEqual([401, 'invalid_login']);
    expect(unknown.json()).toEqual(wrong.json());
    expect(wrong.headers['set-cookie']).toBeUndefined();
  });

  it('401 invalid_session: a cookie that was tampered with, was invented, or has expired', async () => {
    const clock = new FakeClock();
    const app = await openPeopleApp({ clock });
    const { cookie } = await (await app.account()).member('owner');
    const flipped = cookie.slice(0, -1) + (cookie.endsWith('A') ? 'B' : 'A');
    for (const tampered of [flipped, `${cookie}A`, 'tracewell_session=x', 'tracewell_session=%00']) {
      const reply = await app.call('GET', '/v1/auth/session', undefined, { cookie: tampered });
      expect(outcome(reply)).toEqual([401, 'invalid_session']);
    }
    const other = await app.call('GET', '/v1/auth/session', undefined, { cookie: 'session=x' });
    expect(outcome(other)).toEqual([401, 'missing_credential']);
    clock.advance(30 * DAY_MS - 1);
    expect((await app.call('GET', '/v1/auth/session', undefined, { cookie })).statusCode).toBe(200);
    clock.advance(1);
    expect(outcome(await app.call('GET', '/v1/auth/session', undefined, { cookie }))).toEqual([
      401,
      'invalid_session',
    ]);
  });

  it('401 session_required: an API key is not a session', async () => {
    const app = await openPeopleApp();
    const account = await app.account();
    expect(outcome(await account.call('GET', '/v1/auth/session'))).toEqual([401, 'session_required']);
    const change = { currentPassword: PASSWORD, newPassword: 'another long one' };
    expect(outcome(await account.call('POST', '/v1/auth/password', change))).toEqual([
      401,
      'session_required',
    ]);
  });

  it('400, 415: a body that is not a JSON object, or not declared as JSON', async () => {
    const app = await openPeopleApp();
    for (const body of ['{', '[]', 'null', '']) {
      const headers = { 'content-type': 'application/json' };
      expect((await app.call('POST', '/v1/auth/login', body, headers)).statusCode).toBe(400);
    }
    const form = await app.call('POST', '/v1/auth/login', 'email=a', {
      'content-type': 'application/x-www-form-urlencoded',
    });
    expect(outcome(form)).toEqual([415, 'unsupported_media_type']);
  });
});

describe('the cookie', () => {
  const shared = sharedApp();

  it.each([
    ['localhost', false],
    ['localhost:4318', false],
    ['127.0.0.1:4318', false],
    ['127.8.9.10', false],
    ['[::1]:4318', false],
    ['tracewell.example.com', true],
    ['192.168.1.20:4318', true],
    ['localhost.example.com', true],
    ['127.0.0.1.example.com', true],
  ])('200: at %s it is HttpOnly and Lax; Secure: %s', async (host, secure) => {
    const app = shared();
    const person = await (await app.account()).member('member');
    const reply = await logIn(app, person.email, PASSWORD, { host });
    const cookies = [reply.headers['set-cookie']].flat().map((cookie) => String(cookie).split('; ').slice(1));
    expect(cookies).toHaveLength(2);
    for (const flags of cookies)
      expect(flags).toEqual([
        'Path=/',
        'HttpOnly',
        'SameSite=Lax',
        ...(secure ? ['Secure'] : []),
        expect.stringMatching(/^Expires=\w{3}, .* GMT$/),
      ]);
    const out = await app.call('POST', '/v1/auth/logout', undefined, {
      host,
      origin: `http://${host}`,
      cookie: cookieOf(reply),
    });
    expect(String(out.headers['set-cookie']).includes('Secure')).toBe(secure);
  });
});

describe('CSRF', () => {
  const shared = sharedApp({
    publicUrl: 'https://tracewell.example.com',
    allowedOrigins: ['https://dashboard.example.com'],
  });

  it.each([
    ['its own Origin', { origin: 'http://localhost' }],
    ['its own Origin over TLS', { origin: 'https://localhost' }],
    ['the public address', { origin: 'https://tracewell.example.com' }],
    ['an allow-listed Origin', { origin: 'https://dashboard.example.com' }],
    ['its own Referer, without Origin', { referer: 'http://localhost/settings?tab=1' }],
    ['an allow-listed Referer, without Origin', { referer: 'https://dashboard.example.com/x' }],
  ])('201: a change with a cookie and %s', async (_, headers) => {
    const app = shared();
    const { cookie } = await (await app.account()).member('owner');
    const reply = await app.call('POST', '/v1/projects', { name: 'New' }, { cookie, ...headers });
    expect(reply.statusCode).toBe(201);
  });

  it.each([
    ['neither Origin nor Referer', {}],
    ['a foreign Origin', { origin: 'https://evil.example' }],
    [
      'a foreign Origin and its own Referer',
      { origin: 'https://evil.example', referer: 'http://localhost/' },
    ],
    ['the Origin of an opaque document', { origin: 'null' }],
    ['another port', { origin: 'http://localhost:8080' }],
    ['a name with the same prefix', { origin: 'https://dashboard.example.com.evil.example' }],
    ['an allow-listed name with another scheme', { origin: 'http://dashboard.example.com' }],
    ['a foreign Referer', { referer: 'https://evil.example/http://localhost/' }],
    ['a Referer that is not a URL', { referer: 'localhost' }],
    ['a URL of another kind', { origin: 'ftp://localhost' }],
  ])('403 csrf: a change with a cookie and %s', async (_, headers) => {
    const app = shared();
    const account = await app.account();
    const { cookie } = await account.member('owner');
    const reply = await app.call('POST', '/v1/projects', { name: 'New' }, { cookie, ...headers });
    expect(outcome(reply)).toEqual([403, 'csrf']);
    expect((await account.call('GET', '/v1/projects')).json().projects).toHaveLength(1);
    // A read changes nothing, and a browser never sends a key by itself.
    expect((await app.call('GET', '/v1/projects', undefined, { cookie, ...headers })).statusCode).toBe(200);
    expect((await account.call('POST', '/v1/projects', { name: 'By key' }, headers)).statusCode).toBe(201);
  });

  it.each([
    ['PUT', '/v1/account/consents/pii-redaction'],
    ['PATCH', '/v1/projects/:project'],
    ['DELETE', '/v1/projects/:project'],
  ])('403 csrf: %s is a change too', async (method, url) => {
    const app = shared();
    const account = await app.account();
    const { cookie } = await account.member('owner');
    const asked = url.replace(':project', account.projectId);
    const foreign = { cookie, origin: 'https://evil.example' };
    const body = method === 'PATCH' ? { name: 'Theirs' } : undefined;
    expect(outcome(await app.call(method, asked, body, foreign))).toEqual([403, 'csrf']);
  });

  it('403 csrf: another site cannot sign a browser out or in', async () => {
    const app = shared();
    const person = await (await app.account()).member('owner');
    const foreign = { cookie: person.cookie, origin: 'https://evil.example' };
    expect(outcome(await app.call('POST', '/v1/auth/logout', undefined, foreign))).toEqual([403, 'csrf']);
    expect(outcome(await logIn(app, person.email, PASSWORD, foreign))).toEqual([403, 'csrf']);
    expect((await person.call('GET', '/v1/auth/session')).statusCode).toBe(200);
  });
});

describe('the limit on failed log-ins', () => {
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const behindProxy = { config: { trustProxyHops: 1 } };

  it('429: the eleventh try for one email from any address, with Retry-After; even with the right password', async () => {
    const clock = new FakeClock();
    const app = await openPeopleApp({ clock, ...behindProxy });
    const person = await (await app.account()).member('member');
    for (let n = 0; n < 10; n += 1) {
      expect((await logIn(app, person.email, 'not the password', from(`10.0.0.${n}`))).statusCode).toBe(401);
    }
    clock.advance(2 * MINUTE_MS);
    for (const password of ['not the password', PASSWORD]) {
      const reply = await logIn(app, person.email.toUpperCase(), password, from('10.0.1.1'));
      expect(outcome(reply)).toEqual([429, 'rate_limited']);
      expect(reply.headers['retry-after']).toBe('180');
    }
    clock.advance(3 * MINUTE_MS);
    expect((await logIn(app, person.email, PASSWORD, from('10.0.1.1'))).statusCode).toBe(200);
  });

  it('429: the eleventh failure from one address, for any user; others can sign in', async () => {
    const app = await openPeopleApp({ clock: new FakeClock(), ...behindProxy });
    const person = await (await app.account()).member('member');
    for (let n = 0; n < 10; n += 1) {
      const reply = await logIn(app, `guess-${n}@example.com`, 'not the password', from('10.0.0.1'));
      expect(reply.statusCode).toBe(401);
    }
    expect(outcome(await logIn(app, person.email, PASSWORD, from('10.0.0.1')))).toEqual([
      429,
      'rate_limited',
    ]);
    expect((await logIn(app, person.email, PASSWORD, from('10.0.0.2'))).statusCode).toBe(200);
  });

  it('200: any number of sign-ins, with nine failures in between', async () => {
    const app = await openPeopleApp({ clock: new FakeClock() });
    const person = await (await app.account()).member('member');
    for (let n = 0; n < 9; n += 1) {
      expect((await logIn(app, person.email, PASSWORD)).statusCode).toBe(200);
      expect((await logIn(app, person.email, 'not the password')).statusCode).toBe(401);
    }
    for (let n = 0; n < 4; n += 1) expect((await logIn(app, person.email, PASSWORD)).statusCode).toBe(200);
  });

  it('429: many concurrent guesses do not get around it', async () => {
    const app = await openPeopleApp({ clock: new FakeClock() });
    const person = await (await app.account()).member('member');
    // The right guess has passed the first check before any other failed, and is verified after them.
    const held = holdPassword(PASSWORD);
    const right = logIn(app, person.email, PASSWORD);
    await held.reached;
    const guesses = await Promise.all(
      Array.from({ length: 23 }, (_, n) => logIn(app, person.email, `guess number ${n}`)),
    ).finally(held.release);
    const failed = guesses.filter((reply) => reply.statusCode === 401);
    expect(failed.length).toBeLessThanOrEqual(10);
    expect(guesses.filter((reply) => reply.statusCode === 429)).toHaveLength(23 - failed.length);
    expect((await right).statusCode).toBe(429);
  });
});

describe('password change', () => {
  it('204: the new one signs in, the old one does not, and other browsers are signed out', async () => {
    const app = await openPeopleApp();
    const person = await (await app.account()).member('viewer');
    const elsewhere = cookieOf(await logIn(app, person.email, PASSWORD));
    const reply = await person.call('POST', '/v1/auth/password', {
      currentPassword: PASSWORD,
      newPassword: 'another long one',
    });
    expect([reply.statusCode, reply.body]).toEqual([204, '']);
    expect((await person.call('GET', '/v1/auth/session')).statusCode).toBe(200);
    expect((await app.call('GET', '/v1/auth/session', undefined, { cookie: elsewhere })).statusCode).toBe(
      401,
    );
    expect((await logIn(app, person.email, PASSWORD)).statusCode).toBe(401);
    expect((await logIn(app, person.email, 'another long one')).statusCode).toBe(200);
  });

  it('403 wrong_password, then 429: the current one is required, and cannot be guessed', async () => {
    const app = await openPeopleApp({ clock: new FakeClock() });
    const person = await (await app.account()).member('owner');
    const change = (currentPassword: string) =>
      person.call('POST', '/v1/auth/password', { currentPassword, newPassword: 'another long one' });
    for (let n = 0; n < 10; n += 1) expect(outcome(await change('wrong'))).toEqual([403, 'wrong_password']);
    const limited = await change(PASSWORD);
    expect(outcome(limited)).toEqual([429, 'rate_limited']);
    expect(limited.headers['retry-after']).toMatch(/^\d+$/);
    expect((await logIn(app, person.email, PASSWORD)).statusCode).toBe(200);
  });

  it('400: a new password that is too short', async () => {
    const app = await openPeopleApp();
    const person = await (await app.account()).member('owner');
    const body = { currentPassword: PASSWORD, newPassword: 'short' };
    expect((await person.call('POST', '/v1/auth/password', body)).statusCode).toBe(400);
  });
});

describe('password reset', () => {
  async function openWithMail(): Promise<{ app: TestApp; mailbox: Mailbox; clock: FakeClock }> {
    const mailbox = await openMailbox();
    const clock = new FakeClock();
    const config = { smtp: mailbox.smtp, publicUrl: 'https://tracewell.example.com' };
    return { app: await openPeopleApp({ clock, config }), mailbox, clock };
  }
  const ask = (app: TestApp, email: string) => app.call('POST', '/v1/auth/password-reset', { email });
  const confirm = (app: TestApp, token: string, newPassword = 'another long one') =>
    app.call('POST', '/v1/auth/password-reset/confirm', { token, newPassword });

  it('204: a link by mail sets a new password once, and signs out every browser', async () => {
    const { app, mailbox } = await openWithMail();
    const person = await (await app.account()).member('member');
    const reply = await ask(app, person.email.toUpperCase());
    expect([reply.statusCode, reply.body]).toEqual([204, '']);
    await runJobs(app);
    expect(mailbox.mails).toMatchObject([
      { from: 'tracewell@example.com', to: [person.email], subject: 'Reset your Tracewell password' },
    ]);
    const text = mailbox.mails[0]?.text;
    expect(text).toMatch(/\nhttps:\/\/tracewell\.example\.com\/reset#token=[\w-]{43}\n/);
    const token = tokenIn(text);
    expect((await confirm(app, token, 'short')).statusCode).toBe(400);
    expect((await confirm(app, token)).statusCode).toBe(204);
    expect(outcome(await confirm(app, token))).toEqual([400, 'invalid_token']);
    expect((await person.call('GET', '/v1/auth/session')).statusCode).toBe(401);
    expect((await logIn(app, person.email, PASSWORD)).statusCode).toBe(401);
    expect((await logIn(app, person.email, 'another long one')).statusCode).toBe(200);
  });

  it('204: an unknown address gets the same answer, and no mail is sent', async () => {
    const { app, mailbox } = await openWithMail();
    for (const email of ['nobody@example.com', 'no address at all']) {
      expect((await ask(app, email)).statusCode).toBe(204);
    }
    await runJobs(app);
    expect(mailbox.mails).toEqual([]);
  });

  it('204: the mail is sent later if the mail server fails', async () => {
    const { app, mailbox, clock } = await openWithMail();
    const person = await (await app.account()).member('member');
    mailbox.refuse(true);
    await ask(app, person.email);
    await runJobs(app);
    mailbox.refuse(false);
    clock.advance(MINUTE_MS);
    await runJobs(app);
    expect((await confirm(app, tokenIn(mailbox.mails[0]?.text))).statusCode).toBe(204);
  });

  it('400 invalid_token: an hour later, invented, of another kind, or voided by a password change', async () => {
    const { app, mailbox, clock } = await openWithMail();
    const claim = tokenIn((await firstStart(app.services))?.signInLink);
    const person = await (await app.account()).member('member');
    await ask(app, person.email);
    await runJobs(app);
    for (const token of ['', 'x', claim]) {
      expect(outcome(await confirm(app, token))).toEqual([400, 'invalid_token']);
    }
    clock.advance(HOUR_MS);
    const late = tokenIn(mailbox.mails[0]?.text);
    expect(outcome(await confirm(app, late))).toEqual([400, 'invalid_token']);
    await ask(app, person.email);
    await runJobs(app);
    await person.call('POST', '/v1/auth/password', {
      currentPassword: PASSWORD,
      newPassword: 'another long one',
    });
    const voided = tokenIn(mailbox.mails[1]?.text);
    expect(outcome(await confirm(app, voided))).toEqual([400, 'invalid_token']);
  });

  it('400 invalid_token: other links of the same user after one was used', async () => {
    const { app, mailbox } = await openWithMail();
    const person = await (await app.account()).member('member');
    for (let n = 0; n < 2; n += 1) {
      await ask(app, person.email);
      await runJobs(app);
    }
    const [earlier, later] = mailbox.mails.map(({ text }) => tokenIn(text));
    expect((await confirm(app, later!)).statusCode).toBe(204);
    expect(outcome(await confirm(app, earlier!, 'taken over by mail'))).toEqual([400, 'invalid_token']);
  });

  it('429: the sixth request for one address in 15 minutes', async () => {
    const { app } = await openWithMail();
    for (let n = 0; n < 5; n += 1) expect((await ask(app, 'ada@example.com')).statusCode).toBe(204);
    const reply = await ask(app, 'ada@example.com');
    expect(outcome(reply)).toEqual([429, 'rate_limited']);
    expect(reply.headers['retry-after']).toMatch(/^\d+$/);
  });

  it('204 once: one link that is confirmed many times concurrently', async () => {
    const { app, mailbox } = await openWithMail();
    const person = await (await app.account()).member('member');
    await ask(app, person.email);
    await runJobs(app);
    const token = tokenIn(mailbox.mails[0]?.text);
    const replies = await Promise.all([1, 2, 3].map((n) => confirm(app, token, `password number ${n}`)));
    expect(replies.map((reply) => reply.statusCode).toSorted()).toEqual([204, 400, 400]);
  });
});
