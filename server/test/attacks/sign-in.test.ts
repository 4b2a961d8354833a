// Attacks on sign-in: the session cookie in transit, keys that outlive their limits, sign-up floods and
// foreign host names.
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS, isoTime } from '#lib/clock';
import { firstStart } from '#features/first-start';
import { PASSWORD, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import { openPeopleApp } from '#test/support/people-app';

const NEWCOMER = { password: 'a long enough one', name: 'Mallory' };

describe('the session cookie behind a TLS proxy', () => {
  it('is Secure and bound to the host, even if the proxy sends its own loopback address as the host', async () => {
    const app = await openPeopleApp({ config: { publicUrl: 'https://tracewell.example.com' } });
    const person = await (await app.account()).member('member');
    const headers = { host: '127.0.0.1:4318', origin: 'https://tracewell.example.com' };
    const reply = await app.call(
      'POST',
      '/v1/auth/login',
      { email: person.email, password: PASSWORD },
      headers,
    );
    const [first, second] = [reply.headers['set-cookie']].flat();
    const [cookie = '', ...flags] = String(first).split('; ');
    expect(second).toMatch(/^__Host-tracewell_device=.*; Secure;/);
    expect([reply.statusCode, flags.includes('Secure'), flags.includes('Path=/')]).toEqual([200, true, true]);
    expect(cookie).toMatch(/^__Host-tracewell_session=/);
    const session = (sent: string) =>
      app.call('GET', '/v1/auth/session', undefined, { ...headers, cookie: sent });
    expect((await session(cookie)).statusCode).toBe(200);
    // A site on a neighbouring subdomain can set a cookie without the prefix, so such a cookie is ignored.
    expect((await session(cookie.replace('__Host-', ''))).statusCode).toBe(401);
  });
});

describe('a key that expires', () => {
  it('cannot create a key that outlives it', async () => {
    const clock = new FakeClock();
    const app = await openPeopleApp({ clock });
    const expiresAt = clock.now() + MINUTE_MS;
    const parent = await (await app.account()).key(null, { expiresAt });
    const make = (body: object) => parent.call('POST', '/v1/api-keys', { name: 'child', ...body });
    const child = (await make({})).json();
    expect(child.expiresAt).toBe(isoTime(expiresAt));
    expect((await make({ expiresAt: isoTime(expiresAt - 1) })).json().expiresAt).toBe(isoTime(expiresAt - 1));
    const later = await make({ expiresAt: isoTime(expiresAt + 1) });
    expect([later.statusCode, later.json().details[0].path]).toEqual([400, 'expiresAt']);
    clock.advance(MINUTE_MS);
    const used = await app.call('GET', '/v1/account', undefined, { authorization: `Bearer ${child.apiKey}` });
    expect([used.statusCode, used.json().reason]).toEqual([401, 'expired_key']);
  });
});

describe('sign-up', () => {
  const signUp = (app: TestApp, at: number, headers = {}) =>
    app.call('POST', '/v1/auth/signup', { ...NEWCOMER, email: `mallory-${at}@example.com` }, headers);

  it('429: the sixth account from one address in an hour, before a password is hashed', async () => {
    const clock = new FakeClock();
    const app = await openPeopleApp({ clock, config: { openSignup: true } });
    await app.account().then((account) => account.member('owner'));
    const statuses: number[] = [];
    for (let at = 0; at < 6; at += 1) statuses.push((await signUp(app, at)).statusCode);
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
    const refused = await signUp(app, 7);
    expect([refused.json().reason, Number(refused.headers['retry-after']) > 0]).toEqual([
      'rate_limited',
      true,
    ]);
    clock.advance(HOUR_MS);
    expect((await signUp(app, 8)).statusCode).toBe(201);
  });

  it('403 unknown_host: a page whose host name resolves to this machine cannot become the owner', async () => {
    const app = await openPeopleApp();
    await firstStart(app.services);
    const name = 'rebind.attacker.example:4711';
    const taken = await signUp(app, 1, { host: name, origin: `http://${name}` });
    expect([taken.statusCode, taken.json().reason]).toEqual([403, 'unknown_host']);
    for (const host of ['localhost.attacker.example', '127.0.0.1.attacker.example', 'x@localhost.example'])
      expect((await signUp(app, 1, { host })).statusCode).toBeGreaterThanOrEqual(400);
    expect((await signUp(app, 2, { host: '127.0.0.1:4318' })).json().role).toBe('owner');
  });

  it('201: by the public name, by localhost and by a bare address', async () => {
    for (const host of ['tracewell.example.com', 'localhost:4318', '192.168.1.20:4318', '[::1]:4318']) {
      const app = await openPeopleApp({ config: { publicUrl: 'https://tracewell.example.com' } });
      expect([host, (await signUp(app, 1, { host })).statusCode]).toEqual([host, 201]);
    }
  });
});

describe('wrong passwords that would lock out another user', () => {
  const wrong = 'not the password at all';

  it('200: a browser that was signed in before can sign in; one that was not has to wait', async () => {
    const app = await openPeopleApp({ clock: new FakeClock() });
    const account = await app.account();
    const [victim, colleague] = [await account.member('member'), await account.member('member')];
    const logIn = (email: string, password: string, cookie = '') =>
      app.call('POST', '/v1/auth/login', { email, password }, { origin: 'http://localhost', cookie });
    const deviceOf = (reply: Awaited<ReturnType<typeof logIn>>) =>
      String([reply.headers['set-cookie']].flat()[1]).split(';')[0] ?? '';
    const device = deviceOf(await logIn(victim.email, PASSWORD));
    const other = deviceOf(await logIn(colleague.email, PASSWORD));
    for (let n = 0; n < 10; n += 1) expect((await logIn(victim.email, wrong)).statusCode).toBe(401);
    expect((await logIn(victim.email, PASSWORD)).statusCode).toBe(429);
    const again = await logIn(victim.email, PASSWORD, device);
    expect([again.statusCode, deviceOf(again)]).toEqual([200, expect.stringMatching(/^tracewell_device=./)]);
    // The device of another user does not help with the victim’s password, and neither does an invented one.
    for (const cookie of [other, 'tracewell_device=made-up', `${device}x`])
      expect((await logIn(victim.email, PASSWORD, cookie)).statusCode).toBe(429);
    // A known device gets no extra guesses: after ten it has to wait too, also with the token of its next
    // sign-in.
    for (let n = 0; n < 10; n += 1) expect((await logIn(victim.email, wrong, device)).statusCode).toBe(401);
    for (const cookie of [device, deviceOf(again)])
      expect((await logIn(victim.email, PASSWORD, cookie)).statusCode).toBe(429);
    expect((await app.call('GET', '/v1/account', undefined, { cookie: device })).statusCode).toBe(401);
  });

  it('warns once about an unknown proxy in front of the service', async () => {
    const lines: string[] = [];
    const app = await openPeopleApp({ log: pino({ level: 'warn' }, { write: (line) => lines.push(line) }) });
    for (let n = 0; n < 3; n += 1)
      await app.call('GET', '/v1/projects', undefined, { 'x-forwarded-for': '10.1.2.3' });
    expect(lines.filter((line) => line.includes('TRACEWELL_TRUST_PROXY_HOPS'))).toHaveLength(1);
  });
});

it('429: guesses of the operator token', async () => {
  const clock = new FakeClock();
  const app = await openPeopleApp({ clock, config: { operatorToken: 'the operator token of this test' } });
  const ask = async (token: string) => {
    const headers = { authorization: `Bearer ${token.replaceAll(' ', '-')}` };
    return (await app.call('PATCH', '/operator/accounts/acc_1', {}, headers)).statusCode;
  };
  for (let n = 0; n < 10; n += 1) expect(await ask(`guess-${n}`)).toBe(401);
  expect(await ask('guess-11')).toBe(429);
  expect(await ask('the operator token of this test')).toBe(429);
  clock.advance(5 * MINUTE_MS);
  expect(await ask('guess-12')).toBe(401);
});
