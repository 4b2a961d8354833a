import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '#lib/clock';
import { encodeCursor } from '#lib/cursor';
import type { Actor, Role } from '#core/access/actor';
import type { Context } from '#core/context';
import { createKey } from '#features/api-keys';
import { PASSWORD, makeTestApp, openTestApp, type Caller, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import { overtakeFirstLook } from '#test/support/overtaken';
import { openMailbox } from '#test/support/smtp';

const MEMBERS = '/v1/team/members';
const INVITATIONS = '/v1/team/invitations';
const ACCEPT = `${INVITATIONS}/accept`;
const NEWCOMER = { name: 'Nia', password: 'a long enough one' };

let app: TestApp;
beforeAll(async () => {
  app = await makeTestApp();
});
afterAll(() => app.stop());

const outcome = (reply: LightMyRequestResponse) => [reply.statusCode, reply.json().reason];

let people = 0;
const newEmail = () => `person-${(people += 1)}@example.com`;

const cookieOf = (reply: LightMyRequestResponse): string =>
  String(reply.headers['set-cookie']).split(';')[0] ?? '';

/** A browser with the cookie of this reply. */
const browser = (on: TestApp, reply: LightMyRequestResponse) => {
  const headers = { cookie: cookieOf(reply), origin: 'http://localhost' };
  return (method: string, url: string, body?: unknown) => on.call(method, url, body, headers);
};

const roles = async (caller: Caller): Promise<Record<string, Role>> => {
  const { members } = (await caller.call('GET', MEMBERS)).json();
  return Object.fromEntries(
    members.map(({ userId, role }: { userId: string; role: Role }) => [userId, role]),
  );
};

async function setAccount(
  on: TestApp,
  id: string,
  values: { plan?: string; subscription_status?: string },
): Promise<void> {
  await on.services.metadata.transaction((db) =>
    db.updateTable('accounts').set(values).where('id', '=', id).execute(),
  );
  on.services.feed.announce([{ topic: 'accounts', key: id }]);
}

describe('who may', () => {
  const each = (userId: string, invitationId: string) =>
    [
      ['GET', MEMBERS, undefined],
      ['PATCH', `${MEMBERS}/${userId}`, { role: 'viewer' }],
      ['DELETE', `${MEMBERS}/${userId}`, undefined],
      ['GET', INVITATIONS, undefined],
      ['POST', INVITATIONS, { email: newEmail() }],
      ['DELETE', `${INVITATIONS}/${invitationId}`, undefined],
    ] as const;

  it('402: every endpoint, unless the plan is Team and the subscription active', async () => {
    const account = await app.account();
    const { userId } = await account.member('member');
    const { id } = (await account.call('POST', INVITATIONS, { email: newEmail() })).json();
    for (const [values, reason] of [
      [{ plan: 'pro' }, 'plan_required'],
      [{ plan: 'free' }, 'plan_required'],
      [{ plan: 'team', subscription_status: 'canceled' }, 'subscription_canceled'],
    ] as const) {
      await setAccount(app, account.id, values);
      for (const [method, url, body] of each(userId, id)) {
        expect(outcome(await account.call(method, url, body))).toEqual([402, reason]);
      }
    }
  });

  it('403 insufficient_scope: a key with explicit scopes, whatever they are', async () => {
    const account = await app.account();
    const { userId } = await account.member('member');
    const key = await account.key(['read', 'write:records', 'write']);
    for (const [method, url, body] of each(userId, 'inv_12345678')) {
      expect(outcome(await key.call(method, url, body))).toEqual([403, 'insufficient_scope']);
    }
  });

  it('403 insufficient_role: members and viewers can list members, and nothing else', async () => {
    const account = await app.account();
    const { userId } = await account.member('viewer');
    for (const role of ['member', 'viewer'] as const) {
      const person = await account.member(role);
      const [list, ...others] = each(userId, 'inv_12345678');
      expect((await person.call(list[0], list[1])).statusCode).toBe(200);
      for (const [method, url, body] of others) {
        expect(outcome(await person.call(method, url, body))).toEqual([403, 'insufficient_role']);
      }
    }
  });

  it('401: no credential', async () => {
    for (const [method, url, body] of each('usr_12345678', 'inv_12345678')) {
      expect((await app.call(method, url, body)).statusCode).toBe(401);
    }
  });

  it('404: members and invitations of another account, and malformed ids', async () => {
    const [mine, other] = [await app.account(), await app.account()];
    const { userId } = await other.member('member');
    const { id } = (await other.call('POST', INVITATIONS, { email: newEmail() })).json();
    for (const user of [userId, 'usr_12345678', 'usr_', '7', '%00', 'x'.repeat(300)]) {
      expect((await mine.call('PATCH', `${MEMBERS}/${user}`, { role: 'viewer' })).statusCode).toBe(404);
      expect((await mine.call('DELETE', `${MEMBERS}/${user}`)).statusCode).toBe(404);
    }
    for (const invitation of [id, 'inv_12345678', 'inv_%00%00%00%00%00%00%00%00', '7']) {
      expect((await mine.call('DELETE', `${INVITATIONS}/${invitation}`)).statusCode).toBe(404);
    }
    expect(await roles(other)).toEqual({ [userId]: 'member' });
    expect((await mine.call('GET', INVITATIONS)).json().invitations).toEqual([]);
    expect((await mine.call('GET', MEMBERS)).json().members).toEqual([]);
  });
});

describe('members', () => {
  it('200: listed in the order in which they joined, page by page', async () => {
    const clock = new FakeClock();
    const own = await openTestApp({ clock });
    const account = await own.account();
    const joined: string[] = [];
    for (const role of ['owner', 'admin', 'member', 'viewer', 'viewer'] as const) {
      // The second and third join at the same moment: the id orders them.
      if (role !== 'member') clock.advance(1);
      joined.push((await account.member(role)).userId);
    }
    const whole = (await account.call('GET', MEMBERS)).json();
    expect(whole.nextCursor).toBeNull();
    expect(whole.members).toHaveLength(5);
    expect(whole.members[0]).toEqual({
      userId: joined[0],
      email: expect.stringContaining('@example.com'),
      name: 'Tess',
      signsInWith: ['password'],
      role: 'owner',
      joinedAt: '2026-06-15T12:00:00.001Z',
    });
    const paged: unknown[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: { members: unknown[]; nextCursor: string | null } = (
        await account.call('GET', `${MEMBERS}?limit=2${cursor && `&cursor=${cursor}`}`)
      ).json();
      expect(page.members.length).toBeLessThanOrEqual(2);
      paged.push(...page.members);
      cursor = page.nextCursor;
    }
    expect(paged).toEqual(whole.members);
  });

  it('400: limits out of range and cursors that no list returned', async () => {
    const account = await app.account();
    const cursors = [
      'x',
      encodeCursor([1]),
      encodeCursor([1.5, 'usr_12345678']),
      encodeCursor([1, 'usr_1234\u00005678']),
      Buffer.from('[1e999,"usr_12345678"]').toString('base64url'),
      encodeCursor(['1', 'usr_12345678']),
    ];
    for (const url of [MEMBERS, INVITATIONS]) {
      for (const limit of ['0', '201', '-1', 'ten']) {
        expect(outcome(await account.call('GET', `${url}?limit=${limit}`))).toEqual([400, 'invalid_request']);
      }
      for (const cursor of cursors) {
        expect(outcome(await account.call('GET', `${url}?cursor=${cursor}`))).toEqual([
          400,
          'invalid_request',
        ]);
      }
    }
  });

  it('200: a role change is audited and applies from the next request on', async () => {
    const account = await app.account();
    const owner = await account.member('owner');
    const person = await account.member('member');
    const reply = await owner.call('PATCH', `${MEMBERS}/${person.userId}`, { role: 'admin' });
    expect(reply.json()).toMatchObject({ userId: person.userId, email: person.email, role: 'admin' });
    expect((await person.call('GET', INVITATIONS)).statusCode).toBe(200);
    const { entries } = (await account.call('GET', '/v1/audit')).json();
    expect(entries[0]).toMatchObject({
      action: 'member.change_role',
      actorType: 'user',
      actorId: owner.userId,
      targetId: person.userId,
      metadata: { from: 'member', to: 'admin' },
    });
    await owner.call('PATCH', `${MEMBERS}/${person.userId}`, { role: 'admin' });
    expect((await account.call('GET', '/v1/audit')).json().entries[0].id).toBe(entries[0].id);
  });

  it('400: an unknown role, none, or more than a role', async () => {
    const account = await app.account();
    const { userId } = await account.member('member');
    for (const body of [{ role: 'king' }, {}, { role: 'viewer', name: 'x' }, { role: null }]) {
      expect(outcome(await account.call('PATCH', `${MEMBERS}/${userId}`, body))).toEqual([
        400,
        'invalid_request',
      ]);
    }
  });

  it('403 insufficient_role: no one grants or changes a role above their own; a key counts as an admin', async () => {
    const account = await app.account();
    const owner = await account.member('owner');
    await account.member('owner');
    const admin = await account.member('admin');
    const person = await account.member('member');
    for (const caller of [admin, account]) {
      expect(outcome(await caller.call('PATCH', `${MEMBERS}/${person.userId}`, { role: 'owner' }))).toEqual([
        403,
        'insufficient_role',
      ]);
      expect(outcome(await caller.call('PATCH', `${MEMBERS}/${owner.userId}`, { role: 'viewer' }))).toEqual([
        403,
        'insufficient_role',
      ]);
      expect(outcome(await caller.call('DELETE', `${MEMBERS}/${owner.userId}`))).toEqual([
        403,
        'insufficient_role',
      ]);
    }
    expect(outcome(await admin.call('PATCH', `${MEMBERS}/${admin.userId}`, { role: 'owner' }))).toEqual([
      403,
      'insufficient_role',
    ]);
    expect((await owner.call('PATCH', `${MEMBERS}/${admin.userId}`, { role: 'owner' })).statusCode).toBe(200);
  });

  it('204: a removed member loses access immediately, in this account and not in others', async () => {
    const [account, second] = [await app.account(), await app.account()];
    const person = await account.member('member');
    const { token } = (await second.call('POST', INVITATIONS, { email: person.email })).json();
    const there = browser(app, await person.call('POST', ACCEPT, { token }));
    const again = await app.call('POST', '/v1/auth/login', { email: person.email, password: PASSWORD });
    expect(again.json().account.id).toBe(second.id);
    const gone = await account.call('DELETE', `${MEMBERS}/${person.userId}`);
    expect([gone.statusCode, gone.body]).toEqual([204, '']);
    expect(outcome(await person.call('GET', '/v1/auth/session'))).toEqual([401, 'invalid_session']);
    expect((await there('GET', '/v1/auth/session')).statusCode).toBe(200);
    expect((await account.call('DELETE', `${MEMBERS}/${person.userId}`)).statusCode).toBe(404);
    expect((await account.call('GET', '/v1/audit')).json().entries[0]).toMatchObject({
      action: 'member.remove',
      targetId: person.userId,
      metadata: { email: person.email, role: 'member', left: false, revokedKeys: [] },
    });
  });

  it('204: keys that a removed member created end with the membership; a list shows them before', async () => {
    const account = await app.account();
    const admin = await account.member('admin');
    const mint = async (who: Caller, body: object) =>
      (await who.call('POST', '/v1/api-keys', body)).json<{ id: string; apiKey: string }>();
    const asKey = ({ apiKey }: { apiKey: string }): Caller => ({
      call: (method, url, body) => app.call(method, url, body, { authorization: `Bearer ${apiKey}` }),
    });
    const first = await mint(admin, { name: 'By the admin' });
    const child = await mint(asKey(first), { name: 'By the key of the admin' });
    const grandchild = await mint(asKey(child), { name: 'By its child', scopes: ['read'] });
    const kept = await mint(account, { name: 'By the account' });
    const works = async () =>
      Promise.all(
        [first, child, grandchild, kept].map(
          async (key) => (await asKey(key).call('GET', '/v1/alerts')).statusCode,
        ),
      );
    expect(await works()).toEqual([200, 200, 200, 200]);

    const path = `${MEMBERS}/${admin.userId}/api-keys`;
    const ids = [first.id, child.id, grandchild.id];
    for (const who of [account, admin]) {
      const { apiKeys, nextCursor } = (await who.call('GET', path)).json();
      expect([apiKeys.map(({ id }: { id: string }) => id), nextCursor]).toEqual([ids, null]);
    }
    const page = (await account.call('GET', `${path}?limit=2`)).json();
    const rest = (await account.call('GET', `${path}?limit=2&cursor=${page.nextCursor}`)).json();
    expect([page.apiKeys.length, rest.apiKeys[0]]).toMatchObject([
      2,
      { id: grandchild.id, name: 'By its child' },
    ]);
    const member = await account.member('member');
    expect(outcome(await member.call('GET', path))).toEqual([403, 'insufficient_role']);
    expect((await member.call('GET', `${MEMBERS}/${member.userId}/api-keys`)).json().apiKeys).toEqual([]);
    expect((await account.call('GET', `${MEMBERS}/usr_00000000/api-keys`)).statusCode).toBe(404);
    expect((await (await app.account()).call('GET', path)).statusCode).toBe(404);

    expect((await account.call('DELETE', `${MEMBERS}/${admin.userId}`)).statusCode).toBe(204);
    expect(await works()).toEqual([401, 401, 401, 200]);
    const { metadata } = (await account.call('GET', '/v1/audit?action=member.remove')).json().entries[0];
    expect(metadata.revokedKeys.toSorted()).toEqual(ids.toSorted());
  });

  it('403 credential_ended: a member removed, or a key revoked, during the request cannot create a key', async () => {
    const account = await app.account();
    const known = await app.services.accounts.get(account.id);
    const admin = await account.member('admin');
    const key = await account.key(null);
    const letIn = (actor: Actor) =>
      ({
        ...app.services,
        db: app.services.metadata.reader,
        account: known,
        project: null,
        origin: null,
        actor,
      }) as unknown as Context;
    const user = { type: 'user', id: admin.userId, email: '', name: '', role: 'admin' } as const;
    const actors: Actor[] = [
      user,
      { type: 'key', id: key.id, name: '', scopes: null, projectId: null, expiresAt: null },
    ];
    for (const actor of actors)
      expect(await createKey(letIn(actor), { name: 'Before' })).toMatchObject({ name: 'Before' });
    await account.call('DELETE', `${MEMBERS}/${admin.userId}`);
    await account.call('DELETE', `/v1/api-keys/${key.id}`);
    for (const actor of actors)
      await expect(createKey(letIn(actor), { name: 'After' })).rejects.toMatchObject({
        reason: 'credential_ended',
      });
  });

  it('403 insufficient_role: a session has the role in its own account, whatever its user has elsewhere', async () => {
    const [first, second] = [await app.account(), await app.account()];
    const person = await first.member('owner');
    const login = { email: person.email, password: PASSWORD };
    const asOwner = browser(app, await app.call('POST', '/v1/auth/login', login));
    const order = { email: person.email, role: 'viewer' };
    const { token } = (await second.call('POST', INVITATIONS, order)).json();
    const asViewer = browser(app, await person.call('POST', ACCEPT, { token }));
    const prompt = { name: 'greet', version: '1', template: 'Hello' };
    expect(outcome(await asViewer('POST', '/v1/prompts', prompt))).toEqual([403, 'insufficient_role']);
    expect((await asOwner('POST', '/v1/prompts', prompt)).statusCode).toBe(201);
  });

  it('204: anyone may leave; without any account left, sign-in says so', async () => {
    const account = await app.account();
    for (const role of ['viewer', 'member', 'admin'] as const) {
      const person = await account.member(role);
      expect((await person.call('DELETE', `${MEMBERS}/${person.userId}`)).statusCode).toBe(204);
      expect((await person.call('GET', MEMBERS)).statusCode).toBe(401);
      const login = await app.call('POST', '/v1/auth/login', { email: person.email, password: PASSWORD });
      expect(outcome(login)).toEqual([403, 'no_account']);
    }
    expect((await account.call('GET', '/v1/audit')).json().entries[0].metadata.left).toBe(true);
  });

  it('409 last_owner: the last owner can neither leave, nor step down, nor be removed', async () => {
    const account = await app.account();
    const owner = await account.member('owner');
    await account.member('admin');
    const self = `${MEMBERS}/${owner.userId}`;
    expect(outcome(await owner.call('DELETE', self))).toEqual([409, 'last_owner']);
    expect(outcome(await owner.call('PATCH', self, { role: 'admin' }))).toEqual([409, 'last_owner']);
    expect((await owner.call('PATCH', self, { role: 'owner' })).statusCode).toBe(200);
    const second = await account.member('owner');
    expect((await owner.call('PATCH', self, { role: 'admin' })).statusCode).toBe(200);
    expect(outcome(await second.call('DELETE', `${MEMBERS}/${second.userId}`))).toEqual([409, 'last_owner']);
  });

  it('409 last_owner: of owners who concurrently demote each other or leave, one stays', async () => {
    for (let round = 0; round < 5; round += 1) {
      const account = await app.account();
      const [a, b] = [await account.member('owner'), await account.member('owner')];
      const replies = await Promise.all(
        round % 2 === 0
          ? [
              a.call('PATCH', `${MEMBERS}/${b.userId}`, { role: 'member' }),
              b.call('PATCH', `${MEMBERS}/${a.userId}`, { role: 'member' }),
            ]
          : [
              a.call('DELETE', `${MEMBERS}/${a.userId}`),
              b.call('PATCH', `${MEMBERS}/${b.userId}`, { role: 'viewer' }),
            ],
      );
      const owners = Object.values(await roles(account)).filter((role) => role === 'owner');
      expect([owners, replies.filter((reply) => reply.statusCode < 300)]).toMatchObject([['owner'], [{}]]);
      // The slower request is refused by the state at that time: no longer an owner, or the last one.
      const refused = replies.find((reply) => reply.statusCode >= 300);
      expect([403, 409]).toContain(refused?.statusCode);
    }
  });

  it('403: a user who was just demoted acts with the new role', async () => {
    const account = await app.account();
    const [a, b, c] = [
      await account.member('owner'),
      await account.member('owner'),
      await account.member('owner'),
    ];
    const [first, second] = await Promise.all([
      a.call('PATCH', `${MEMBERS}/${b.userId}`, { role: 'viewer' }),
      b.call('PATCH', `${MEMBERS}/${a.userId}`, { role: 'viewer' }),
    ]);
    expect([first.statusCode, second.statusCode].toSorted()).toEqual([200, 403]);
    expect((await roles(account))[c.userId]).toBe('owner');
  });
});

describe('invitations', () => {
  it('201: created with a token that is shown once, listed newest first, and deleted', async () => {
    const clock = new FakeClock();
    const own = await openTestApp({ clock });
    const account = await own.account();
    const made = await account.call('POST', INVITATIONS, { email: 'Ann.Lee@Example.com', role: 'viewer' });
    expect(made.statusCode).toBe(201);
    expect(made.json()).toEqual({
      id: expect.stringMatching(/^inv_/),
      email: 'ann.lee@example.com',
      role: 'viewer',
      status: 'pending',
      expiresAt: '2026-06-22T12:00:00.000Z',
      createdAt: '2026-06-15T12:00:00.000Z',
      token: expect.stringMatching(/^[\w-]{43}$/),
    });
    clock.advance(1);
    await account.call('POST', INVITATIONS, { email: 'ben@example.com' });
    await account.call('POST', INVITATIONS, { email: 'cem@example.com', role: 'admin' });
    const { token, ...shown } = made.json();
    const whole = (await account.call('GET', INVITATIONS)).json();
    expect(whole.invitations[2]).toEqual(shown);
    expect(JSON.stringify(whole)).not.toContain(token);
    const first = (await account.call('GET', `${INVITATIONS}?limit=2`)).json();
    const second = (await account.call('GET', `${INVITATIONS}?limit=2&cursor=${first.nextCursor}`)).json();
    expect([...first.invitations, ...second.invitations]).toEqual(whole.invitations);
    expect(second.nextCursor).toBeNull();
    expect((await account.call('DELETE', `${INVITATIONS}/${shown.id}`)).statusCode).toBe(204);
    expect((await account.call('DELETE', `${INVITATIONS}/${shown.id}`)).statusCode).toBe(404);
    expect(outcome(await own.call('POST', ACCEPT, { token, ...NEWCOMER }))).toEqual([400, 'invalid_token']);
    const actions = (await account.call('GET', '/v1/audit')).json().entries;
    expect(actions.slice(0, 2)).toMatchObject([
      { action: 'invitation.delete', metadata: { email: 'ann.lee@example.com' } },
      { action: 'invitation.create', metadata: { role: 'admin' } },
    ]);
    expect(JSON.stringify(actions)).not.toContain(token);
  });

  it('400: an invalid address, an invalid role or an unknown field', async () => {
    const account = await app.account();
    for (const body of [
      {},
      { email: 'nobody' },
      { email: 'a@b.c\r\nBcc: x@y.z' },
      { email: 'a@b.c, d@e.f' },
      { email: `${'x'.repeat(250)}@example.com` },
      { email: newEmail(), role: 'root' },
      { email: newEmail(), accountId: 'acc_12345678' },
    ]) {
      expect(outcome(await account.call('POST', INVITATIONS, body))).toEqual([400, 'invalid_request']);
    }
  });

  it('403 insufficient_role: an admin or a key can neither invite an owner nor withdraw such an invitation', async () => {
    const account = await app.account();
    const [owner, admin] = [await account.member('owner'), await account.member('admin')];
    const email = newEmail();
    for (const caller of [admin, account]) {
      const reply = await caller.call('POST', INVITATIONS, { email, role: 'owner' });
      expect(outcome(reply)).toEqual([403, 'insufficient_role']);
    }
    const { id } = (await owner.call('POST', INVITATIONS, { email, role: 'owner' })).json();
    for (const caller of [admin, account]) {
      const reply = await caller.call('DELETE', `${INVITATIONS}/${id}`);
      expect(outcome(reply)).toEqual([403, 'insufficient_role']);
    }
    expect((await owner.call('DELETE', `${INVITATIONS}/${id}`)).statusCode).toBe(204);
  });

  it('409: already a member, or already invited, also with concurrent requests', async () => {
    const account = await app.account();
    const member = await account.member('viewer');
    const reply = await account.call('POST', INVITATIONS, { email: member.email.toUpperCase() });
    expect(outcome(reply)).toEqual([409, 'already_member']);
    const email = newEmail();
    const replies = await Promise.all(
      [email, email.toUpperCase(), email].map((spelt) =>
        account.call('POST', INVITATIONS, { email: spelt, role: 'viewer' }),
      ),
    );
    expect(replies.map((each) => each.statusCode).toSorted()).toEqual([201, 409, 409]);
    expect(outcome(await account.call('POST', INVITATIONS, { email }))).toEqual([409, 'already_invited']);
    const other = await app.account();
    expect((await other.call('POST', INVITATIONS, { email })).statusCode).toBe(201);
  });

  it('201: again after seven days; the expired one makes room', async () => {
    const clock = new FakeClock();
    const own = await openTestApp({ clock });
    const account = await own.account();
    const old = (await account.call('POST', INVITATIONS, { email: 'dee@example.com' })).json();
    clock.advance(7 * DAY_MS - 1);
    expect((await account.call('GET', INVITATIONS)).json().invitations[0].status).toBe('pending');
    clock.advance(1);
    expect((await account.call('GET', INVITATIONS)).json().invitations[0].status).toBe('expired');
    const late = await own.call('POST', ACCEPT, { token: old.token, ...NEWCOMER });
    expect(outcome(late)).toEqual([400, 'invalid_token']);
    const fresh = await account.call('POST', INVITATIONS, { email: 'dee@example.com' });
    expect(fresh.statusCode).toBe(201);
    expect((await account.call('GET', INVITATIONS)).json().invitations).toMatchObject([
      { id: fresh.json().id, status: 'pending' },
    ]);
  });

  it('409 invitation_accepted: an accepted one cannot be withdrawn', async () => {
    const account = await app.account();
    const { id, token } = (await account.call('POST', INVITATIONS, { email: newEmail() })).json();
    expect((await app.call('POST', ACCEPT, { token, ...NEWCOMER })).statusCode).toBe(200);
    expect(outcome(await account.call('DELETE', `${INVITATIONS}/${id}`))).toEqual([
      409,
      'invitation_accepted',
    ]);
    expect((await account.call('GET', INVITATIONS)).json().invitations[0].status).toBe('accepted');
  });
});

describe('the mail', () => {
  it('201: sent by a job, with the link; the token is nowhere in the store', async () => {
    const mailbox = await openMailbox();
    const own = await openTestApp({
      config: { smtp: mailbox.smtp, publicUrl: 'https://tracewell.example.com' },
    });
    const account = await own.account({ name: 'Zürich & Söhne' });
    const admin = await account.member('admin');
    const made = await admin.call('POST', INVITATIONS, { email: 'eve@example.com', role: 'viewer' });
    const { token } = made.json();
    const db = own.services.metadata.reader;
    const jobs = await db.selectFrom('jobs').selectAll().where('name', '=', 'invitation-mail').execute();
    expect(jobs).toHaveLength(1);
    expect(JSON.stringify(jobs)).not.toContain(token);
    expect(JSON.stringify(await db.selectFrom('invitations').selectAll().execute())).not.toContain(token);
    await own.worker.round();
    await own.worker.settled();
    expect(mailbox.mails).toHaveLength(1);
    const [mail] = mailbox.mails;
    expect(mail).toMatchObject({
      from: 'tracewell@example.com',
      to: ['eve@example.com'],
      subject: 'Invitation to Zürich & Söhne on Tracewell',
    });
    expect(mail?.text).toContain(`\nhttps://tracewell.example.com/invite#token=${token}\n`);
    expect(mail?.text).toContain(`Tess (${admin.email}) invites you to join Zürich & Söhne`);
    expect(mail?.text).toContain('as viewer');
  });

  it('201: sent later if the mail server fails, and not at all if withdrawn meanwhile', async () => {
    const mailbox = await openMailbox();
    const clock = new FakeClock();
    const own = await openTestApp({ clock, config: { smtp: mailbox.smtp } });
    const account = await own.account();
    mailbox.refuse(true);
    const kept = (await account.call('POST', INVITATIONS, { email: 'fay@example.com' })).json();
    const dropped = (await account.call('POST', INVITATIONS, { email: 'gus@example.com' })).json();
    await own.worker.round();
    await own.worker.settled();
    expect(mailbox.mails).toHaveLength(0);
    mailbox.refuse(false);
    await account.call('DELETE', `${INVITATIONS}/${dropped.id}`);
    clock.advance(60_000);
    await own.worker.round();
    await own.worker.settled();
    expect(mailbox.mails.map((mail) => mail.to)).toEqual([['fay@example.com']]);
    expect(mailbox.mails[0]?.text).toContain(kept.token);
    expect(mailbox.mails[0]?.text).toContain('Someone invites you');
  });
});

describe('accepting', () => {
  it('200: a new user gives a name and a password, and is signed in', async () => {
    const account = await app.account({ name: 'Host' });
    const email = newEmail();
    const { id, token } = (await account.call('POST', INVITATIONS, { email, role: 'admin' })).json();
    const reply = await app.call('POST', ACCEPT, { token, ...NEWCOMER });
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toEqual({
      user: { id: expect.stringMatching(/^usr_/), email, name: 'Nia', hasPassword: true },
      account: { id: account.id, name: 'Host', plan: 'team' },
      role: 'admin',
    });
    expect(String(reply.headers['set-cookie'])).toMatch(
      /^tracewell_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax/,
    );
    const session = await browser(app, reply)('GET', '/v1/auth/session');
    expect(session.json()).toEqual(reply.json());
    const login = await app.call('POST', '/v1/auth/login', { email, password: NEWCOMER.password });
    expect(login.statusCode).toBe(200);
    const [entry] = (await account.call('GET', '/v1/audit?action=invitation.accept')).json().entries;
    expect(entry).toMatchObject({ targetId: id, metadata: { email, role: 'admin' } });
    expect(outcome(await app.call('POST', ACCEPT, { token, ...NEWCOMER }))).toEqual([400, 'invalid_token']);
  });

  it('200: a user who is signed in with that email joins, and the session switches to the account', async () => {
    const [home, host] = [await app.account(), await app.account()];
    const person = await home.member('owner');
    const { token } = (await host.call('POST', INVITATIONS, { email: person.email, role: 'viewer' })).json();
    const reply = await person.call('POST', ACCEPT, { token });
    expect(reply.json()).toMatchObject({
      user: { id: person.userId },
      account: { id: host.id },
      role: 'viewer',
    });
    const session = await browser(app, reply)('GET', '/v1/auth/session');
    expect(session.json().account.id).toBe(host.id);
    expect((await roles(home))[person.userId]).toBe('owner');
    const [entry] = (await host.call('GET', '/v1/audit?action=invitation.accept')).json().entries;
    expect(entry).toMatchObject({ actorType: 'user', actorId: person.userId });
  });

  it('401 sign_in_first: a user with that email who is not signed in, or as another user', async () => {
    const [home, host] = [await app.account(), await app.account()];
    const [person, somebody] = [await home.member('member'), await home.member('member')];
    const { token } = (await host.call('POST', INVITATIONS, { email: person.email })).json();
    for (const caller of [app, somebody]) {
      for (const body of [{ token }, { token, ...NEWCOMER }]) {
        expect(outcome(await caller.call('POST', ACCEPT, body))).toEqual([401, 'sign_in_first']);
      }
    }
    const ended = { cookie: 'tracewell_session=ended', origin: 'http://localhost' };
    const stale = await app.call('POST', ACCEPT, { token }, ended);
    expect(outcome(stale)).toEqual([401, 'sign_in_first']);
    const login = await app.call('POST', '/v1/auth/login', { email: person.email, password: PASSWORD });
    expect((await browser(app, login)('POST', ACCEPT, { token })).statusCode).toBe(200);
  });

  it('200: a user who was removed from their last account can join again and keeps their id', async () => {
    const account = await app.account();
    const person = await account.member('member');
    await account.call('DELETE', `${MEMBERS}/${person.userId}`);
    const { token } = (await account.call('POST', INVITATIONS, { email: person.email })).json();
    const reply = await app.call('POST', ACCEPT, { token, ...NEWCOMER });
    expect(reply.json()).toMatchObject({ user: { id: person.userId, name: 'Nia' } });
    const old = await app.call('POST', '/v1/auth/login', { email: person.email, password: PASSWORD });
    expect(outcome(old)).toEqual([401, 'invalid_login']);
    const login = { email: person.email, password: NEWCOMER.password };
    expect((await app.call('POST', '/v1/auth/login', login)).statusCode).toBe(200);
  });

  it('400: a new user without name or password, a short password, a malformed token', async () => {
    const account = await app.account();
    const { token } = (await account.call('POST', INVITATIONS, { email: newEmail() })).json();
    const bare = await app.call('POST', ACCEPT, { token });
    expect(outcome(bare)).toEqual([400, 'name_and_password_required']);
    expect(bare.json().details.map((detail: { path: string }) => detail.path)).toEqual(['name', 'password']);
    const half = await app.call('POST', ACCEPT, { token, name: 'Nia' });
    expect(half.json().details).toMatchObject([{ path: 'password' }]);
    const short = await app.call('POST', ACCEPT, { token, name: 'Nia', password: 'short' });
    expect(outcome(short)).toEqual([400, 'invalid_request']);
    for (const wrong of ['', 'x', `${token.slice(1)}A`, token.toUpperCase()]) {
      const reply = await app.call('POST', ACCEPT, { token: wrong, ...NEWCOMER });
      expect(outcome(reply)).toEqual([400, 'invalid_token']);
    }
    expect((await app.call('POST', ACCEPT, { token, ...NEWCOMER })).statusCode).toBe(200);
  });

  it('402: the account is no longer on Team', async () => {
    const account = await app.account();
    const { token } = (await account.call('POST', INVITATIONS, { email: newEmail() })).json();
    await setAccount(app, account.id, { plan: 'pro' });
    expect(outcome(await app.call('POST', ACCEPT, { token, ...NEWCOMER }))).toEqual([402, 'plan_required']);
    await setAccount(app, account.id, { plan: 'team', subscription_status: 'canceled' });
    expect(outcome(await app.call('POST', ACCEPT, { token, ...NEWCOMER }))).toEqual([
      402,
      'subscription_canceled',
    ]);
    await setAccount(app, account.id, { subscription_status: 'active' });
    expect((await app.call('POST', ACCEPT, { token, ...NEWCOMER })).statusCode).toBe(200);
  });

  it('403 csrf: a site that makes a signed-in browser accept', async () => {
    const [home, host] = [await app.account(), await app.account()];
    const person = await home.member('member');
    const { token } = (await host.call('POST', INVITATIONS, { email: person.email })).json();
    const reply = await person.call('POST', ACCEPT, { token }, { origin: 'https://evil.example' });
    expect(outcome(reply)).toEqual([403, 'csrf']);
  });

  it('200 once: many concurrent uses of one link', async () => {
    const account = await app.account();
    const { token } = (await account.call('POST', INVITATIONS, { email: newEmail() })).json();
    const replies = await Promise.all(
      [1, 2, 3, 4].map((n) => app.call('POST', ACCEPT, { token, ...NEWCOMER, name: `Nia ${n}` })),
    );
    expect(replies.map((reply) => reply.statusCode).toSorted()).toEqual([200, 400, 400, 400]);
    expect(Object.keys(await roles(account))).toHaveLength(1);
  });

  it('400 invalid_token: another request uses the link while this one looks it up', async () => {
    const own = await openTestApp();
    const account = await own.account();
    const { token } = (await account.call('POST', INVITATIONS, { email: newEmail() })).json();
    const accept = (name: string) => own.call('POST', ACCEPT, { token, ...NEWCOMER, name });
    let first = 0;
    overtakeFirstLook(own.services.metadata.reader, 'invitations', async () => {
      first = (await accept('Nia 1')).statusCode;
    });
    expect(outcome(await accept('Nia 2'))).toEqual([400, 'invalid_token']);
    expect(first).toBe(200);
  });

  it('200, 401: a new user who accepts two invitations concurrently becomes one user', async () => {
    const hosts = [await app.account(), await app.account()];
    const email = newEmail();
    const tokens = await Promise.all(
      hosts.map(async (host) => (await host.call('POST', INVITATIONS, { email })).json().token as string),
    );
    const replies = await Promise.all(
      tokens.map((token) => app.call('POST', ACCEPT, { token, ...NEWCOMER })),
    );
    expect(replies.map((reply) => reply.statusCode).toSorted()).toEqual([200, 401]);
    const joined = replies.find((reply) => reply.statusCode === 200);
    const open = tokens[replies.findIndex((reply) => reply.statusCode === 401)];
    if (!joined) throw new Error('Nobody joined.');
    expect((await browser(app, joined)('POST', ACCEPT, { token: open })).statusCode).toBe(200);
  });
});
