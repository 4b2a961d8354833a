import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { DAY_MS } from '#lib/clock';
import { hooksOf } from '#core/hooks';
import type { Scope } from '#records';
import {
  makeTestApp,
  openTestApp,
  OPERATOR_TOKEN,
  type Caller,
  type TestAccount,
  type TestApp,
} from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import { eventually } from '#test/support/eventually';
import type { FakeRecords } from '#test/support/fake-records';
import { testEngine } from '#test/support/lazy-records';
import { openReceiver } from '#test/support/receiver';
import { leftToSqlite } from '#test/support/records-engine';
import { runJobs } from '#test/support/run-jobs';
import { exportOf, inference, plain, type SampleSpan } from '#test/support/sample-spans';
import { openMailbox } from '#test/support/smtp';
import type { ScoredRecord, ScoredRefs } from '../../src/features/scores/records.ts';

const COMMENTS = '/v1/comments';
const clock = new FakeClock(Date.parse('2026-03-01T12:00:00.000Z'));

/** The records of the test, by the account's number. */
const kept: (ScoredRecord & { account: number })[] = [];
const isMeant = (record: ScoredRecord, { callIds, spans, traceIds, sessionIds }: ScoredRefs): boolean => {
  if (record.kind === 'trace') return traceIds.includes(record.traceId);
  if (record.kind === 'session') return sessionIds.includes(record.sessionId);
  if (record.kind === 'call' && callIds.includes(record.id)) return true;
  return spans.some(({ traceId, spanId }) => traceId === record.traceId && spanId === record.spanId);
};
const records: FakeRecords = {
  selectScoredRecords: async ({ account, project }: Scope, refs: ScoredRefs) =>
    kept
      .filter((record) => record.account === account && (project === null || record.project === project))
      .filter((record) => isMeant(record, refs))
      .map(({ account: _of, ...record }) => record),
};

let app: TestApp;
let account: TestAccount;
beforeAll(async () => {
  app = await makeTestApp({ records, clock });
});
afterAll(() => app.stop());

async function keep(of: TestAccount, record: Partial<ScoredRecord>): Promise<void> {
  const number = (await app.services.accounts.get(of.id))?.number ?? 0;
  const empty = {
    kind: 'call',
    id: '',
    traceId: '',
    spanId: '',
    sessionId: '',
    project: 1,
    atMs: 0,
  } as const;
  kept.push({ ...empty, ...record, account: number });
}

beforeEach(async () => {
  clock.advance(60_000);
  kept.length = 0;
  account = await app.account();
  await keep(account, { id: 'call-1', traceId: 'run-1', spanId: 'a' });
  await keep(account, { kind: 'observation', id: 'run-1-b', traceId: 'run-1', spanId: 'b' });
  await keep(account, { kind: 'trace', traceId: 'run-1' });
  await keep(account, { kind: 'session', sessionId: 'session-1' });
});

const say = (on: object, text = 'Look at this', by: Caller = account) =>
  by.call('POST', COMMENTS, { on, text });
async function said(on: object, text?: string, by?: Caller) {
  const reply = await say(on, text, by);
  expect([reply.statusCode, reply.body]).toEqual([201, reply.body]);
  return reply.json();
}
const list = async (query: string, by: Caller = account) =>
  (await by.call('GET', `${COMMENTS}?${query}`)).json();
const idsOf = async (query: string, by: Caller = account): Promise<string[]> =>
  (await list(query, by)).comments.map(({ id }: { id: string }) => id);
const outcome = (reply: { statusCode: number; json: () => { reason: string } }) => [
  reply.statusCode,
  reply.json().reason,
];

