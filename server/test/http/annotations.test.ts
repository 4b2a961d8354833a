import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '#lib/clock';
import { makeTestApp, type Caller, type TestAccount, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import { ReviewableCalls } from '#test/support/reviewable-calls';

const clock = new FakeClock(Date.parse('2026-03-01T12:00:00.000Z'));
const calls = new ReviewableCalls();
let app: TestApp;
let account: TestAccount;

const numberOf = async ({ id }: TestAccount) => (await app.services.accounts.get(id))?.number ?? 0;

beforeAll(async () => {
  app = await makeTestApp({ records: calls.records, clock });
});
afterAll(() => app.stop());

beforeEach(async () => {
  account = await app.account();
  calls.add(await numberOf(account), 'call-1', clock.now() - 5_000);
});

const annotate = (body: object, from: Caller = account) => from.call('POST', '/v1/annotations', body);

async function made(body: object = {}, from: Caller = account) {
  const reply = await annotate({ callId: 'call-1', label: 'good', ...body }, from);
  expect([reply.statusCode, reply.body]).toEqual([201, reply.body]);
  return reply.json().annotation;
}

describe('annotations', () => {
  it('201, 200, 204: created, read, changed and deleted, each with its audit entry', async () => {
    const annotation = await made({ annotationText: 'Answers the question.\nKindly. 🚀', qualityScore: 5 });
    expect(annotation).toEqual({
      id: expect.any(Number),
      callId: 'call-1',
      callTimestamp: '2026-03-01T11:59:55.000Z',
      annotationText: 'Answers the question.\nKindly. 🚀',
      label: 'good',
      qualityScore: 5,
      author: { type: 'key', id: expect.stringMatching(/^key_/) },
      createdAt: '2026-03-01T12:00:00.000Z',
      updatedAt: '2026-03-01T12:00:00.000Z',
    });
    const url = `/v1/annotations/${annotation.id}`;
    expect((await account.call('GET', url)).json()).toEqual({ annotation });
    const changed = await account.call('PATCH', url, { qualityScore: 2, label: null });
    expect([changed.statusCode, changed.json().annotation]).toEqual([
      200,
      { ...annotation, qualityScore: 2, label: null },
    ]);
    expect((await account.call('GET', url)).json()).toEqual(changed.json());
    const gone = await account.call('DELETE', url);
    expect([gone.statusCode, gone.body]).toEqual([204, '']);
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      const body = method === 'PATCH' ? { label: 'x' } : undefined;
      expect((await account.call(method, url, body)).statusCode).toBe(404);
    }
    const { entries } = (await account.call('GET', '/v1/audit')).json();
    // The log is kept for ever: it names calls by a digest and contains no text.
    const callDigest = entries[0].metadata.callDigest as string;
    expect(callDigest).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(entries)).not.toContain('call-1');
    expect(entries.slice(0, 3)).toMatchObject([
      { action: 'annotation.delete', targetId: String(annotation.id), metadata: { callDigest } },
      { action: 'annotation.update', metadata: { callDigest, changed: ['label', 'qualityScore'] } },
      { action: 'annotation.create', metadata: { callDigest, qualityScore: 5 } },
    ]);
  });

  it('201: its author is the user who created it', async () => {
    const member = await account.member('member');
    const annotation = await made({}, member);
    expect(annotation.author).toEqual({ type: 'user', id: member.userId });
  });

  it('200: a change without an effect leaves no entry', async () => {
    const annotation = await made();
    for (const body of [{}, { label: 'good' }]) {
      const reply = await account.call('PATCH', `/v1/annotations/${annotation.id}`, body);
      expect([reply.statusCode, reply.json()]).toEqual([200, { annotation }]);
    }
    expect((await account.call('GET', '/v1/audit')).json().entries[0].action).toBe('annotation.create');
  });

  it('404: calls that do not exist, belong to another account, or are past retention', async () => {
    const other = await app.account();
    calls.add(await numberOf(other), 'theirs', clock.now());
    calls.add(await numberOf(account), 'old', clock.now() - 90 * DAY_MS);
    for (const callId of ['nobody', 'theirs', 'old', '日本🚀']) {
      const reply = await annotate({ callId, qualityScore: 3 });
      expect([reply.statusCode, reply.json()]).toEqual([
        404,
        {
          error: 'Call not found.',
          reason: 'not_found',
          details: [{ path: 'callId', message: 'Call not found.' }],
        },
      ]);
    }
  });

  it('404: annotations of another account, and invalid ids', async () => {
    const other = await app.account();
    const { id } = await made();
    for (const [caller, of] of [
      [other, id],
      [account, 999_999_999],
      [account, 0],
      [account, -1],
      [account, '1.5'],
      [account, 'abc'],
      [account, '99999999999999999999'],
    ] as const) {
      for (const [method, body] of [['GET'], ['PATCH', { label: 'mine' }], ['DELETE']] as const) {
        const reply = await caller.call(method, `/v1/annotations/${of}`, body);
        expect([of, method, reply.statusCode]).toEqual([of, method, 404]);
      }
    }
    expect((await other.call('GET', '/v1/annotations?callId=call-1')).json()).toEqual([]);
    expect((await other.call('GET', '/v1/annotations?label=good')).json()).toEqual([]);
    expect((await account.call('GET', `/v1/annotations/${id}`)).statusCode).toBe(200);
  });

  it('404: annotations of calls of another project, for a key bound to one', async () => {
    const { id: projectId } = (await account.call('POST', '/v1/projects', { name: 'Second' })).json();
    const number = (await app.services.accounts.get(account.id))?.projects.get(projectId)?.number ?? 0;
    calls.add(await numberOf(account), 'second', clock.now(), { project: number });
    const bound = await account.key(null, { projectId });
    const [first, second] = [await made(), await made({ callId: 'second' }, bound)];
    expect((await annotate({ callId: 'call-1', label: 'x' }, bound)).statusCode).toBe(404);
    expect((await bound.call('GET', `/v1/annotations/${first.id}`)).statusCode).toBe(404);
    expect((await bound.call('PATCH', `/v1/annotations/${first.id}`, { label: 'x' })).statusCode).toBe(404);
    expect((await bound.call('DELETE', `/v1/annotations/${first.id}`)).statusCode).toBe(404);
    expect((await bound.call('GET', '/v1/annotations?label=good')).json()).toEqual([second]);
    expect((await account.call('GET', '/v1/annotations?label=good')).json()).toEqual([second, first]);
  });

  it('403: a viewer, and keys without the scope', async () => {
    const { id } = await made();
    const url = `/v1/annotations/${id}`;
    const [viewer, reader] = [await account.member('viewer'), await account.key(['read', 'write:records'])];
    for (const [caller, reason] of [
      [viewer, 'insufficient_role'],
      [reader, 'insufficient_scope'],
    ] as const) {
      for (const [method, path, body] of [
        ['POST', '/v1/annotations', { callId: 'call-1', label: 'x' }],
        ['PATCH', url, { label: 'x' }],
        ['DELETE', url],
      ] as const) {
        const reply = await caller.call(method, path, body);
        expect([method, reply.statusCode, reply.json().reason]).toEqual([method, 403, reason]);
      }
      expect((await caller.call('GET', url)).statusCode).toBe(200);
    }
    const writer = await account.key(['write']);
    expect((await writer.call('GET', url)).statusCode).toBe(403);
  });
});

