// The functions of `tracewell-server` on a store that a running app has open.
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import {
  runCreateAccount,
  initAccount,
  listAccounts,
  makePasswordLink,
  makeSignInLink,
  setPlan,
  showAccount,
} from '../../src/command/account/accounts.ts';
import { runCreateKey, childKeysOf, runRevokeKey } from '../../src/command/keys/keys.ts';
import { withServices } from '../../src/command/services.ts';
import { PASSWORD, makeTestApp, openTestApp, type TestApp } from '#test/support/app';

let app: TestApp;
beforeAll(async () => {
  app = await makeTestApp({ jobs: [] });
});
afterAll(() => app.stop());

const bearer = (apiKey: string) => ({ authorization: `Bearer ${apiKey}` });

const tokenIn = (link: string) => new URL(link).hash.replace('#token=', '');

describe('beside a running server', () => {
  it('a revoked key stops working at the server’s next check', async () => {
    const account = await app.account();
    const key = await account.key(null);
    expect((await key.call('GET', '/v1/projects')).statusCode).toBe(200);
    await withServices(app.config, (ctx) => runRevokeKey(ctx, key.id));
    await app.services.feed.look();
    expect((await key.call('GET', '/v1/projects')).statusCode).toBe(401);
    const [entry] = (await account.call('GET', '/v1/audit')).json().entries;
    expect(entry).toMatchObject({
      action: 'api_key.revoke',
      actorType: 'system',
      actorId: 'cli',
      targetId: key.id,
    });
  });

  it('keys created with a key are listed, and are revoked with it on request', async () => {
    const account = await app.account();
    const parent = await account.key(null);
    const make = async () =>
      (await parent.call('POST', '/v1/api-keys', { name: 'Child' })).json<{ id: string; apiKey: string }>();
    const [child, second] = [await make(), await make()];
    const works = async ({ apiKey }: { apiKey: string }) => {
      await app.services.feed.look();
      return (await app.call('GET', '/v1/projects', undefined, bearer(apiKey))).statusCode;
    };
    const listed = await withServices(app.config, (ctx) => childKeysOf(ctx, parent.id));
    expect(listed).toMatchObject([
      { id: child.id, name: 'Child' },
      { id: second.id, name: 'Child' },
    ]);
    expect(await withServices(app.config, (ctx) => runRevokeKey(ctx, child.id))).toMatchObject({
      revokedKeys: [],
      keptKeys: [],
    });
    expect([await works(child), await works(second)]).toEqual([401, 200]);
    expect(await withServices(app.config, (ctx) => runRevokeKey(ctx, parent.id, true))).toEqual({
      id: parent.id,
      accountId: account.id,
      revokedKeys: [second.id],
      keptKeys: [],
    });
    expect(await works(second)).toBe(401);
    const gone = { reason: 'not_found' };
    await expect(withServices(app.config, (ctx) => childKeysOf(ctx, parent.id))).rejects.toMatchObject(gone);
    await expect(withServices(app.config, (ctx) => runRevokeKey(ctx, parent.id))).rejects.toMatchObject(gone);
  });

  it('a changed plan applies from the server’s next check', async () => {
    const account = await app.account({ plan: 'free' });
    expect((await app.services.accounts.get(account.id))?.plan.name).toBe('free');
    const changed = await withServices(app.config, (ctx) => setPlan(ctx, account.id, 'team'));
    expect(changed).toMatchObject({ plan: 'team', retentionDays: 90 });
    await app.services.feed.look();
    expect((await app.services.accounts.get(account.id))?.plan.name).toBe('team');
  });

  it('a created key works immediately, with its scopes', async () => {
    const account = await app.account();
    const wish = { name: 'CI', scopes: ['read' as const], projectId: account.projectId, expiresAt: null };
    const key = await withServices(app.config, (ctx) => runCreateKey(ctx, account.id, wish));
    expect((await app.call('GET', '/v1/account', undefined, bearer(key.apiKey))).statusCode).toBe(200);
    expect((await app.call('POST', '/v1/annotations', {}, bearer(key.apiKey))).statusCode).toBe(403);
  });

  it('an owner created by email sets a password through the link, once', async () => {
    const email = 'made-by-hand@example.com';
    const made = await withServices(app.config, (ctx) =>
      runCreateAccount(ctx, { name: 'By hand', plan: 'pro', email }),
    );
    const body = { token: tokenIn(made.signInLink), newPassword: PASSWORD };
    expect((await app.call('POST', '/v1/auth/password-reset/confirm', body)).statusCode).toBe(204);
    expect((await app.call('POST', '/v1/auth/password-reset/confirm', body)).statusCode).toBe(400);
    const signedIn = await app.call('POST', '/v1/auth/login', { email, password: PASSWORD });
    expect(signedIn.json()).toMatchObject({ account: { id: made.accountId, plan: 'pro' }, role: 'owner' });
    const { link } = await withServices(app.config, (ctx) => makePasswordLink(ctx, email.toUpperCase()));
    expect(link).toContain('/reset#token=');
  });

  it('a link creates an owner for an account without users, and is refused for one that has some', async () => {
    const account = await app.account();
    const { link } = await withServices(app.config, (ctx) => makeSignInLink(ctx, account.id));
    const body = { token: tokenIn(link), email: 'claims@example.com', password: PASSWORD, name: 'Clara' };
    expect((await app.call('POST', '/v1/auth/claim', body)).json().account.id).toBe(account.id);
    await expect(withServices(app.config, (ctx) => makeSignInLink(ctx, account.id))).rejects.toMatchObject({
      reason: 'account_has_users',
      message: expect.stringContaining('reset-link claims@example.com'),
    });
    const shown = await withServices(app.config, (ctx) => showAccount(ctx, account.id));
    expect(shown).toMatchObject({ plan: 'team', members: [{ email: 'claims@example.com', role: 'owner' }] });
  });

  it('a command opens no records, no content keys and no jobs', async () => {
    const given = await withServices(app.config, async (ctx) => {
      expectTypeOf(ctx).not.toHaveProperty('records');
      expectTypeOf(ctx).not.toHaveProperty('contentKeys');
      expectTypeOf(ctx).not.toHaveProperty('sealer');
      expectTypeOf(ctx).not.toHaveProperty('jobs');
      return Object.keys(ctx);
    });
    for (const name of ['records', 'contentKeys', 'sealer', 'jobs']) expect(given).not.toContain(name);
  });
});

