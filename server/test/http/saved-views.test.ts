import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestApp, type Caller, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';

const clock = new FakeClock(Date.parse('2026-03-01T12:00:00.000Z'));
let app: TestApp;
beforeAll(async () => {
  app = await makeTestApp({ clock });
});
afterAll(() => app.stop());

const save = (from: Caller, name: unknown, filter: unknown = {}) =>
  from.call('POST', '/v1/saved-views', { name, filter });

const list = async (from: Caller) => (await from.call('GET', '/v1/saved-views')).json().savedViews;

const JSON_BODY = { 'content-type': 'application/json' };

/** A filter of this many bytes as JSON. */
const filterOf = (bytes: number, letter = 'x') => ({
  text: letter.repeat((bytes - '{"text":""}'.length) / Buffer.byteLength(letter)),
});

describe('saved views', () => {
  it('201, 200, 204: created, updated by name, read and deleted, each with its audit entry', async () => {
    const account = await app.account();
    expect(await list(account)).toEqual([]);
    const made = await save(account, 'Fehler 🚀', { error: true });
    expect(made.statusCode).toBe(201);
    const { savedView } = made.json();
    expect(savedView).toEqual({
      id: expect.any(Number),
      name: 'Fehler 🚀',
      filter: { error: true },
      createdAt: '2026-03-01T12:00:00.000Z',
      updatedAt: '2026-03-01T12:00:00.000Z',
    });
    const updated = await save(account, 'Fehler 🚀', { error: false });
    expect([updated.statusCode, updated.json().savedView]).toEqual([
      200,
      { ...savedView, filter: { error: false } },
    ]);
    const again = await save(account, 'Fehler 🚀', { error: false });
    expect([again.statusCode, again.json()]).toEqual([200, updated.json()]);
    expect((await save(account, 'fehler 🚀')).statusCode).toBe(201);
    const url = `/v1/saved-views/${savedView.id}`;
    expect((await account.call('GET', url)).json()).toEqual(updated.json());
    expect((await list(account)).map(({ name }: { name: string }) => name)).toEqual([
      'Fehler 🚀',
      'fehler 🚀',
    ]);
    const gone = await account.call('DELETE', url);
    expect([gone.statusCode, gone.body]).toEqual([204, '']);
    expect((await account.call('GET', url)).statusCode).toBe(404);
    expect((await account.call('DELETE', url)).statusCode).toBe(404);
    const { entries } = (await account.call('GET', '/v1/audit')).json();
    expect(entries.slice(0, 4)).toMatchObject([
      { action: 'saved_view.delete', targetId: String(savedView.id), metadata: { name: 'Fehler 🚀' } },
      { action: 'saved_view.save', metadata: { name: 'fehler 🚀', made: true } },
      { action: 'saved_view.save', targetId: String(savedView.id), metadata: { made: false } },
      { action: 'saved_view.save', targetId: String(savedView.id), metadata: { made: true } },
    ]);
  });

  it('200: the filter is returned unchanged', async () => {
    const account = await app.account();
    for (const [at, filter] of [
      '{"z":1,"a":{"z":[],"b":null},"m":[1,"2",{"y":0,"x":0}]}',
      '{"ключ":"значение","絵":"🚀","":"","a b":"\\"\\\\/\\n","lone":"\\ud800"}',
      '{"constructor":{"prototype":1},"toString":"x","hasOwnProperty":null}',
      '{"n":-0.1e-7,"big":12345678901234567,"deep":[[[[[[[[{}]]]]]]]]}',
      '{}',
    ].entries()) {
      const made = await account.call(
        'POST',
        '/v1/saved-views',
        `{"name":"v${at}","filter":${filter}}`,
        JSON_BODY,
      );
      expect(made.statusCode).toBe(201);
      const { id } = made.json().savedView;
      const read = await account.call('GET', `/v1/saved-views/${id}`);
      // As text, because the order of keys matters.
      const asText = JSON.stringify(JSON.parse(filter));
      expect(read.body).toContain(`"filter":${asText},`);
      expect(made.body).toContain(`"filter":${asText},`);
    }
  });

  it('201, 400 filter_too_long: 16 KiB of bytes, not of characters', async () => {
    const account = await app.account();
    const full = await save(account, 'full', filterOf(16_384));
    expect(full.statusCode).toBe(201);
    expect((await account.call('GET', `/v1/saved-views/${full.json().savedView.id}`)).json()).toEqual(
      full.json(),
    );
    expect((await save(account, 'wide', filterOf(16_382, '日'))).statusCode).toBe(201);
    for (const filter of [filterOf(16_385), filterOf(16_385, '日')]) {
      const reply = await save(account, 'long', filter);
      expect([reply.statusCode, reply.json().reason, reply.json().details[0].path]).toEqual([
        400,
        'filter_too_long',
        'filter',
      ]);
    }
  });

  it('400: invalid names and filters', async () => {
    const account = await app.account();
    expect((await save(account, '🚀'.repeat(50))).statusCode).toBe(201);
    for (const name of ['', '   ', 'x'.repeat(51), '🚀'.repeat(51), 'a\u0000b', 'a\nb', 7, null, undefined]) {
      const reply = await save(account, name);
      expect([name, reply.statusCode]).toEqual([name, 400]);
    }
    for (const filter of [null, [], 'text', 7, true]) {
      const reply = await save(account, 'ok', filter);
      expect([filter, reply.statusCode, reply.json().details[0].path]).toEqual([filter, 400, 'filter']);
    }
    expect((await account.call('POST', '/v1/saved-views', { name: 'ok' })).statusCode).toBe(400);
    const extra = await account.call('POST', '/v1/saved-views', { name: 'ok', filter: {}, shared: true });
    expect(extra.json().details).toEqual([{ path: 'shared', message: 'is not a known field' }]);
    for (const [body, reason] of [
      ['{"name":"ok","filter":{"__proto__":{"admin":true}}}', 'forbidden_key'],
      ['{"name":"ok","filter":{"a":1,"a":2}}', 'duplicate_key'],
      [`{"name":"ok","filter":{"a":${'['.repeat(70)}${']'.repeat(70)}}}`, 'too_deep'],
      ['{"name":"ok","filter":{"a":"\\u0000"}}', 'invalid_text'],
    ]) {
      const reply = await account.call('POST', '/v1/saved-views', body, JSON_BODY);
      expect([reply.statusCode, reply.json().reason]).toEqual([400, reason]);
    }
    expect(await list(account)).toHaveLength(1);
  });

  it('409 limit_reached: the 21st, also with 30 concurrent requests; an existing name can still be updated', async () => {
    const account = await app.account();
    const replies = await Promise.all(Array.from({ length: 30 }, (_, at) => save(account, `View ${at}`)));
    const codes = replies.map(({ statusCode }) => statusCode);
    expect(codes.filter((code) => code === 201)).toHaveLength(20);
    expect(codes.filter((code) => code === 409)).toHaveLength(10);
    expect(replies.find(({ statusCode }) => statusCode === 409)?.json().reason).toBe('limit_reached');
    const views = await list(account);
    expect(views).toHaveLength(20);
    expect((await save(account, views[0].name, { changed: true })).statusCode).toBe(200);
    await account.call('DELETE', `/v1/saved-views/${views[1].id}`);
    expect((await save(account, 'Room again')).statusCode).toBe(201);
    expect((await save(await app.account(), 'Of another account')).statusCode).toBe(201);
  });

  it('201, 200: concurrent requests with the same name create one', async () => {
    const account = await app.account();
    const replies = await Promise.all([1, 2, 3, 4, 5].map((at) => save(account, 'Same', { at })));
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, 200, 200, 201]);
    expect(await list(account)).toHaveLength(1);
  });

  it('404: views of another account, and invalid ids', async () => {
    const [mine, other] = [await app.account(), await app.account()];
    const { id } = (await save(other, 'Theirs', { secret: 1 })).json().savedView;
    expect((await save(mine, 'Theirs')).statusCode).toBe(201);
    for (const view of [id, 999_999_999, 0, -1, 'abc', '1e3', '99999999999999999999']) {
      for (const method of ['GET', 'DELETE']) {
        expect([view, (await mine.call(method, `/v1/saved-views/${view}`)).statusCode]).toEqual([view, 404]);
      }
    }
    expect((await other.call('GET', `/v1/saved-views/${id}`)).json().savedView.filter).toEqual({ secret: 1 });
  });

  it('403: a viewer, and keys without the scope', async () => {
    const account = await app.account();
    const { id } = (await save(account, 'Kept')).json().savedView;
    for (const [caller, reason] of [
      [await account.member('viewer'), 'insufficient_role'],
      [await account.key(['read', 'write:records']), 'insufficient_scope'],
    ] as const) {
      for (const reply of [
        await save(caller, 'Kept', { changed: true }),
        await caller.call('DELETE', `/v1/saved-views/${id}`),
      ]) {
        expect([reply.statusCode, reply.json().reason]).toEqual([403, reason]);
      }
      expect(await list(caller)).toMatchObject([{ id, filter: {} }]);
    }
    expect((await save(await account.member('member'), 'Kept', { by: 'member' })).statusCode).toBe(200);
  });
});