describe('bad input', () => {
  it('201: at the limits, counted in characters', async () => {
    for (const body of [
      { label: '🚀'.repeat(50) },
      { label: 'x', annotationText: '日'.repeat(2_000) },
      { label: null, qualityScore: 1 },
      { label: 'a/b & "c" #é' },
    ]) {
      expect(await made(body)).toMatchObject(body);
    }
  });

  it('400: over the limits, with the name of the field', async () => {
    const before = await made();
    for (const [field, value] of [
      ['label', 'x'.repeat(51)],
      ['label', '🚀'.repeat(51)],
      ['label', 'a\nb'],
      ['label', 7],
      ['annotationText', '日'.repeat(2_001)],
      ['annotationText', 'a\u0000b'],
      ['annotationText', ['x']],
      ['qualityScore', 0],
      ['qualityScore', 6],
      ['qualityScore', 3.5],
      ['qualityScore', '3'],
      ['qualityScore', true],
    ] as const) {
      for (const reply of [
        await annotate({ callId: 'call-1', [field]: value }),
        await account.call('PATCH', `/v1/annotations/${before.id}`, { [field]: value }),
      ]) {
        expect([field, value, reply.statusCode, reply.json().details[0].path]).toEqual([
          field,
          value,
          400,
          field,
        ]);
      }
    }
    for (const callId of ['', 'x'.repeat(257), null, 7, undefined]) {
      expect((await annotate({ callId, label: 'x' })).statusCode).toBe(400);
    }
    expect((await annotate({ callId: 'call-1', label: 'x', colour: 'red' })).json().details).toEqual([
      { path: 'colour', message: 'is not a known field' },
    ]);
    expect((await account.call('GET', '/v1/annotations?callId=call-1')).json()).toEqual([before]);
  });

  it('400: the call of an annotation cannot be changed', async () => {
    const { id } = await made();
    for (const callId of ['call-1', 'other']) {
      const reply = await account.call('PATCH', `/v1/annotations/${id}`, { callId, label: 'x' });
      expect([reply.statusCode, reply.json().details[0].path]).toEqual([400, 'callId']);
    }
  });

  it('400 empty_annotation: when it is created or changed', async () => {
    for (const body of [{}, { label: null }, { label: '', annotationText: ' \n', qualityScore: null }]) {
      const reply = await annotate({ callId: 'call-1', ...body });
      expect([reply.statusCode, reply.json().reason]).toEqual([400, 'empty_annotation']);
    }
    const { id } = await made({ annotationText: 'text' });
    const patch = (body: object) => account.call('PATCH', `/v1/annotations/${id}`, body);
    expect((await patch({ label: '' })).json().annotation).toMatchObject({ label: null });
    const reply = await patch({ annotationText: null });
    expect([reply.statusCode, reply.json().reason]).toEqual([400, 'empty_annotation']);
    expect((await patch({ annotationText: null, qualityScore: 1 })).statusCode).toBe(200);
  });

  it('400: concurrent changes that each remove a part never leave it empty', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await made({ annotationText: 'text', qualityScore: 4 });
      const replies = await Promise.all(
        [{ label: null }, { annotationText: null }, { qualityScore: null }].map((body) =>
          account.call('PATCH', `/v1/annotations/${id}`, body),
        ),
      );
      expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, 400]);
      const { annotation } = (await account.call('GET', `/v1/annotations/${id}`)).json();
      const { annotationText, label, qualityScore } = annotation;
      expect([annotationText, label, qualityScore].filter((part) => part !== null)).toHaveLength(1);
    }
  });

  it('404: of two concurrent deletions, the second finds nothing', async () => {
    const { id } = await made();
    const replies = await Promise.all([1, 2, 3].map(() => account.call('DELETE', `/v1/annotations/${id}`)));
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 404, 404]);
  });
});