describe('init', () => {
  it('creates the first account once, also with concurrent starts', async () => {
    const { config } = await openTestApp({ jobs: [] });
    const wish = { name: 'Zürich', plan: 'team' as const, email: null };
    const results = await withServices(config, (ctx) =>
      Promise.all([1, 2, 3].map(() => initAccount(ctx, wish))),
    );
    expect(results.filter((result) => result !== null)).toHaveLength(1);
    expect(results.find((result) => result !== null)).toMatchObject({
      name: 'Zürich',
      userId: null,
      scopes: ['read', 'write:records'],
    });
    expect(await withServices(config, listAccounts)).toMatchObject([
      { name: 'Zürich', plan: 'team', users: 0, keys: 1, records: null },
    ]);
  });

  it('refuses what the API would refuse', async () => {
    const { config } = await openTestApp({ jobs: [] });
    for (const wish of [
      { name: ' ', plan: 'team' as const, email: null },
      { name: 'Ada', plan: 'team' as const, email: 'nobody' },
    ]) {
      await expect(withServices(config, (ctx) => initAccount(ctx, wish))).rejects.toMatchObject({
        reason: 'invalid_request',
      });
    }
  });
});

describe('which account', () => {
  it('by id, by name, or the only one; otherwise it asks', async () => {
    const own = await openTestApp({ jobs: [] });
    const show = (wanted: string | null) => withServices(own.config, (ctx) => showAccount(ctx, wanted));
    await expect(show(null)).rejects.toMatchObject({ reason: 'not_found' });
    const first = await own.account({ name: 'One' });
    expect((await show(null)).id).toBe(first.id);
    const second = await own.account({ name: 'Two' });
    expect((await show('Two')).id).toBe(second.id);
    expect((await show(second.id)).id).toBe(second.id);
    await expect(show(null)).rejects.toMatchObject({ reason: 'which_account' });
    await own.account({ name: 'Two' });
    await expect(show('Two')).rejects.toMatchObject({ reason: 'which_account' });
    await expect(show('Three')).rejects.toMatchObject({ reason: 'not_found' });
  });
});
