// Attacks on single sign-on: foreign and repeated responses of the provider, forged tokens, redirects to
// other sites, secrets in the log and in the store.
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#lib/clock';
import { FakeClock } from '#test/support/clock';
import { openSsoProvider, SSO_CLIENT, type TestSsoProvider } from '#test/support/sso-provider';
import { comeIn, finishSso, openSsoApp, passProvider, SERVICE, startSso } from '#test/support/sso-world';
import type { TestApp } from '#test/support/app';

let provider: TestSsoProvider;

beforeAll(async () => {
  const people = { ada: { email: 'ada@example.com', email_verified: true, name: 'Ada' } };
  provider = await openSsoProvider({ clientUrl: SERVICE, people });
});
afterAll(() => provider.close());
beforeEach(() => {
  provider.who = 'ada';
  provider.tamper = null;
  provider.asked.length = 0;
});

const logged = () => {
  const lines: string[] = [];
  return { lines, log: pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) }) };
};

const countUsers = async ({ services }: TestApp): Promise<number> =>
  (await services.metadata.reader.selectFrom('users').select('id').execute()).length;

async function openWorld(more: Partial<Parameters<typeof openSsoApp>[0]> = {}) {
  const app = await openSsoApp(more, provider.issuer);
  const account = await app.account();
  await account.member('owner');
  return { app, account };
}

describe('the response of the provider', () => {
  it('is accepted only in the browser that started, with its state, and once', async () => {
    const { app } = await openWorld();
    const users = await countUsers(app);
    const mine = await startSso(app);
    const other = await startSso(app);
    const back = await passProvider(mine.address);
    const wrong = new URL(back);
    wrong.searchParams.set('state', `${back.searchParams.get('state')}x`);
    const stateless = new URL(back);
    stateless.searchParams.delete('state');
    for (const [address, cookie] of [
      [wrong, mine.cookie],
      [stateless, mine.cookie],
      [back, ''],
      [back, 'tracewell_sso=made-up'],
      [back, `tracewell_sso=${mine.cookie.slice(14, -4)}AAAA`],
      [back, other.cookie],
    ] as const) {
      const refused = await finishSso(app, address.href, cookie);
      expect([refused.reply.statusCode, refused.reason, refused.cookie]).toEqual([302, 'expired', '']);
    }
    // Another service with the same provider has another key.
    const neighbour = await openWorld();
    expect((await finishSso(neighbour.app, back.href, mine.cookie)).reason).toBe('expired');
    expect([provider.asked.includes('POST /token'), await countUsers(app)]).toEqual([false, users]);

    const first = await finishSso(app, back.href, mine.cookie);
    expect([first.reason, first.location]).toEqual([null, `${SERVICE}/`]);
    expect(String(first.reply.headers['set-cookie'])).toContain(
      'tracewell_sso=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0',
    );
    expect((await finishSso(app, back.href, mine.cookie)).reason).toBe('expired');
    expect(provider.asked.filter((path) => path === 'POST /token')).toHaveLength(1);
  });

  it('is accepted once if it arrives twice concurrently', async () => {
    const { app } = await openWorld();
    const { address, cookie } = await startSso(app);
    const back = (await passProvider(address)).href;
    const both = await Promise.all([finishSso(app, back, cookie), finishSso(app, back, cookie)]);
    expect(both.map(({ reason }) => reason).toSorted()).toEqual(['expired', null]);
  });

  it('is rejected after ten minutes', async () => {
    const clock = new FakeClock(Date.now());
    const { app } = await openWorld({ clock });
    const { address, cookie } = await startSso(app);
    const back = await passProvider(address);
    clock.advance(10 * MINUTE_MS);
    expect((await finishSso(app, back.href, cookie)).reason).toBe('expired');
  });

  it('a code of an earlier sign-in is refused by the provider', async () => {
    const { app } = await openWorld();
    const first = await startSso(app);
    const used = await passProvider(first.address);
    await finishSso(app, used.href, first.cookie);
    const second = await startSso(app);
    const mixed = new URL(used);
    mixed.searchParams.set('state', second.address.searchParams.get('state') ?? '');
    expect((await finishSso(app, mixed.href, second.cookie)).reason).toBe('provider_error');
  });

  it('a code that was issued to another browser does not sign in: PKCE binds it', async () => {
    const { app } = await openWorld();
    const victim = await startSso(app);
    const attacker = await startSso(app);
    const back = await passProvider(attacker.address);
    back.searchParams.set('state', victim.address.searchParams.get('state') ?? '');
    expect((await finishSso(app, back.href, victim.cookie)).reason).toBe('provider_error');
  });

  it('a token with a wrong nonce, signature or audience, or no token, is rejected', async () => {
    const { app } = await openWorld();
    const { address, cookie } = await startSso(app);
    address.searchParams.set('nonce', 'of-someone-else');
    expect((await finishSso(app, (await passProvider(address)).href, cookie)).reason).toBe('provider_error');

    const changeClaims = (change: object) => (answer: Record<string, unknown>) => {
      const [header, body = '', signature] = String(answer['id_token']).split('.');
      const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as object;
      const forged = Buffer.from(JSON.stringify({ ...claims, ...change })).toString('base64url');
      return { ...answer, id_token: [header, forged, signature].join('.') };
    };
    const unsigned = (answer: Record<string, unknown>) => {
      const [, body] = String(answer['id_token']).split('.');
      const header = Buffer.from('{"alg":"none"}').toString('base64url');
      return { ...answer, id_token: `${header}.${body}.` };
    };
    for (const tamper of [
      changeClaims({ email: 'owner@example.com' }),
      changeClaims({ aud: 'another-client' }),
      changeClaims({ iss: 'https://elsewhere.example.com' }),
      changeClaims({ exp: 1 }),
      unsigned,
      ({ id_token: _gone, ...answer }: Record<string, unknown>) => answer,
    ]) {
      provider.tamper = tamper;
      expect((await comeIn(app, provider, 'ada')).reason).toBe('provider_error');
    }
    provider.tamper = null;
    expect((await comeIn(app, provider, 'ada')).reason).toBeNull();
  });

  it('after too many failures from one address, the provider is not called again', async () => {
    const clock = new FakeClock(Date.now());
    const { app } = await openWorld({ clock });
    const fail = async () => {
      const { address, cookie } = await startSso(app);
      const state = address.searchParams.get('state') ?? '';
      return finishSso(app, `${SERVICE}/v1/auth/oidc/callback?error=server_error&state=${state}`, cookie);
    };
    for (let n = 0; n < 60; n += 1) expect((await fail()).reason).toBe('provider_error');
    expect((await comeIn(app, provider, 'ada')).reason).toBe('rate_limited');
    clock.advance(5 * MINUTE_MS);
    expect((await comeIn(app, provider, 'ada')).reason).toBeNull();
  });
});