describe('the list', () => {
  const list = (query: string, from: Caller = account) => from.call('GET', `/v1/annotations?${query}`);

  it('200: of a call, with a label, and with both, newest first', async () => {
    calls.add(await numberOf(account), 'call/2 🚀', clock.now());
    const label = 'a/b & "c" #é';
    const [one, two, three] = [
      await made(),
      await made({ callId: 'call/2 🚀', label }),
      await made({ label }),
    ];
    expect((await list('callId=call-1')).json()).toEqual([three, one]);
    expect((await list(`callId=${encodeURIComponent('call/2 🚀')}`)).json()).toEqual([two]);
    expect((await list(`label=${encodeURIComponent(label)}`)).json()).toEqual([three, two]);
    expect((await list(`callId=call-1&label=${encodeURIComponent(label)}`)).json()).toEqual([three]);
    expect((await list('label=GOOD')).json()).toEqual([]);
    expect((await list('callId=nobody')).json()).toEqual([]);
  });

  it('200: by default 100 of a call and 50 with a label; the rest follows X-Next-Cursor', async () => {
    for (let at = 0; at < 102; at += 1) await made();
    for (const [query, sizes] of [
      ['callId=call-1', [100, 2]],
      ['label=good', [50, 50, 2]],
      ['callId=call-1&label=good', [100, 2]],
      ['label=good&limit=100', [100, 2]],
      ['callId=call-1&limit=51', [51, 51]],
    ] as const) {
      const ids: number[] = [];
      let cursor = '';
      for (const size of sizes) {
        const page = await list(`${query}${cursor && `&cursor=${cursor}`}`);
        expect([query, page.json().length]).toEqual([query, size]);
        ids.push(...page.json().map(({ id }: { id: number }) => id));
        cursor = String(page.headers['x-next-cursor'] ?? '');
      }
      expect(cursor).toBe('');
      expect(ids).toEqual(ids.toSorted((left, right) => right - left));
      expect(new Set(ids).size).toBe(102);
    }
  });

  it('400: neither callId nor label, and values out of bounds', async () => {
    for (const query of [
      '',
      'limit=10',
      'callId=',
      'label=',
      `callId=${'x'.repeat(257)}`,
      `label=${'x'.repeat(51)}`,
      'label=a%00b',
      'label=a&label=b',
      'label=a&limit=0',
      'label=a&limit=101',
      'label=a&limit=1.5',
      'label=a&limit=ten',
      'label=a&cursor=nonsense',
    ]) {
      const reply = await list(query);
      expect([query, reply.statusCode, typeof reply.json().reason]).toEqual([query, 400, 'string']);
    }
  });
});