describe('a comment', () => {
  it('201: on a call, a run, a span and a session, each found where it belongs', async () => {
    const member = await account.member('member');
    const onCall = await said({ callId: 'call-1' }, 'Wrong city.\nAgain. 🚀', member);
    expect(onCall).toEqual({
      id: expect.stringMatching(/^cmt_/),
      on: { callId: 'call-1' },
      text: 'Wrong city.\nAgain. 🚀',
      author: { type: 'user', id: member.userId, name: 'Tess' },
      mentions: [],
      isUnread: false,
      mayDelete: true,
      createdAt: expect.stringMatching(/Z$/),
    });
    clock.advance(1);
    const onRun = await said({ traceId: 'run-1' });
    clock.advance(1);
    const onSpan = await said({ traceId: 'run-1', spanId: 'b' });
    clock.advance(1);
    const onSession = await said({ sessionId: 'session-1' });
    expect(onSpan.on).toEqual({ traceId: 'run-1', spanId: 'b' });
    expect(onRun.author).toEqual({ type: 'key', id: expect.stringMatching(/^key_/), name: null });
    expect(await idsOf('traceId=run-1')).toEqual([onSpan.id, onRun.id, onCall.id]);
    expect(await idsOf('callId=call-1')).toEqual([onCall.id]);
    // The call is the span `a` of the run.
    expect(await idsOf('spanId=a')).toEqual([onCall.id]);
    expect(await idsOf('traceId=run-1&spanId=b')).toEqual([onSpan.id]);
    expect(await idsOf('sessionId=session-1')).toEqual([onSession.id]);
    expect((await account.call('GET', `${COMMENTS}/${onCall.id}`)).json()).toEqual({
      ...onCall,
      mayDelete: true,
    });
  });

  it('is stored sealed, and the audit log has neither its text nor its record', async () => {
    const { id } = await said({ callId: 'call-1' }, 'A secret remark');
    const rows = await app.services.metadata.reader
      .selectFrom('comments')
      .selectAll()
      .where('id', '=', id)
      .execute();
    expect(JSON.stringify(rows)).not.toContain('secret');
    await account.call('DELETE', `${COMMENTS}/${id}`);
    const { entries } = (await account.call('GET', '/v1/audit')).json();
    expect(entries.slice(0, 2)).toMatchObject([
      { action: 'comment.delete', targetId: id, metadata: { on: 'call' } },
      {
        action: 'comment.create',
        targetId: id,
        metadata: { on: 'call', recordDigest: expect.stringMatching(/^[0-9a-f]{64}$/), mentions: 0 },
      },
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/secret|call-1/);
  });

  it('404: on what is not stored, is of another account or of another project', async () => {
    const other = await app.account();
    await keep(other, { id: 'theirs' });
    const { id: projectId } = (await account.call('POST', '/v1/projects', { name: 'Second' })).json();
    const bound = await account.key(null, { projectId });
    for (const on of [
      { callId: 'theirs' },
      { callId: 'no 🚀' },
      { traceId: 'run-2' },
      { traceId: 'run-1', spanId: 'c' },
      { sessionId: 'run-1' },
    ])
      expect(outcome(await say(on))).toEqual([404, 'not_found']);
    expect(outcome(await say({ callId: 'call-1' }, 'x', bound))).toEqual([404, 'not_found']);
  });

  it('400: without a subject, with two, with a span alone, with an issue, without words', async () => {
    for (const on of [
      {},
      { callId: 'call-1', traceId: 'run-1' },
      { spanId: 'a' },
      { callId: 'call-1', spanId: 'a' },
      { issueId: 'iss_1' },
      { callId: '' },
    ])
      expect((await say(on)).statusCode).toBe(400);
    for (const text of ['', ' \n ', 'x'.repeat(4_001)])
      expect((await say({ callId: 'call-1' }, text)).statusCode).toBe(400);
    for (const query of ['', 'issueId=iss_1', 'cursor=abc&traceId=run-1', 'traceId=run-1&limit=0'])
      expect((await account.call('GET', `${COMMENTS}?${query}`)).statusCode).toBe(400);
  });

  it('404: comments of another account or project, and invalid ids', async () => {
    const { id } = await said({ callId: 'call-1' });
    const other = await app.account();
    const { id: projectId } = (await account.call('POST', '/v1/projects', { name: 'Second' })).json();
    const bound = await account.key(null, { projectId });
    for (const [caller, of] of [
      [other, id],
      [bound, id],
      [account, 'cmt_00000000000000000000'],
      [account, 'x'],
    ] as const)
      for (const method of ['GET', 'DELETE'])
        expect(outcome(await caller.call(method, `${COMMENTS}/${of}`))).toEqual([404, 'not_found']);
    expect(await idsOf('callId=call-1', bound)).toEqual([]);
    expect(await idsOf('callId=call-1', other)).toEqual([]);
  });

  it('204 for its author and an admin, 403 for others', async () => {
    const [author, colleague, admin] = [
      await account.member('member'),
      await account.member('member'),
      await account.member('admin'),
    ];
    const first = await said({ callId: 'call-1' }, 'First', author);
    const second = await said({ callId: 'call-1' }, 'Second', author);
    const seen = (await list('callId=call-1', colleague)).comments;
    expect(seen.map(({ mayDelete }: { mayDelete: boolean }) => mayDelete)).toEqual([false, false]);
    expect(outcome(await colleague.call('DELETE', `${COMMENTS}/${first.id}`))).toEqual([
      403,
      'not_the_author',
    ]);
    expect((await author.call('DELETE', `${COMMENTS}/${first.id}`)).statusCode).toBe(204);
    expect((await admin.call('DELETE', `${COMMENTS}/${second.id}`)).statusCode).toBe(204);
    expect(await idsOf('callId=call-1')).toEqual([]);
  });

  it('403: a viewer, and a key that may only read', async () => {
    const { id } = await said({ callId: 'call-1' });
    for (const caller of [await account.member('viewer'), await account.key(['read', 'write:records'])]) {
      expect((await say({ callId: 'call-1' }, 'x', caller)).statusCode).toBe(403);
      expect((await caller.call('DELETE', `${COMMENTS}/${id}`)).statusCode).toBe(403);
      expect(await idsOf('callId=call-1', caller)).toEqual([id]);
    }
  });

  it('409: the 501st on one record, while others have room', async () => {
    const { id } = await said({ traceId: 'run-1' });
    const { metadata } = app.services;
    const row = await metadata.reader
      .selectFrom('comments')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const more = Array.from({ length: 498 }, (_, at) => ({ ...row, id: `${id}${at}` }));
    await metadata.transaction((db) => db.insertInto('comments').values(more).execute());
    await said({ traceId: 'run-1' });
    expect(outcome(await say({ traceId: 'run-1' }))).toEqual([409, 'too_many_comments']);
    await said({ callId: 'call-1' });
  });

  it('429: more than 60 a minute by one author', async () => {
    const author = await account.member('member');
    for (let at = 0; at < 60; at += 1) await said({ sessionId: 'session-1' }, `${at}`, author);
    const refused = await say({ sessionId: 'session-1' }, 'one more', author);
    expect(outcome(refused)).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    await said({ sessionId: 'session-1' }, 'another author');
  });

  it('is gone with its project', async () => {
    const { id: projectId } = (await account.call('POST', '/v1/projects', { name: 'Second' })).json();
    const projectNumber = (await app.services.accounts.get(account.id))?.projects.get(projectId)?.number ?? 0;
    await keep(account, { id: 'call-2', project: projectNumber });
    await said({ callId: 'call-2' });
    const first = await said({ callId: 'call-1' });
    const removed = { accountId: account.id, projectId, projectNumber };
    await app.services.metadata.transaction(async (db) => {
      for (const { onProjectRemoved } of hooksOf(app.services)) await onProjectRemoved?.(db, removed, []);
    });
    expect(await idsOf('callId=call-2')).toEqual([]);
    expect(await idsOf('callId=call-1')).toEqual([first.id]);
  });

  it('is gone with the account’s retention', async () => {
    const { id } = await said({ callId: 'call-1' });
    clock.advance(91 * DAY_MS);
    const young = await said({ callId: 'call-1' });
    await app.services.jobs.runNow('comment-retention');
    expect(await idsOf('callId=call-1')).toEqual([young.id]);
    expect((await account.call('GET', `${COMMENTS}/${id}`)).statusCode).toBe(404);
  });
});

describe('mentions', () => {
  it('name members by email, and no one else', async () => {
    const [ada, bob] = [await account.member('member'), await account.member('viewer')];
    const stranger = await (await app.account()).member('member');
    const text = `@${ada.email}, @${bob.email.toUpperCase()}さん and @${stranger.email}: mail x@${ada.email}. @${ada.email}.`;
    const { mentions } = await said({ traceId: 'run-1' }, text);
    const byId = (ids: string[]) => ids.toSorted();
    expect(byId(mentions.map(({ id }: { id: string }) => id))).toEqual(byId([ada.userId, bob.userId]));
    expect(mentions[0]).toEqual({ id: expect.any(String), name: 'Tess', email: expect.any(String) });
  });

  it('stay in a redacted text, while other addresses go', async () => {
    const consents = { piiRedaction: true };
    const operator = { authorization: `Bearer ${OPERATOR_TOKEN}` };
    const reply = await app.call('PUT', `/operator/accounts/${account.id}/consents`, consents, operator);
    expect(reply.statusCode).toBe(200);
    const ada = await account.member('member');
    const { text, mentions } = await said({ traceId: 'run-1' }, `@${ada.email} ask eve@example.org`);
    expect(text).toContain(`@${ada.email} ask `);
    expect(text).not.toContain('eve@example.org');
    expect(mentions).toHaveLength(1);
  });

  it('count until they are read, for the person alone', async () => {
    const [ada, bob] = [await account.member('member'), await account.member('member')];
    const unread = async (by: Caller) => (await by.call('GET', '/v1/attention')).json().mentions;
    const first = await said({ traceId: 'run-1' }, `@${ada.email} look`);
    const second = await said({ callId: 'call-1' }, `@${ada.email} and here`, bob);
    await said({ callId: 'call-1' }, `@${bob.email} myself`, bob);
    await said({ callId: 'call-1' }, 'no one');
    expect([await unread(ada), await unread(bob), await unread(account)]).toEqual([2, 0, 0]);
    expect((await idsOf('mentioned=true', ada)).toSorted()).toEqual([first.id, second.id].toSorted());
    expect(await idsOf('mentioned=true', bob)).toHaveLength(1);
    for (const caller of [bob, account])
      expect((await caller.call('POST', `${COMMENTS}/read`, { ids: [first.id] })).statusCode).toBe(204);
    expect(await unread(ada)).toBe(2);
    expect((await ada.call('POST', `${COMMENTS}/read`, { ids: [first.id, 'cmt_x'] })).statusCode).toBe(204);
    const seen = (await list('mentioned=true', ada)).comments as { id: string; isUnread: boolean }[];
    expect(seen.filter(({ isUnread }) => isUnread).map(({ id }) => id)).toEqual([second.id]);
    await account.call('DELETE', `${COMMENTS}/${second.id}`);
    expect(await unread(ada)).toBe(0);
  });

  it('are mailed to others than the author, without the text and the record', async () => {
    const mailbox = await openMailbox();
    const mine = await openTestApp({
      records: {
        selectScoredRecords: async () => [
          { kind: 'call', id: 'secret-call', traceId: '', spanId: '', sessionId: '', project: 1, atMs: 0 },
        ],
      },
      config: { smtp: mailbox.smtp, publicUrl: 'https://t.example.com' },
    });
    const team = await mine.account();
    const [ada, bob, gone] = [
      await team.member('member'),
      await team.member('member'),
      await team.member('member'),
    ];
    const text = `@${ada.email} @${bob.email} @${gone.email} a secret`;
    const { id } = await said({ callId: 'secret-call' }, text, bob);
    await team.call('DELETE', `/v1/team/members/${gone.userId}`);
    await runJobs(mine);
    await eventually(() => expect(mailbox.mails).toHaveLength(1));
    const [mail] = mailbox.mails;
    expect([mail?.to, mail?.subject]).toEqual([[ada.email], '[Tracewell] Tess mentioned you in a comment']);
    expect(JSON.stringify(mail)).toContain(`https://t.example.com/comments/${id}`);
    expect(JSON.stringify(mail)).not.toContain('secret');
  });

  it('reach webhooks as comment.created, without the text and the record', async () => {
    const receiver = await openReceiver();
    const mine = await openTestApp({
      records: {
        selectScoredRecords: async () => [
          { kind: 'trace', id: '', traceId: 'secret-run', spanId: '', sessionId: '', project: 1, atMs: 0 },
        ],
      },
      config: { outboundAllow: ['127.0.0.1/32'], publicUrl: 'https://t.example.com' },
    });
    const team = await mine.account();
    await team.call('POST', '/v1/webhooks', { url: receiver.url, events: ['comment.created'] });
    const ada = await team.member('member');
    const { id } = await said({ traceId: 'secret-run' }, `@${ada.email} a secret`, ada);
    await runJobs(mine);
    await eventually(() => expect(receiver.received).toHaveLength(1));
    const body = receiver.received[0]?.body ?? '';
    expect(JSON.parse(body)).toMatchObject({
      type: 'comment.created',
      data: {
        commentId: id,
        on: 'run',
        author: { type: 'user', id: ada.userId },
        mentions: [ada.userId],
        dashboardUrl: `https://t.example.com/comments/${id}`,
      },
    });
    expect(body).not.toContain('secret');
  });
});

describe.skipIf(leftToSqlite(inject('engine')))('with stored records', { timeout: 900_000 }, () => {
  const under = (parent: SampleSpan, span: SampleSpan): SampleSpan => ({
    ...span,
    traceId: parent.traceId,
    parentSpanId: parent.spanId,
  });
  const idOf = ({ traceId, spanId }: SampleSpan): string => `${traceId}-${spanId}`;

  async function opened() {
    await testEngine();
    const mine = await openTestApp();
    const team = await mine.account();
    const root = plain({ 'session.id': 's-1', 'user.id': 'ann' });
    const call = under(root, inference());
    const alone = plain({ 'session.id': 's-2' });
    expect((await team.call('POST', '/otel/v1/traces', exportOf([root, call, alone]))).statusCode).toBe(200);
    return { mine, team, root, call, alone };
  }

  it('201: on a run without calls, its span, its session, and on a call by its span', async () => {
    const { team, root, call, alone } = await opened();
    await said({ traceId: alone.traceId }, 'x', team);
    await said({ traceId: alone.traceId, spanId: alone.spanId }, 'x', team);
    await said({ sessionId: 's-2' }, 'x', team);
    const { id } = await said({ traceId: root.traceId, spanId: call.spanId }, 'x', team);
    expect(await idsOf(`callId=${idOf(call)}`, team)).toEqual([id]);
    expect(outcome(await say({ traceId: root.traceId, spanId: alone.spanId }, 'x', team))).toEqual([
      404,
      'not_found',
    ]);
  });

  it('goes with an erased call, and with the session of its record', async () => {
    const { mine, team, root, call, alone } = await opened();
    const left = async () =>
      (
        await mine.services.metadata.reader
          .selectFrom('comments')
          .select('on_kind')
          .where('account_id', '=', team.id)
          .orderBy('on_kind')
          .execute()
      ).map(({ on_kind: kind }) => kind);
    for (const on of [
      { callId: idOf(call) },
      { traceId: root.traceId },
      { traceId: root.traceId, spanId: root.spanId },
      { sessionId: 's-1' },
      { traceId: alone.traceId },
      { sessionId: 's-2' },
    ])
      await said(on, 'x', team);
    expect((await team.call('DELETE', `/v1/query/calls/${idOf(call)}`)).statusCode).toBe(204);
    // The run and the session lose the call.
    expect(await left()).toEqual(['run', 'session']);
    const erase = async (body: object) => {
      expect((await team.call('POST', '/v1/erasures', body)).statusCode).toBe(202);
      await eventually(async () => {
        await runJobs(mine);
        const { erasures } = (await team.call('GET', '/v1/erasures')).json();
        expect(erasures[0].finishedAt).not.toBeNull();
      });
    };
    await erase({ sessionId: 's-2' });
    expect(await left()).toEqual([]);
  });
});