describe('the return path into the dashboard', () => {
  it('never leads to another site, however it is written', async () => {
    const { app } = await openWorld();
    for (const next of [
      'https://evil.example.com/',
      '//evil.example.com/',
      '/\\evil.example.com',
      '/\t/evil.example.com',
      '\\\\evil.example.com',
      'javascript:alert(1)',
      'calls',
      '/../..//evil.example.com',
      '/%0d%0aset-cookie:a=b',
    ]) {
      const { location, reason } = await comeIn(app, provider, 'ada', next);
      expect([next, reason, new URL(location).origin]).toEqual([next, null, SERVICE]);
      expect(location).toMatch(/^http:\/\/localhost\/(?!\/)[^\r\n\\]*$/);
    }
  });

  it('a path with its query and fragment is kept, even after a refusal', async () => {
    const { app } = await openWorld();
    const next = '/calls?model=a%20b&where=é#x';
    expect((await comeIn(app, provider, 'ada', next)).location).toBe(
      `${SERVICE}/calls?model=a%20b&where=%C3%A9#x`,
    );
    const { location } = await comeIn(app, provider, 'nobody', '/calls?model=a');
    expect(new URL(location).searchParams.get('next')).toBe('/calls?model=a');
  });
});

describe('secrets', () => {
  it('are not in the log, whatever fails, and the refusal contains the id of the log line', async () => {
    const { lines, log } = logged();
    const { app } = await openWorld({ log, config: { oidc: null } });
    expect((await app.call('GET', '/v1/auth/oidc/login')).statusCode).toBe(404);
    const wrong = await openSsoApp({ log, oidc: { clientSecret: 'not-the-secret' } }, provider.issuer);
    await wrong.account();
    const good = await openWorld({ log });
    const seen: string[] = ['not-the-secret', SSO_CLIENT.secret];
    provider.tamper = (answer) => {
      seen.push(String(answer['id_token']), String(answer['access_token']));
      return { ...answer, id_token: 'not.a.token' };
    };
    for (const each of [wrong, good.app]) {
      const { address, cookie } = await startSso(each);
      const back = await passProvider(address);
      const { location, reason, reply } = await finishSso(each, back.href, cookie);
      expect(reason).toBe('provider_error');
      seen.push(
        back.searchParams.get('code') ?? '',
        cookie.slice(14),
        address.searchParams.get('nonce') ?? '',
      );
      const ref = new URL(location).searchParams.get('ref') ?? '';
      expect(ref).toBe(reply.headers['x-request-id']);
      expect(lines.filter((line) => line.includes(ref) && line.includes('provider_error'))).toHaveLength(1);
    }
    // The operator can see what is wrong.
    expect(lines.join('')).toContain('invalid_client');
    expect(seen.filter((text) => text.length < 10)).toEqual([]);
    expect(seen.filter((text) => lines.join('').includes(text))).toEqual([]);
  });

  it('the ID token of a session is sealed in the store, and no cookie contains it', async () => {
    const { app } = await openWorld();
    let idToken = '';
    provider.tamper = (answer) => {
      idToken = String(answer['id_token']);
      return answer;
    };
    const { reply } = await comeIn(app, provider, 'ada');
    const rows = await app.services.metadata.reader.selectFrom('sessions').selectAll().execute();
    const stored = rows.flatMap(({ id_token: token }) => (token === null ? [] : [token]));
    expect(stored).toHaveLength(1);
    expect(JSON.stringify([stored, reply.headers])).not.toContain(idToken.slice(0, 20));
    expect(JSON.stringify([stored, reply.headers])).not.toContain(idToken.split('.')[1]);
  });

  it('the cookie of a sign-in is HttpOnly, same-site, short-lived and opaque', async () => {
    const { app } = await openWorld();
    const { reply, address } = await startSso(app);
    const [cookie] = [reply.headers['set-cookie']].flat();
    expect(cookie).toMatch(/^tracewell_sso=[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/);
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(cookie).not.toContain(address.searchParams.get(name));
    const secure = await openSsoApp(
      { config: { publicUrl: 'https://tracewell.example.com' } },
      provider.issuer,
    );
    const sent = await secure.call('GET', '/v1/auth/oidc/login', undefined, {
      host: 'tracewell.example.com',
    });
    expect(String(sent.headers['set-cookie'])).toMatch(/^__Host-tracewell_sso=.*; Secure; Max-Age=600$/);
  });
});
