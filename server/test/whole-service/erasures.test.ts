// Erasure end to end on the real engine: the selected records disappear from every answer, sum and table, and
// nothing else does.
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { DAY_MS, MINUTE_MS, isoTime } from '#lib/clock';
import { OPERATOR_TOKEN, makeTestApp, type Caller, type TestAccount, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import type { FakeRecords } from '#test/support/fake-records';
import { leftToSqlite, minutesUnderEmulation } from '#test/support/records-engine';
import { recordRows } from '#test/support/stored-rows';

const clock = new FakeClock(Date.now());
let app: TestApp;
let account: TestAccount;
let number: number;
/** Replacements for parts of the store. */
const records: FakeRecords = {};

const SLOW = { timeout: 120_000 };

describe.skipIf(minutesUnderEmulation || leftToSqlite(inject('engine')))('erasure', () => {
  beforeAll(async () => {
    app = await makeTestApp({ clock, records });
  });
  afterAll(() => app.stop());

  const operator = { authorization: `Bearer ${OPERATOR_TOKEN}` };
  const db = () => app.services.metadata;

  async function freshAccount(): Promise<void> {
    account = await app.account();
    const consents = { plaintextStorage: true };
    await app.call('PUT', `/operator/accounts/${account.id}/consents`, consents, operator);
    number = (await app.services.accounts.get(account.id))?.number ?? 0;
  }

  const call = (id: string, more: object = {}, meta: object = {}) => ({
    id,
    provider: 'openai',
    model: 'gpt-5',
    timestamp: isoTime(clock.now() - MINUTE_MS),
    promptTokens: 3,
    completionTokens: 2,
    totalTokens: 5,
    costUsd: 1,
    latencyMs: 7,
    requestMeta: { input: `Question of ${id}`, output: `Answer of ${id}`, ...meta },
    ...more,
  });

  async function send(...records: object[]): Promise<void> {
    const reply = await account.call('POST', '/v1/ingest', { records });
    expect([reply.statusCode, reply.json().accepted]).toEqual([200, records.length]);
  }

  const TRACE = '5b8efff798038103d269b633813fc60c';
  const span = (spanId: string, attributes: [string, string][], traceId = TRACE) => ({
    traceId,
    spanId,
    name: 'step',
    startTimeUnixNano: String(BigInt(clock.now()) * 1_000_000n),
    endTimeUnixNano: String(BigInt(clock.now() + 5) * 1_000_000n),
    attributes: attributes.map(([key, stringValue]) => ({ key, value: { stringValue } })),
  });
  async function sendSpans(...spans: object[]): Promise<void> {
    const body = { resourceSpans: [{ scopeSpans: [{ scope: { name: 'test' }, spans }] }] };
    expect((await account.call('POST', '/v1/traces', body)).statusCode).toBe(200);
  }

  async function round(): Promise<void> {
    await app.worker.round();
    await app.worker.settled();
  }
  /** One erasure per account runs at a time; the others are postponed by a second. */
  async function finish(): Promise<void> {
    for (let turn = 0; turn < 60; turn += 1) {
      await round();
      const { erasures } = (await account.call('GET', '/v1/erasures')).json();
      if (erasures.every(({ finishedAt }: { finishedAt: string | null }) => finishedAt !== null)) return;
      clock.advance(2_000);
    }
  }
  const ids = async () =>
    (await account.call('POST', '/v1/query/calls', { includeEvalRuns: true }))
      .json()
      .records.map(({ id }: { id: string }) => id)
      .toSorted();
  const count = async () => {
    const body = {
      groupBy: 'model',
      metric: 'count',
      startTime: isoTime(clock.now() - DAY_MS),
      endTime: isoTime(clock.now() + 1),
    };
    return (await account.call('POST', '/v1/query/aggregate', body)).json().total.value;
  };
  const used = async () => (await account.call('GET', '/v1/account')).json().usage.records;
  const erase = async (body: object, by: Caller = account) => {
    const reply = await by.call('POST', '/v1/erasures', body);
    expect([reply.statusCode, reply.body]).toEqual([202, reply.body]);
    return reply.json();
  };
  const shown = async (id: string) => (await account.call('GET', `/v1/erasures/${id}`)).json();
  const audit = async () => (await account.call('GET', '/v1/audit')).json().entries;

  /** A dataset with an item made from the call, and a run that copied it. */
  async function dataset(callId: string): Promise<{ id: number; runId: number }> {
    const made = (await account.call('POST', '/v1/eval-datasets', { name: `Of ${callId}` })).json();
    await account.call('POST', `/v1/eval-datasets/${made.id}/items/from-calls`, { callIds: [callId] });
    const own = { inputText: 'By hand', expectedOutput: null };
    const { items } = (await account.call('GET', `/v1/eval-datasets/${made.id}`)).json();
    await account.call('PATCH', `/v1/eval-datasets/${made.id}`, { items: [...items, own] });
    const runId = await db().transaction(async (tx) => {
      const run = await tx
        .insertInto('eval_runs')
        .values({
          account_id: account.id,
          project_id: null,
          name: 'Run',
          status: 'completed',
          source: 'dataset',
          label: null,
          dataset_id: made.id,
          dataset_version: 1,
          prompt_id: null,
          prompt_deleted: 0,
          recent_count: null,
          filter: null,
          criteria: '[]',
          idempotency_key: null,
          picked: 1,
          call_count: 1,
          trace_count: 1,
          error: null,
          error_reason: null,
          created_at: clock.now(),
          started_at: null,
          completed_at: clock.now(),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await tx
        .insertInto('eval_run_items')
        .values({
          run_id: run.id,
          position: 0,
          item_key: '1',
          call_id: `eval-run-${run.id}-1`,
          call_timestamp: clock.now() - MINUTE_MS,
          trace_id: null,
          sealed_texts: 'sealed',
          source_call_id: callId,
        })
        .execute();
      return run.id;
    });
    return { id: made.id, runId };
  }

  /** Annotations and scores of a call, by people and programs. */
  async function talkAbout(callId: string, traceId: string | null = null): Promise<void> {
    await account.call('POST', '/v1/annotations', { callId, annotationText: `On ${callId}` });
    await db().transaction(async (tx) => {
      const at = {
        account_id: account.id,
        call_id: callId,
        call_timestamp: clock.now(),
        created_at: clock.now(),
      };
      await tx
        .insertInto('eval_scores')
        .values({
          ...at,
          project_id: null,
          run_id: null,
          rule_id: null,
          criterion_id: 1,
          trace_id: traceId,
          score: 1,
          normalized: 1,
          label: null,
          reasoning: `It says: ${callId}`,
          status: 'scored',
          reason: null,
          judge: null,
          cost_micros: 0,
        })
        .execute();
      const { id } = await tx
        .selectFrom('safety_assessments')
        .select((eb) => eb.fn.coalesce(eb.fn.max('id'), eb.lit(0)).as('id'))
        .executeTakeFirstOrThrow();
      await tx
        .insertInto('safety_assessments')
        .values({
          ...at,
          id: id + 1,
          project_number: 1,
          classifier_id: 'moderation:test',
          source: 'background',
          labels: '[]',
          flagged: 0,
          score: 0,
          reasoning: '',
          figures: JSON.stringify({ code: 'not_flagged', values: {} }),
        })
        .execute();
      await tx
        .insertInto('guardian_findings')
        .values({
          id: `fnd_${callId}`,
          account_id: account.id,
          project_id: account.projectId,
          number: 1,
          kind: 'cost_spike',
          cause: callId,
          fingerprint: callId,
          severity: 'low',
          title: 'A finding',
          detail: '',
          evidence: JSON.stringify({ callIds: [callId, 'kept'], traceIds: [], values: {} }),
          tally: '[]',
          status: 'open',
          status_at: null,
          first_seen_at: 1,
          last_seen_at: clock.now(),
          count: 1,
          created_at: 1,
          updated_at: 1,
        })
        .execute();
    });
  }
  const ABOUT = ['annotations', 'eval_scores', 'safety_assessments'] as const;
  const saidAbout = async (callId: string) => {
    const found: string[] = [];
    for (const table of ABOUT) {
      const rows = await db()
        .reader.selectFrom(table)
        .select('call_id')
        .where('account_id', '=', account.id)
        .where('call_id', '=', callId)
        .execute();
      if (rows.length > 0) found.push(table);
    }
    const evidence = await db()
      .reader.selectFrom('guardian_findings')
      .select('evidence')
      .where('account_id', '=', account.id)
      .where('evidence', 'like', `%"${callId}"%`)
      .execute();
    return evidence.length > 0 ? [...found, 'guardian_findings'] : found;
  };

  describe('DELETE /v1/query/calls/{id}', () => {
    it('204, then 404: the call, its annotations and scores, and everything made from it', SLOW, async () => {
      await freshAccount();
      await send(call('gone', { error: 'Bad thing' }), call('stays'));
      const { id, runId } = await dataset('gone');
      await send(call(`eval-run-${runId}-1`, { tags: { note: 'made from it' } }));
      await talkAbout('gone');
      await talkAbout('stays');
      expect([await count(), await used()]).toEqual([3, 3]);

      const reply = await account.call('DELETE', '/v1/query/calls/gone');
      expect([reply.statusCode, reply.body]).toEqual([204, '']);
      expect((await account.call('DELETE', '/v1/query/calls/gone')).statusCode).toBe(404);
      expect((await account.call('GET', '/v1/query/calls/gone')).statusCode).toBe(404);
      expect(await ids()).toEqual(['stays']);
      expect([await count(), await used()]).toEqual([1, 3]);
      const found = (await account.call('POST', '/v1/query/calls', { search: 'Question' })).json().records;
      expect(found.map((each: { id: string }) => each.id)).toEqual(['stays']);
      expect([await saidAbout('gone'), await saidAbout('stays')]).toEqual([
        [],
        [...ABOUT, 'guardian_findings'],
      ]);
      expect((await account.call('GET', `/v1/eval-datasets/${id}`)).json()).toMatchObject({
        itemCount: 1,
        version: 4,
        items: [{ inputText: 'By hand' }],
      });
      const items = db().reader.selectFrom('eval_run_items').select('run_id').where('run_id', '=', runId);
      expect(await items.execute()).toEqual([]);
      const [entry] = await audit();
      expect(entry).toMatchObject({ action: 'call.erase', targetType: 'call', metadata: { records: 2 } });
      expect(JSON.stringify(entry)).not.toContain('gone');
      // The id is free again: a record with it is a new call, and is charged.
      await send(call('gone'));
      expect([await ids(), await count(), await used()]).toEqual([['gone', 'stays'], 2, 4]);
    });

    it('a job clears the disk, and later scores of a slow judge are removed', SLOW, async () => {
      await freshAccount();
      await send(call('late'), call('other'));
      await account.call('DELETE', '/v1/query/calls/late');
      await talkAbout('late');
      await talkAbout('other');
      clock.advance(2 * MINUTE_MS);
      await round();
      const jobs = (await app.call('GET', '/operator/jobs?name=erasure-purge', undefined, operator)).json()
        .jobs;
      expect(jobs[0]).toMatchObject({ status: 'done' });
      expect(await saidAbout('late')).toEqual(['eval_scores', 'safety_assessments', 'guardian_findings']);
      clock.advance(20 * MINUTE_MS);
      await round();
      expect([await saidAbout('late'), await saidAbout('other')]).toEqual([
        [],
        [...ABOUT, 'guardian_findings'],
      ]);
    });

    it.each(['eval_scores', 'safety_assessments'] as const)(
      'a later row of %s is removed, also if it is all that there is about the call',
      SLOW,
      async (table) => {
        await freshAccount();
        const [late, other] = [`late for ${table}`, `other than ${table}`] as const;
        await send(call(late), call(other));
        await account.call('DELETE', `/v1/query/calls/${encodeURIComponent(late)}`);
        for (const id of [late, other]) await talkAbout(id);
        for (const each of ABOUT) {
          if (each === table) continue;
          await db().transaction((tx) =>
            tx.deleteFrom(each).where('account_id', '=', account.id).where('call_id', '=', late).execute(),
          );
        }
        expect(await saidAbout(late)).toEqual([table, 'guardian_findings']);
        clock.advance(25 * MINUTE_MS);
        await round();
        expect([await saidAbout(late), await saidAbout(other)]).toEqual([
          [],
          [...ABOUT, 'guardian_findings'],
        ]);
      },
    );

    it(
      '403 and 404: neither members, nor keys without write, nor keys of another project',
      SLOW,
      async () => {
        await freshAccount();
        const { id: projectId } = (await account.call('POST', '/v1/projects', { name: 'Other' })).json();
        await send(call('mine'));
        const url = '/v1/query/calls/mine';
        expect((await (await account.member('member')).call('DELETE', url)).statusCode).toBe(403);
        expect((await (await account.key(['read', 'write:records'])).call('DELETE', url)).statusCode).toBe(
          403,
        );
        expect((await (await account.key(null, { projectId })).call('DELETE', url)).statusCode).toBe(404);
        expect((await (await app.account()).call('DELETE', url)).statusCode).toBe(404);
        expect(await ids()).toEqual(['mine']);
        expect((await (await account.member('admin')).call('DELETE', url)).statusCode).toBe(204);
      },
    );
  });

  describe('POST /v1/erasures', () => {
    it('202: all records of a user, however the user is named, and nothing of others', SLOW, async () => {
      await freshAccount();
      const alice = { userId: 'alice-7' };
      await send(
        call('a1', { traceId: TRACE, sessionId: 's1' }, alice),
        call('a2', { timestamp: isoTime(clock.now() - 20 * DAY_MS) }, alice),
        call('b1', {}, { userId: 'bob' }),
      );
      const other = 'c'.repeat(32);
      await sendSpans(
        span('1'.repeat(16), []),
        span('2'.repeat(16), [['user.id', 'alice-7']], other),
        span('3'.repeat(16), [], other),
      );
      await talkAbout('a1', TRACE);
      await talkAbout('b1');
      const made = await erase({ userId: 'alice-7' });
      expect(made).toMatchObject({ kind: 'user', status: 'queued', found: 0, erased: 0, projectId: null });
      expect(JSON.stringify(made)).not.toContain('alice');
      await finish();
      expect(await shown(made.id)).toMatchObject({
        status: 'done',
        found: 4,
        erased: 4,
        error: null,
        startedAt: expect.any(String),
        finishedAt: expect.any(String),
      });
      expect(await ids()).toEqual(['b1']);
      expect([await count(), await used()]).toEqual([1, 6]);
      expect((await account.call('GET', `/v1/query/trace/${TRACE}`)).statusCode).toBe(404);
      expect((await account.call('GET', `/v1/query/trace/${other}`)).json().nodes).toHaveLength(1);
      expect([await saidAbout('a1'), await saidAbout('b1')]).toEqual([[], [...ABOUT, 'guardian_findings']]);
      const row = await db()
        .reader.selectFrom('erasures')
        .selectAll()
        .where('id', '=', made.id)
        .executeTakeFirstOrThrow();
      expect(row.selector).toBeNull();
      const entries = await audit();
      expect(entries.slice(0, 2)).toMatchObject([
        { action: 'erasure.end', actorType: 'system', metadata: { status: 'done', erased: 4 } },
        { action: 'erasure.create', metadata: { kind: 'user', digest: made.digest } },
      ]);
      expect(JSON.stringify(entries)).not.toContain('alice');
      expect((await account.call('GET', '/v1/audit/verify')).json().valid).toBe(true);
      clock.advance(1_000);
      // The same selection has the same digest, another one a different digest.
      expect((await erase({ userId: 'alice-7' })).digest).toBe(made.digest);
      expect((await erase({ sessionId: 'alice-7' })).digest).not.toBe(made.digest);
      await finish();
      expect(await ids()).toEqual(['b1']);
      const list = (await account.call('GET', '/v1/erasures?limit=2')).json();
      expect(list.erasures).toHaveLength(2);
      const rest = (await account.call('GET', `/v1/erasures?limit=2&cursor=${list.nextCursor}`)).json();
      expect(rest.erasures.map(({ id }: { id: string }) => id)).toEqual([made.id]);
    });

    it('what was made from an output that was made from an erased call goes too', SLOW, async () => {
      await freshAccount();
      await send(call('first', {}, { userId: 'alice' }), call('stays'));
      const { runId } = await dataset('first');
      await send(call(`eval-run-${runId}-1`));
      const { runId: next } = await dataset(`eval-run-${runId}-1`);
      await send(call(`eval-run-${next}-1`));
      const { id } = await erase({ userId: 'alice' });
      await finish();
      expect(await shown(id)).toMatchObject({ status: 'done', erased: 3 });
      expect(await ids()).toEqual(['stays']);
    });

    it('includes calls past their retention, which are still on the disk', SLOW, async () => {
      await freshAccount();
      await send(call('expired', {}, { userId: 'alice' }), call('of-bob', {}, { userId: 'bob' }));
      const onDisk = async () => {
        const rows = [...((await recordRows(app, account.id)).get('calls') ?? [])];
        return rows.map((row) => (JSON.parse(row) as { id: string }).id).toSorted();
      };
      // The nightly job, which would delete them, has not run.
      const { retentionDays = 0 } = (await app.services.accounts.get(account.id)) ?? {};
      clock.advance((retentionDays + 1) * DAY_MS);
      expect([await ids(), await onDisk()]).toEqual([[], ['expired', 'of-bob']]);
      const { id } = await erase({ userId: 'alice' });
      await finish();
      expect(await shown(id)).toMatchObject({ status: 'done', erased: 1 });
      expect(await onDisk()).toEqual(['of-bob']);
    });

    it('by session, trace and filter; a trace with another call keeps its spans', SLOW, async () => {
      await freshAccount();
      const [t1, t2, t3] = ['a'.repeat(32), 'b'.repeat(32), 'd'.repeat(32)] as [string, string, string];
      await send(
        call('s', { sessionId: 'sess', traceId: t1 }),
        call('t', { traceId: t2 }),
        call('u', { traceId: t3, tags: { team: 'red' } }),
        call('v', { traceId: t3 }),
        call('w', { tags: { team: 'red' } }),
        call('x'),
        call('y'),
      );
      await sendSpans(
        span('1'.repeat(16), [], t1),
        span('2'.repeat(16), [], t2),
        span('3'.repeat(16), [], t3),
      );
      const spans = async (traceId: string) =>
        (await account.call('GET', `/v1/query/trace/${traceId}/spans`)).json().total ?? 0;
      const erasures = [
        await erase({ sessionId: 'sess' }),
        await erase({ traceId: t2 }),
        await erase({ filter: { tags: { team: 'red' } } }),
        await erase({ filter: { search: '"Answer of x"' } }),
        await erase({ filter: { where: [{ field: 'id', op: 'is', values: ['y', 'gone'] }] } }),
      ];
      await finish();
      const ended = await Promise.all(erasures.map(({ id }) => shown(id)));
      expect(ended.map(({ status, erased }) => [status, erased])).toEqual([
        ['done', 2],
        ['done', 2],
        ['done', 2],
        ['done', 1],
        ['done', 1],
      ]);
      expect(await ids()).toEqual(['v']);
      expect(await count()).toBe(1);
      expect([await spans(t1), await spans(t2), await spans(t3)]).toEqual([0, 0, 2]);
    });

    it('includes records that are still in the log, and stays in its project', SLOW, async () => {
      await freshAccount();
      const { id: projectId } = (await account.call('POST', '/v1/projects', { name: 'Other' })).json();
      const bound = await account.key(null, { projectId });
      const eve = { userId: 'eve' };
      await send(call('in-default', {}, eve));
      await bound.call('POST', '/v1/ingest', { records: [call('in-other', {}, eve)] });
      const made = await erase({ userId: 'eve' }, bound);
      expect(made.projectId).toBe(projectId);
      expect((await bound.call('GET', '/v1/erasures')).json().erasures).toHaveLength(1);
      await finish();
      expect(await ids()).toEqual(['in-default']);
      await erase({ userId: 'eve' });
      expect((await bound.call('GET', '/v1/erasures')).json().erasures).toHaveLength(1);
      await finish();
      expect(await ids()).toEqual([]);
    });

    it('continues after a crash in the middle of a batch, with correct counts', SLOW, async () => {
      await freshAccount();
      const mallory = { userId: 'mallory' };
      await send(...Array.from({ length: 12 }, (_, at) => call(`m${at}`, {}, mallory)), call('kept'));
      const { id } = await erase({ userId: 'mallory' });
      records.applyErasures = () => Promise.reject(new Error('The process was killed.'));
      await round();
      expect(await shown(id)).toMatchObject({ status: 'running', found: 12, erased: 0 });
      expect(await ids()).toHaveLength(13);
      delete records.applyErasures;
      clock.advance(3 * MINUTE_MS);
      await finish();
      expect(await shown(id)).toMatchObject({ status: 'done', found: 12, erased: 12 });
      expect([await ids(), await count()]).toEqual([['kept'], 1]);
    });

    it('400: none or two selections, or a filter that names nothing', async () => {
      await freshAccount();
      const bad = async (body: object) => (await account.call('POST', '/v1/erasures', body)).json();
      for (const [body, path] of [
        [{}, 'userId'],
        [{ userId: 'a', traceId: 'b' }, 'traceId'],
        [{ filter: {} }, 'filter'],
        [{ filter: { tags: {}, includeEvalRuns: true } }, 'filter'],
        [{ filter: { where: [], tags: {} } }, 'filter'],
        [{ filter: { where: [{ field: 'id', op: 'atLeast', values: [1] }] } }, 'where.0.op'],
        [{ filter: { startTime: '2026-02-01T00:00:00Z', endTime: '2026-01-01T00:00:00Z' } }, 'endTime'],
        [{ userId: '' }, 'userId'],
      ] as const) {
        expect((await bad(body)).details).toMatchObject([{ path }]);
      }
    });

    it('403: members and keys with scopes; 409: too many at once; 404: of another account', async () => {
      await freshAccount();
      const body = { userId: 'x' };
      expect((await (await account.member('member')).call('POST', '/v1/erasures', body)).statusCode).toBe(
        403,
      );
      expect(
        (await (await account.key(['read', 'write'])).call('POST', '/v1/erasures', body)).statusCode,
      ).toBe(403);
      expect((await (await account.key(['read'])).call('GET', '/v1/erasures')).statusCode).toBe(403);
      const { id } = await erase(body, await account.member('admin'));
      expect((await (await app.account()).call('GET', `/v1/erasures/${id}`)).statusCode).toBe(404);
      for (let at = 1; at < 20; at += 1) await erase({ userId: `x${at}` });
      const refused = await account.call('POST', '/v1/erasures', body);
      expect([refused.statusCode, refused.json().reason]).toEqual([409, 'erasures_unfinished']);
      await db().transaction((tx) => tx.deleteFrom('jobs').execute());
    });
  });

  it('a record that arrives later is a new one', SLOW, async () => {
    await freshAccount();
    await send(call('again', {}, { userId: 'zoe' }));
    await erase({ userId: 'zoe' });
    await finish();
    await send(call('again', {}, { userId: 'zoe' }));
    expect([await ids(), await used(), number > 0]).toEqual([['again'], 2, true]);
  });
});
