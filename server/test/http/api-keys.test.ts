import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#lib/clock';
import { isApiKey } from '#lib/api-key-form';
import { makeTestApp, openTestApp, type Caller, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';

const KEYS = '/v1/api-keys';
const ID = /^key_[0-9A-Za-z]+$/;

let app: TestApp;
beforeAll(async () => {
  app = await makeTestApp();
});
afterAll(() => app.stop());

const outcome = (reply: LightMyRequestResponse) => [reply.statusCode, reply.json().reason];

const asking = (on: TestApp, authorization: string) =>
  on.call('GET', '/v1/projects', undefined, { authorization });

describe('creating and listing', () => {
  it('201: the secret is in this answer and nowhere else', async () => {
    const account = await app.account();
    const made = await account.call('POST', KEYS, {
      name: 'CI',
      scopes: ['read', 'write:records'],
      expiresAt: '2099-01-01T00:00:00.000Z',
    });
    expect(made.statusCode).toBe(201);
    const { apiKey, ...shown } = made.json();
    expect(apiKey).toMatch(/^twl_[0-9A-Za-z]{49}$/);
    expect(shown).toEqual({
      id: expect.stringMatching(ID),
      name: 'CI',
      hint: `${apiKey.slice(0, 8)}…${apiKey.slice(-4)}`,
      scopes: ['read', 'write:records'],
      projectId: null,
      expiresAt: '2099-01-01T00:00:00.000Z',
      lastUsedAt: null,
      createdAt: expect.any(String),
    });
    expect((await asking(app, `Bearer ${apiKey}`)).statusCode).toBe(200);
    const list = await account.call('GET', KEYS);
    expect(list.json().apiKeys).toContainEqual(shown);
    const db = app.services.metadata.reader;
    const stored = [
      await db.selectFrom('api_keys').selectAll().execute(),
      await db.selectFrom('audit_entries').selectAll().execute(),
      list.body,
    ];
    expect(JSON.stringify(stored)).not.toContain(apiKey);
    const [entry] = (await account.call('GET', '/v1/audit?action=api_key.create')).json().entries;
    expect(entry).toMatchObject({ targetId: shown.id, metadata: { name: 'CI', projectId: null } });
  });

  it('201: without scopes, and with null, a key has full access', async () => {
    const account = await app.account();
    for (const body of [{ name: 'Full' }, { name: 'Full', scopes: null, projectId: null, expiresAt: null }]) {
      const made = (await account.call('POST', KEYS, body)).json();
      expect(made.scopes).toBeNull();
      const nested = await app.call(
        'POST',
        KEYS,
        { name: 'By key' },
        { authorization: `Bearer ${made.apiKey}` },
      );
      expect(nested.statusCode).toBe(201);
    }
  });

  it('200: the last use of a key is recorded from time to time', async () => {
    const clock = new FakeClock();
    const own = await openTestApp({ clock });
    const account = await own.account();
    const key = await account.key(['read']);
    await key.call('GET', '/v1/projects');
    expect(own.services.keys.takeUse().get(key.id)).toBe(clock.now());
  });

  it('400: no name, unknown or empty scopes, an expiry that is past or not a time, an unknown field', async () => {
    const account = await app.account();
    for (const wrong of [
      {},
      { name: '' },
      { name: 'x', scopes: [] },
      { name: 'x', scopes: ['admin'] },
      { name: 'x', scopes: ['read', 'read'] },
      { name: 'x', scopes: 'read' },
      { name: 'x', expiresAt: '2020-01-01T00:00:00.000Z' },
      { name: 'x', expiresAt: 'tomorrow' },
      { name: 'x', expiresAt: '2099-02-30T00:00:00Z' },
      { name: 'x', expiresAt: '2098-12-31T23:59:60Z' },
      { name: 'x', expiresAt: 4_102_444_800_000 },
      { name: 'x', projectId: 'prj_doesnotexist' },
      { name: 'x', secret: 'twl_mine' },
    ]) {
      const reply = await account.call('POST', KEYS, wrong);
      expect([wrong, reply.statusCode]).toEqual([wrong, 400]);
    }
    const other = await app.account();
    const foreign = await account.call('POST', KEYS, { name: 'x', projectId: other.projectId });
    expect(outcome(foreign)).toEqual([400, 'unknown_project']);
    expect((await account.call('GET', KEYS)).json().apiKeys).toHaveLength(1);
  });

  it('403 insufficient_scope: a key with explicit scopes cannot manage keys', async () => {
    const account = await app.account();
    const key = await account.key(['read', 'write:records', 'write']);
    for (const [method, url, body] of [
      ['GET', KEYS, undefined],
      ['POST', KEYS, { name: 'x', scopes: ['read'] }],
      ['DELETE', `${KEYS}/${key.id}`, undefined],
    ] as const) {
      expect(outcome(await key.call(method, url, body))).toEqual([403, 'insufficient_scope']);
    }
  });

  it('403 insufficient_role: members and viewers; owners and admins may', async () => {
    const account = await app.account();
    for (const [role, status] of [
      ['viewer', 403],
      ['member', 403],
      ['admin', 201],
      ['owner', 201],
    ] as const) {
      const person = await account.member(role);
      expect((await person.call('POST', KEYS, { name: 'x' })).statusCode).toBe(status);
      expect((await person.call('GET', KEYS)).statusCode).toBe(status === 201 ? 200 : 403);
    }
  });

  it('404: a key of another account, and malformed ids', async () => {
    const [mine, other] = [await app.account(), await app.account()];
    const theirs = await other.key(['read']);
    for (const id of [theirs.id, 'key_12345678', '7', '%00', 'key_%00', `key_${'x'.repeat(300)}`]) {
      const reply = await mine.call('DELETE', `${KEYS}/${id}`);
      expect([id, reply.statusCode]).toEqual([id, 404]);
    }
    expect((await theirs.call('GET', '/v1/projects')).statusCode).toBe(200);
    const ids = (await mine.call('GET', KEYS)).json().apiKeys.map(({ id }: { id: string }) => id);
    expect(ids).not.toContain(theirs.id);
  });
});

describe('the credential', () => {
  it('200: Bearer in any case, with more than one space, and URL-encoded as sent by exporters', async () => {
    const { apiKey } = await app.account();
    for (const header of [
      `Bearer ${apiKey}`,
      `bearer  ${apiKey}`,
      `Bearer%20${apiKey}`,
      `BEARER ${apiKey}`,
    ]) {
      expect([header, (await asking(app, header)).statusCode]).toEqual([header, 200]);
    }
  });

  it('401 invalid_scheme: another scheme, the bare key, or no key', async () => {
    const { apiKey } = await app.account();
    for (const header of [
      apiKey,
      `Basic ${apiKey}`,
      `Token ${apiKey}`,
      'Bearer',
      'Bearer ',
      `Bearer%2520${apiKey}`,
      `Bearer ${apiKey} ${apiKey}`,
      '',
    ]) {
      const reply = await asking(app, header);
      expect([header, ...outcome(reply)]).toEqual([header, 401, 'invalid_scheme']);
      expect(reply.headers['www-authenticate']).toBe('Bearer realm="tracewell"');
    }
  });

  it('401 invalid_key: a typo is detected by the checksum alone, an invented key by the store', async () => {
    const { apiKey } = await app.account();
    const swapped = apiKey.slice(0, 10) + apiKey.charAt(11) + apiKey.charAt(10) + apiKey.slice(12);
    const other = (char: string | undefined) => (char === 'a' ? 'b' : 'a');
    const typos = [
      apiKey.slice(0, -1) + other(apiKey.at(-1)),
      `twl_${other(apiKey[4])}${apiKey.slice(5)}`,
      apiKey.slice(0, -1),
      `${apiKey}0`,
      apiKey.toUpperCase(),
      apiKey.replace('twl_', 'sk-'),
      ...(swapped === apiKey ? [] : [swapped]),
    ];
    for (const typo of typos) {
      expect([typo, isApiKey(typo)]).toEqual([typo, false]);
      expect(outcome(await asking(app, `Bearer ${typo}`))).toEqual([401, 'invalid_key']);
    }
    const elsewhere = await openTestApp();
    const { apiKey: foreign } = await elsewhere.account();
    expect(isApiKey(foreign)).toBe(true);
    expect(outcome(await asking(app, `Bearer ${foreign}`))).toEqual([401, 'invalid_key']);
  });

  it('401 invalid_key: a wrong key fails even with a valid cookie', async () => {
    const { cookie } = await (await app.account()).member('owner');
    const reply = await app.call('GET', '/v1/projects', undefined, { cookie, authorization: 'Bearer twl_x' });
    expect(outcome(reply)).toEqual([401, 'invalid_key']);
  });

  it('401 missing_credential: no credential', async () => {
    const reply = await app.call('GET', '/v1/projects');
    expect(outcome(reply)).toEqual([401, 'missing_credential']);
    expect(reply.headers['www-authenticate']).toMatch(/^Bearer/);
  });

  it('401 expired_key: to the millisecond, even if it was used before', async () => {
    const clock = new FakeClock();
    const own = await openTestApp({ clock });
    const account = await own.account();
    const key = await account.key(['read'], { expiresAt: clock.now() + DAY_MS });
    clock.advance(DAY_MS - 1);
    expect((await key.call('GET', '/v1/projects')).statusCode).toBe(200);
    clock.advance(1);
    expect(outcome(await key.call('GET', '/v1/projects'))).toEqual([401, 'expired_key']);
  });
});

describe('scopes', () => {
  it.each([
    ['read', 'GET', '/v1/projects', undefined, ['write:records', 'write']],
    ['write', 'POST', '/v1/projects', { name: 'x' }, ['read', 'write:records']],
  ] as const)(
    '403 insufficient_scope: names "%s" as the scope that %s %s needs',
    async (needed, method, url, body, others) => {
      const account = await app.account();
      for (const scope of others) {
        const reply = await (await account.key([scope])).call(method, url, body);
        expect(outcome(reply)).toEqual([403, 'insufficient_scope']);
        expect(reply.json().error).toContain(`"${needed}"`);
      }
      expect((await (await account.key([needed])).call(method, url, body)).statusCode).toBeLessThan(300);
    },
  );
});

describe('projects', () => {
  it('404 project_not_found: a bound key sees its own project only; X-Project-Id may repeat it', async () => {
    const account = await app.account();
    const { id } = (await account.call('POST', '/v1/projects', { name: 'Second' })).json();
    const bound = await account.key(null, { projectId: id });
    const choosing = (project: string) => ({ 'x-project-id': project });
    expect((await bound.call('GET', '/v1/alerts', undefined, choosing(id))).statusCode).toBe(200);
    for (const project of [account.projectId, 'prj_doesnotexist', '']) {
      expect(outcome(await bound.call('GET', '/v1/alerts', undefined, choosing(project)))).toEqual([
        404,
        'project_not_found',
      ]);
    }
    for (const project of [account.projectId, id]) {
      expect((await account.call('GET', '/v1/projects', undefined, choosing(project))).statusCode).toBe(200);
    }
    const other = await app.account();
    expect(outcome(await account.call('GET', '/v1/projects', undefined, choosing(other.projectId)))).toEqual([
      404,
      'project_not_found',
    ]);
  });

  it('201, 400: a key created with a key expires with it, or earlier', async () => {
    const account = await app.account();
    const expiresAt = '2099-01-01T00:00:00.000Z';
    const parent = await account.key(null, { expiresAt: Date.parse(expiresAt) });
    const make = (given?: string | null) => parent.call('POST', KEYS, { name: 'x', expiresAt: given });
    for (const given of [undefined, null, expiresAt])
      expect((await make(given)).json()).toMatchObject({ expiresAt });
    const earlier = '2098-12-31T00:00:00.000Z';
    expect((await make(earlier)).json()).toMatchObject({ expiresAt: earlier });
    const later = await make('2099-01-01T00:00:00.001Z');
    expect([later.statusCode, later.json().details?.[0]?.path]).toEqual([400, 'expiresAt']);
  });

  it('201: a key created with a bound key is bound to the same project only', async () => {
    const account = await app.account();
    const { id } = (await account.call('POST', '/v1/projects', { name: 'Second' })).json();
    const bound = await account.key(null, { projectId: id });
    expect((await bound.call('POST', KEYS, { name: 'x' })).json().projectId).toBe(id);
    expect((await bound.call('POST', KEYS, { name: 'x', projectId: id })).json().projectId).toBe(id);
    expect(outcome(await bound.call('POST', KEYS, { name: 'x', projectId: account.projectId }))).toEqual([
      400,
      'unknown_project',
    ]);
    expect((await account.call('POST', KEYS, { name: 'x', projectId: id })).json().projectId).toBe(id);
  });
});

describe('rotating', () => {
  const works = async (on: TestApp, secret: string) =>
    (await asking(on, `Bearer ${secret}`)).statusCode !== 401;

  it('201: a key with the same rights, and the old one works until it is revoked', async () => {
    const account = await app.account();
    const { id: projectId } = (await account.call('POST', '/v1/projects', { name: 'Shop' })).json();
    const old = (await account.call('POST', KEYS, { name: 'CI', scopes: ['read'], projectId })).json();
    const reply = await account.call('POST', `${KEYS}/${old.id}/rotate`);
    expect(reply.statusCode).toBe(201);
    const { apiKey, ...made } = reply.json();
    expect(made).toMatchObject({
      name: 'CI',
      scopes: ['read'],
      projectId,
      expiresAt: null,
      lastUsedAt: null,
    });
    expect(made.id).not.toBe(old.id);
    expect([await works(app, old.apiKey), await works(app, apiKey)]).toEqual([true, true]);
    await account.call('DELETE', `${KEYS}/${old.id}`);
    expect([await works(app, old.apiKey), await works(app, apiKey)]).toEqual([false, true]);
    const [entry] = (await account.call('GET', '/v1/audit?action=api_key.rotate')).json().entries;
    expect(entry).toMatchObject({ targetId: made.id, metadata: { replaces: old.id, oldKeyEnds: null } });
  });

  it('201: with a grace the old key ends by itself, and the new one is valid as long as the old one was', async () => {
    const clock = new FakeClock();
    const own = await openTestApp({ clock });
    const account = await own.account();
    const isoIn = (ms: number) => new Date(clock.now() + ms).toISOString();
    const body = { name: 'CI', scopes: ['read'], expiresAt: isoIn(30 * DAY_MS) };
    const old = (await account.call('POST', KEYS, body)).json();
    clock.advance(29 * DAY_MS);
    const made = (await account.call('POST', `${KEYS}/${old.id}/rotate`, { graceHours: 2 })).json();
    expect(made.expiresAt).toBe(isoIn(30 * DAY_MS));
    const { apiKeys } = (await account.call('GET', KEYS)).json();
    expect(apiKeys).toContainEqual(
      expect.objectContaining({ id: old.id, expiresAt: isoIn(120 * MINUTE_MS) }),
    );
    expect(await works(own, old.apiKey)).toBe(true);
    clock.advance(121 * MINUTE_MS);
    expect([await works(own, old.apiKey), await works(own, made.apiKey)]).toEqual([false, true]);
    // A grace never makes a key live longer.
    const last = (await account.call('POST', KEYS, { ...body, expiresAt: isoIn(DAY_MS) })).json();
    await account.call('POST', `${KEYS}/${last.id}/rotate`, { graceHours: 48 });
    const after = (await account.call('GET', KEYS)).json().apiKeys;
    expect(after).toContainEqual(expect.objectContaining({ id: last.id, expiresAt: isoIn(DAY_MS) }));
  });

  it('the new key does not outlive the key that makes it, and has its rights only', async () => {
    const account = await app.account();
    const owned = (await account.call('POST', KEYS, { name: 'Full' })).json();
    const limited = (
      await account.call('POST', KEYS, { name: 'Short', expiresAt: '2099-01-01T00:00:00.000Z' })
    ).json();
    const authorization = `Bearer ${limited.apiKey}`;
    const reply = await app.call('POST', `${KEYS}/${owned.id}/rotate`, undefined, { authorization });
    expect([reply.statusCode, reply.json().expiresAt]).toEqual([201, '2099-01-01T00:00:00.000Z']);
    const reader = await account.key(['read', 'write']);
    expect((await reader.call('POST', `${KEYS}/${owned.id}/rotate`)).statusCode).toBe(403);
  });

  it('404: a key of another account; 400: a grace that is none', async () => {
    const [account, other] = [await app.account(), await app.account()];
    const { id } = (await other.call('POST', KEYS, { name: 'Theirs' })).json();
    expect((await account.call('POST', `${KEYS}/${id}/rotate`)).statusCode).toBe(404);
    for (const graceHours of [0, -1, 2_161, 1.5])
      expect((await other.call('POST', `${KEYS}/${id}/rotate`, { graceHours })).statusCode).toBe(400);
  });
});

describe('revoking', () => {
  it('204: the key stops working in this process immediately; 404 the second time', async () => {
    const account = await app.account();
    const key = await account.key(['read']);
    expect((await key.call('GET', '/v1/projects')).statusCode).toBe(200);
    const gone = await account.call('DELETE', `${KEYS}/${key.id}`);
    expect([gone.statusCode, gone.body]).toEqual([204, '']);
    expect(outcome(await key.call('GET', '/v1/projects'))).toEqual([401, 'invalid_key']);
    expect((await account.call('DELETE', `${KEYS}/${key.id}`)).statusCode).toBe(404);
    const [entry] = (await account.call('GET', '/v1/audit?action=api_key.revoke')).json().entries;
    expect(entry).toMatchObject({ targetId: key.id, metadata: { name: 'Test key' } });
  });

  describe('a key that created others', () => {
    const asKey = ({ apiKey }: { apiKey: string }): Caller => ({
      call: (method, url, body) => app.call(method, url, body, { authorization: `Bearer ${apiKey}` }),
    });
    const mint = async (who: Caller, body: object = {}) =>
      (await who.call('POST', KEYS, { name: 'x', ...body })).json<{ id: string; apiKey: string }>();
    const ids = (reply: LightMyRequestResponse): string[] =>
      reply.json().apiKeys.map(({ id }: { id: string }) => id);

    /** parent created child and sibling, child created grandchild; the account created another. */
    async function family() {
      const account = await app.account();
      const parent = await mint(account, { name: 'Parent' });
      const child = await mint(asKey(parent), { name: 'Child' });
      const grandchild = await mint(asKey(child), { name: 'Grandchild', scopes: ['read'] });
      const sibling = await mint(asKey(parent), { name: 'Sibling', expiresAt: '2099-01-01T00:00:00.000Z' });
      const other = await mint(account, { name: 'Other' });
      const works = async () => {
        const keys = [parent, child, grandchild, sibling, other];
        const replies = await Promise.all(keys.map((key) => asKey(key).call('GET', '/v1/alerts')));
        return replies.map(({ statusCode }) => statusCode);
      };
      return { account, parent, child, grandchild, sibling, other, works };
    }

    it('200: lists the keys that were created with it, page by page', async () => {
      const { account, parent, child, grandchild, sibling } = await family();
      const url = `${KEYS}/${parent.id}/api-keys`;
      const first = await account.call('GET', `${url}?limit=2`);
      const rest = await account.call('GET', `${url}?limit=2&cursor=${first.json().nextCursor}`);
      expect([...ids(first), ...ids(rest)]).toEqual([child.id, grandchild.id, sibling.id]);
      expect(rest.json().nextCursor).toBeNull();
      expect(first.body).not.toContain(child.apiKey);
      expect(ids(await account.call('GET', `${KEYS}/${grandchild.id}/api-keys`))).toEqual([]);
      for (const [who, id] of [
        [await app.account(), parent.id],
        [account, 'key_12345678'],
      ] as const)
        expect((await who.call('GET', `${KEYS}/${id}/api-keys`)).statusCode).toBe(404);
      const refused = await (await account.member('member')).call('GET', url);
      expect(outcome(refused)).toEqual([403, 'insufficient_role']);
    });

    it('204: leaves them alive, returns how many, and the audit entry names them', async () => {
      const { account, parent, child, grandchild, sibling, works } = await family();
      const reply = await account.call('DELETE', `${KEYS}/${parent.id}`);
      expect([reply.statusCode, reply.body, reply.headers['x-live-child-keys']]).toEqual([204, '', '3']);
      expect(await works()).toEqual([401, 200, 200, 200, 200]);
      const [entry] = (await account.call('GET', '/v1/audit?action=api_key.revoke')).json().entries;
      expect(entry.metadata.revokedKeys).toEqual([]);
      expect(entry.metadata.keptKeys.toSorted()).toEqual([child.id, grandchild.id, sibling.id].toSorted());
    });

    it('204: withChildren revokes them in the same change, and no other keys', async () => {
      const { account, parent, child, grandchild, sibling, works } = await family();
      const foreign = await family();
      const reply = await account.call('DELETE', `${KEYS}/${parent.id}?withChildren=true`);
      expect([reply.statusCode, reply.headers['x-live-child-keys']]).toEqual([204, '0']);
      expect(await works()).toEqual([401, 401, 401, 401, 200]);
      expect(await foreign.works()).toEqual([200, 200, 200, 200, 200]);
      const { entries } = (await account.call('GET', '/v1/audit?action=api_key.revoke')).json();
      expect(entries).toMatchObject([{ targetId: parent.id, metadata: { name: 'Parent', keptKeys: [] } }]);
      const revoked = entries[0].metadata.revokedKeys.toSorted();
      expect(revoked).toEqual([child.id, grandchild.id, sibling.id].toSorted());
    });

    it('204: an intermediate key is revoked alone: its children are then revoked with its parent', async () => {
      const { account, parent, child, works } = await family();
      const middle = await account.call('DELETE', `${KEYS}/${child.id}?withChildren=false`);
      expect(middle.headers['x-live-child-keys']).toBe('1');
      expect(await works()).toEqual([200, 401, 200, 200, 200]);
      await account.call('DELETE', `${KEYS}/${parent.id}?withChildren=true`);
      expect(await works()).toEqual([401, 401, 401, 401, 200]);
    });

    it('204: children of a revoked key are revoked when the member who created it is removed', async () => {
      const account = await app.account();
      const admin = await account.member('admin');
      const parent = await mint(admin);
      const child = await mint(asKey(parent));
      await account.call('DELETE', `${KEYS}/${parent.id}`);
      const path = `/v1/team/members/${admin.userId}`;
      expect(ids(await account.call('GET', `${path}/api-keys`))).toEqual([child.id]);
      await account.call('DELETE', path);
      expect((await asKey(child).call('GET', '/v1/alerts')).statusCode).toBe(401);
    });

    it('200, 204: an expired key is neither listed nor counted, and is revoked with the others', async () => {
      const clock = new FakeClock();
      const own = await openTestApp({ clock });
      const account = await own.account();
      const parent = await account.key(null);
      const expiresAt = new Date(clock.now() + DAY_MS).toISOString();
      const child = await mint(parent, { expiresAt });
      const url = `${KEYS}/${parent.id}/api-keys`;
      clock.advance(DAY_MS - 1);
      expect(ids(await account.call('GET', url))).toEqual([child.id]);
      clock.advance(1);
      expect(ids(await account.call('GET', url))).toEqual([]);
      const alone = await account.key(null);
      await mint(alone, { expiresAt: new Date(clock.now() + 1).toISOString() });
      clock.advance(1);
      const reply = await account.call('DELETE', `${KEYS}/${alone.id}`);
      expect(reply.headers['x-live-child-keys']).toBe('0');
      await account.call('DELETE', `${KEYS}/${parent.id}?withChildren=true`);
      expect(ids(await account.call('GET', KEYS))).not.toContain(child.id);
    });

    it('400: withChildren that is neither true nor false, an unknown parameter', async () => {
      const { account, parent, works } = await family();
      for (const query of ['withChildren=perhaps', 'children=true'])
        expect((await account.call('DELETE', `${KEYS}/${parent.id}?${query}`)).statusCode).toBe(400);
      expect(await works()).toEqual([200, 200, 200, 200, 200]);
    });
  });

  it('204: a key may revoke itself', async () => {
    const account = await app.account();
    const key = await account.key(null);
    expect((await key.call('DELETE', `${KEYS}/${key.id}`)).statusCode).toBe(204);
    expect((await key.call('GET', KEYS)).statusCode).toBe(401);
  });

  it('401: pending requests do not bring a revoked key back', async () => {
    const account = await app.account();
    for (let round = 0; round < 10; round += 1) {
      const key = await account.key(['read']);
      await Promise.all([
        key.call('GET', '/v1/projects'),
        account.call('DELETE', `${KEYS}/${key.id}`),
        key.call('GET', '/v1/projects'),
        key.call('GET', '/v1/projects'),
      ]);
      expect((await key.call('GET', '/v1/projects')).statusCode).toBe(401);
    }
  });

  it('401: in another process on the same store as soon as it checks, which it does twice a second', async () => {
    const here = await openTestApp();
    const { metadata, masterKey } = here.config;
    const there = await openTestApp({ config: { metadata, masterKey } });
    await here.services.feed.start();
    await there.services.feed.start();
    const account = await here.account();
    const key = await account.key(['read']);
    const bearer = `Bearer ${key.apiKey}`;
    expect((await asking(there, bearer)).statusCode).toBe(200);
    await account.call('DELETE', `${KEYS}/${key.id}`);
    expect((await asking(here, bearer)).statusCode).toBe(401);
    await there.services.feed.look();
    expect(outcome(await asking(there, bearer))).toEqual([401, 'invalid_key']);
    expect((await asking(there, `Bearer ${account.apiKey}`)).statusCode).toBe(200);
  });
});

describe('the read limit', () => {
  it('429: the 601st read of a key in a minute, with Retry-After; other keys and changes are not affected', async () => {
    const clock = new FakeClock();
    const own = await openTestApp({ clock });
    const account = await own.account();
    const key = await account.key(['read', 'write']);
    clock.advance(10 * SECOND_MS);
    for (let n = 0; n < 600; n += 1) {
      const reply = await key.call('GET', '/v1/projects');
      if (reply.statusCode !== 200) throw new Error(`Read ${n + 1} was answered ${reply.statusCode}.`);
    }
    const limited = await key.call('GET', '/v1/projects');
    expect(outcome(limited)).toEqual([429, 'rate_limited']);
    expect(limited.headers['retry-after']).toBe('50');
    expect((await account.call('GET', '/v1/projects')).statusCode).toBe(200);
    expect((await key.call('POST', '/v1/projects', { name: 'Still' })).statusCode).toBe(201);
    clock.advance(50 * SECOND_MS);
    expect((await key.call('GET', '/v1/projects')).statusCode).toBe(200);
    clock.advance(MINUTE_MS);
    expect((await key.call('GET', '/v1/projects')).statusCode).toBe(200);
  });
});
