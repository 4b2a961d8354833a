// A program in a terminal logs in by a device code (RFC 8628): the whole way, and what must not work.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#lib/clock';
import { makeTestApp, type Caller, type TestAccount, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

const clock = new FakeClock();
let app: TestApp;
let account: TestAccount;

beforeAll(async () => {
  app = await makeTestApp({ clock });
  account = await app.account();
});
afterAll(() => app.stop());

const post = (path: string, form: Record<string, string>) =>
  app.call('POST', path, Buffer.from(new URLSearchParams(form).toString()), FORM);

const register = async (): Promise<string> =>
  (
    await app.call('POST', '/oauth/register', { client_name: 'tracewell on a laptop', grant_types: [GRANT] })
  ).json().client_id;

interface Begun {
  client: string;
  device: string;
  code: string;
}

async function begin(scope = 'read write:records write'): Promise<Begun> {
  // Another window of the limits, so that tests do not use up each other's.
  clock.advance(10 * MINUTE_MS);
  const client = await register();
  const answer = (await post('/oauth/device_authorization', { client_id: client, scope })).json();
  return { client, device: answer.device_code, code: answer.user_code };
}

const poll = async ({ client, device }: Begun) => {
  clock.advance(6 * SECOND_MS);
  return post('/oauth/token', { grant_type: GRANT, device_code: device, client_id: client });
};

const outcome = ({ statusCode, json }: Awaited<ReturnType<typeof poll>>) => [statusCode, json().error];

const look = (person: Caller, code: string) =>
  person.call('GET', `/v1/oauth/device?${new URLSearchParams({ code }).toString()}`);

const decide = (person: Caller, code: string, more: object = { allow: true, scopes: ['read'] }) =>
  person.call('POST', '/v1/oauth/device', { code, ...more });

describe('a device login', () => {
  it('gives no key if the person is no longer an admin', async () => {
    const begun = await begin();
    const person = await account.member('admin');
    expect((await decide(person, begun.code)).statusCode).toBe(200);
    await account.call('PATCH', `/v1/team/members/${person.userId}`, { role: 'member' });
    expect(outcome(await poll(begun))).toEqual([400, 'invalid_grant']);
  });

  it('is shown to the person, waits for the decision, and becomes a key once', async () => {
    const begun = await begin();
    expect(begun.code).toMatch(/^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/);
    expect(outcome(await poll(begun))).toEqual([400, 'authorization_pending']);
    const person = await account.member('admin');
    // As a person would type it.
    const typed = begun.code.toLowerCase().replace('-', ' ');
    expect((await look(person, typed)).json()).toMatchObject({
      clientName: 'tracewell on a laptop',
      requestedFrom: '127.0.0.1',
      scopes: ['read', 'write:records', 'write'],
      days: 30,
    });
    const allowed = await decide(person, typed, {
      allow: true,
      scopes: ['read', 'write'],
      projectId: account.projectId,
    });
    expect(allowed.json()).toEqual({ allowed: true });
    const answers = await Promise.all([poll(begun), poll(begun)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400]);
    const token = answers.find(({ statusCode }) => statusCode === 200)?.json();
    expect(token).toMatchObject({ token_type: 'Bearer', expires_in: 2_592_000, scope: 'read write' });
    const headers = { authorization: `Bearer ${token.access_token}` };
    const { key } = (await app.call('GET', '/v1/account', undefined, headers)).json();
    expect(key).toMatchObject({ name: 'tracewell on a laptop', scopes: ['read', 'write'] });
    const { apiKeys } = (await account.call('GET', '/v1/api-keys')).json();
    expect(apiKeys).toContainEqual(
      expect.objectContaining({ name: 'tracewell on a laptop', projectId: account.projectId }),
    );
    expect(outcome(await poll(begun))).toEqual([400, 'invalid_grant']);
    const { entries } = (await account.call('GET', '/v1/audit?limit=2')).json();
    expect(
      entries.map((entry: { action: string; actorId: string }) => [entry.action, entry.actorId]),
    ).toEqual([
      ['api_key.create', person.userId],
      ['device_login.decide', person.userId],
    ]);
    clock.advance(30 * DAY_MS);
    const late = await app.call('GET', '/v1/account', undefined, headers);
    expect(late.json().reason).toBe('expired_key');
  });

  it('neither code is stored as it is', async () => {
    const begun = await begin();
    const rows = JSON.stringify(
      await app.services.metadata.reader.selectFrom('device_logins').selectAll().execute(),
    );
    expect(rows).toContain('tracewell on a laptop');
    for (const secret of [begun.code, begun.code.replace('-', ''), begun.device]) {
      expect(rows).not.toContain(secret);
    }
  });

  it('a refusal ends it, and a decision cannot be changed', async () => {
    const begun = await begin();
    const person = await account.member('admin');
    expect((await decide(person, begun.code, { allow: false })).json()).toEqual({ allowed: false });
    expect(outcome(await poll(begun))).toEqual([400, 'access_denied']);
    expect((await decide(person, begun.code)).json().reason).toBe('unknown_code');
    expect(outcome(await poll(begun))).toEqual([400, 'access_denied']);
  });

  it('two people who decide at once: one decision counts', async () => {
    const begun = await begin();
    const people = [await account.member('admin'), await account.member('admin')];
    const answers = await Promise.all(people.map((person) => decide(person, begun.code)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 404]);
  });

  it('ends after 10 minutes, for the person and for the program', async () => {
    const begun = await begin();
    const person = await account.member('admin');
    clock.advance(10 * MINUTE_MS);
    expect((await look(person, begun.code)).json().reason).toBe('unknown_code');
    expect((await decide(person, begun.code)).json().reason).toBe('unknown_code');
    expect(outcome(await poll(begun))).toEqual([400, 'expired_token']);
    await app.services.jobs.runNow('ended-device-logins');
    expect(outcome(await poll(begun))).toEqual([400, 'invalid_grant']);
  });

  it('slow_down: polls before their time, and longer waits from then on', async () => {
    const begun = await begin();
    const ask = () =>
      post('/oauth/token', { grant_type: GRANT, device_code: begun.device, client_id: begun.client });
    clock.advance(SECOND_MS);
    expect(outcome(await ask())).toEqual([400, 'slow_down']);
    clock.advance(6 * SECOND_MS);
    expect(outcome(await ask())).toEqual([400, 'slow_down']);
    clock.advance(16 * SECOND_MS);
    expect(outcome(await ask())).toEqual([400, 'authorization_pending']);
  });

  it('a code belongs to its client', async () => {
    const begun = await begin();
    expect(outcome(await poll({ ...begun, client: await register() }))).toEqual([400, 'invalid_grant']);
    expect(outcome(await poll({ ...begun, device: 'made-up' }))).toEqual([400, 'invalid_grant']);
  });

  it('429: guesses of the user code are limited for each person, and a right one then counts for nothing', async () => {
    const begun = await begin();
    const guesser = await account.member('admin');
    for (let guess = 0; guess < 10; guess += 1) {
      expect((await look(guesser, 'BBBB-BBBB')).statusCode).toBe(404);
    }
    expect((await look(guesser, begun.code)).statusCode).toBe(429);
    expect((await decide(guesser, begun.code)).json().reason).toBe('rate_limited');
    expect((await look(await account.member('admin'), begun.code)).statusCode).toBe(200);
  });

  it('429: an address can begin only so many', async () => {
    clock.advance(10 * MINUTE_MS);
    const client = await register();
    const answers: number[] = [];
    for (let each = 0; each < 31; each += 1) {
      answers.push((await post('/oauth/device_authorization', { client_id: client })).statusCode);
    }
    expect(answers.filter((status) => status === 200)).toHaveLength(30);
    expect(answers.at(-1)).toBe(429);
  });

  it('only a signed-in admin decides, for the own account and its projects', async () => {
    const { code } = await begin();
    const member = await account.member('member');
    expect((await look(member, code)).json().reason).toBe('insufficient_role');
    expect((await decide(member, code)).json().reason).toBe('insufficient_role');
    expect((await decide(account, code)).json().reason).toBe('session_required');
    const admin = await account.member('admin');
    const other = await app.account();
    const foreign = { allow: true, scopes: ['read'], projectId: other.projectId };
    expect((await decide(admin, code, foreign)).json().reason).toBe('unknown_project');
    const without = await decide(admin, code, { allow: true });
    expect([without.statusCode, without.json().details[0].path]).toEqual([400, 'scopes']);
    const forged = await admin.call(
      'POST',
      '/v1/oauth/device',
      { code, allow: true, scopes: ['read'] },
      { origin: 'https://evil.example' },
    );
    expect([forged.statusCode, forged.json().reason]).toEqual([403, 'csrf']);
  });

  it('a person who has left gives no key, and neither does a deleted project', async () => {
    const leaving = await account.member('admin');
    const first = await begin();
    await decide(leaving, first.code);
    await account.call('DELETE', `/v1/team/members/${leaving.userId}`);
    expect(outcome(await poll(first))).toEqual([400, 'invalid_grant']);
    const project = (await account.call('POST', '/v1/projects', { name: 'Short' })).json();
    const second = await begin();
    const person = await account.member('admin');
    await decide(person, second.code, { allow: true, scopes: ['read'], projectId: project.id });
    await account.call('DELETE', `/v1/projects/${project.id}`);
    expect(outcome(await poll(second))).toEqual([400, 'invalid_grant']);
  });

  it('the metadata name the endpoint, and a device client cannot ask in a browser', async () => {
    const server = (await app.call('GET', '/.well-known/oauth-authorization-server')).json();
    expect(server.device_authorization_endpoint).toMatch(/\/oauth\/device_authorization$/);
    expect(server.grant_types_supported).toContain(GRANT);
    const query = new URLSearchParams({
      clientId: await register(),
      redirectUri: 'http://127.0.0.1:7777/callback',
      responseType: 'code',
      codeChallenge: 'c'.repeat(43),
      codeChallengeMethod: 'S256',
    });
    const person = await account.member('admin');
    const answer = await person.call('GET', `/v1/oauth/authorization?${query.toString()}`);
    expect(answer.json().reason).toBe('unknown_redirect');
  });

  it.each([
    ['/oauth/device_authorization', {}, 'invalid_request'],
    ['/oauth/device_authorization', { client_id: 'made-up' }, 'invalid_client'],
    ['/oauth/token', { grant_type: GRANT }, 'invalid_request'],
    ['/oauth/token', { grant_type: GRANT, device_code: 'x' }, 'invalid_request'],
    ['/oauth/token', { grant_type: 'password' }, 'unsupported_grant_type'],
  ])('400 in the form of OAuth: %s with %j', async (path, form, error) => {
    const answer = await post(path, form);
    expect([answer.statusCode, answer.json().error]).toEqual([400, error]);
  });
});
