// Sample data through the API, with the records in memory; whole-service/sample-data.test.ts uses the real
// engine.
import { randomInt } from 'node:crypto';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DAY_MS, HOUR_MS, isoTime, MINUTE_MS, SECOND_MS } from '#lib/clock';
import { newId } from '#lib/ids';
import { makeTestApp, OPERATOR_TOKEN, type Caller, type TestAccount, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import { KeptRecords } from '#test/support/kept-records';
import { sampleRecord } from '#test/support/sample-records';
import { runJobs } from '#test/support/run-jobs';
import type { RecordsReplies } from '#test/support/fake-records';

const URL = '/v1/sample-data';
const START = Date.parse('2026-03-11T15:00:00.000Z');
const NONE = { loaded: false, projectId: null, records: 0 };
const clock = new FakeClock(START);
const kept = new KeptRecords();
const deleteProject = vi.fn<RecordsReplies['deleteProject']>();
/** Runs while records are stored. */
let meanwhile: (() => Promise<unknown>) | null = null;
let app: TestApp;
let account: TestAccount;

beforeAll(async () => {
  const write: RecordsReplies['write'] = async (request) => {
    const outcome = await (kept.records.write?.(request) ?? Promise.reject(new Error('no write')));
    await meanwhile?.();
    return outcome;
  };
  // Loading searches for proposals and findings; the test with the real engine checks what it finds.
  const searches = {
    selectCallClasses: async () => [],
    selectPromptVersions: async () => [],
    selectArrivalCounts: async () => [],
  };
  app = await makeTestApp({ clock, records: { ...kept.records, ...searches, write, deleteProject } });
});
afterAll(() => app.stop());
beforeEach(async () => {
  clock.set(START);
  kept.kept.length = 0;
  meanwhile = null;
  deleteProject.mockReset().mockResolvedValue(undefined);
  await app.services.metadata.transaction((db) => db.deleteFrom('jobs').execute());
  account = await app.account();
});

const operator = (method: string, path: string, body: object) =>
  app.call(method, path, body, { authorization: `Bearer ${OPERATOR_TOKEN}` });
const load = async (who: Caller = account, headers = {}) => {
  const reply = await who.call('POST', URL, undefined, headers);
  return [reply.statusCode, reply.json()] as const;
};
const show = async (who: Caller = account) => (await who.call('GET', URL)).json();
const projects = async () =>
  (await account.call('GET', '/v1/projects'))
    .json()
    .projects.map(({ name }: { name: string }) => name)
    .toSorted() as string[];
const numberOf = async (projectId: string) =>
  (await app.services.accounts.get(account.id))?.projects.get(projectId)?.number ?? 0;
const actions = async () =>
  ((await account.call('GET', '/v1/audit')).json().entries as { action: string }[])
    .map(({ action }) => action)
    .filter((action) => /^(?:project|sample_data)\./.test(action));

async function round(ms: number): Promise<void> {
  clock.advance(ms);
  await runJobs(app);
}

describe('sample data', () => {
  it('201, 200, 204: loaded once, removed with its project and records, loaded again as a new one', async () => {
    expect(await show()).toEqual(NONE);
    const [status, sample] = await load();
    expect([status, sample]).toEqual([
      201,
      { loaded: true, projectId: expect.stringMatching(/^prj_/), records: kept.kept.length },
    ]);
    expect(sample.records).toBeGreaterThan(650);
    expect(await load()).toEqual([200, sample]);
    expect(await show()).toEqual(sample);
    expect(await projects()).toEqual(['Default', 'Sample data']);
    const project = await numberOf(sample.projectId);
    expect(new Set(kept.kept.map(({ row }) => row.project))).toEqual(new Set([project]));
    const number = (await app.services.accounts.get(account.id))?.number;

    const key = await account.key(['read'], { projectId: sample.projectId });
    const gone = await account.call('DELETE', URL);
    expect([gone.statusCode, gone.body]).toEqual([204, '']);
    expect(await show()).toEqual(NONE);
    expect(await projects()).toEqual(['Default']);
    expect((await key.call('GET', URL)).statusCode).toBe(401);
    expect((await account.call('DELETE', URL)).statusCode).toBe(204);
    expect(await actions()).toEqual(['sample_data.remove', 'sample_data.load', 'project.create']);
    await round(4 * SECOND_MS);
    expect(deleteProject).not.toHaveBeenCalled();
    await round(SECOND_MS);
    expect(deleteProject.mock.calls.map(([of, which]) => [of, which])).toEqual([[number, project]]);

    const [again, other] = await load();
    expect([again, other.records > 650, other.projectId === sample.projectId]).toEqual([201, true, false]);
    // With new ids, because the earlier ones are known and would count as duplicates.
    expect(kept.kept).toHaveLength(sample.records + other.records);
  });

  it('is valid for ingest, priced, and within the last seven days or the retention', async () => {
    await operator('PATCH', `/operator/accounts/${account.id}`, { retentionDays: 2 });
    await load();
    const calls = kept.kept.flatMap((each) => (each.kind === 'call' ? [each.row] : []));
    expect(calls.every(({ cost }) => cost.source === 'catalog')).toBe(true);
    const times = kept.kept.map(({ row }) =>
      'call' in row ? row.call.timestampMs : row.observation.timestampMs,
    );
    expect(Math.min(...times)).toBeGreaterThan(START - 2 * DAY_MS);
    expect(Math.max(...times)).toBeLessThanOrEqual(START);
    expect(Math.max(...times)).toBeGreaterThan(START - HOUR_MS);
    const other = await app.account();
    const records = calls.map(({ call }) =>
      Object.assign({}, call, { timestamp: isoTime(call.timestampMs), costUsd: 0 }),
    );
    for (let at = 0; at < records.length; at += 100) {
      const some = records.slice(at, at + 100);
      const reply = await other.call('POST', '/v1/ingest', { records: some });
      expect(reply.json()).toEqual({ accepted: some.length, rejected: [] });
    }
  });

  it.each([false, true])(
    'has sealed content, whether or not the account stores messages: %s',
    async (stores) => {
      await operator('PUT', `/operator/accounts/${account.id}/consents`, { plaintextStorage: stores });
      const [, { projectId }] = await load();
      const calls = kept.kept.filter(({ kind }) => kind === 'call');
      expect(calls.every(({ content }) => content !== null)).toBe(true);
      expect(kept.kept.some(({ kind, content }) => kind === 'observation' && content !== null)).toBe(true);
      expect(JSON.stringify(kept.kept.map(({ row }) => row))).not.toContain('Where is my parcel');
      const shown = (await account.call('GET', `/v1/query/calls/${calls[0]?.id}`)).json().call;
      expect(shown.requestMeta.input[0].role).toBe('user');
      // The consent itself is unchanged, and it alone applies to records that are sent, even into this
      // project.
      const { consents } = (await account.call('GET', '/v1/account/overview')).json();
      expect(consents.plaintextStorage).toBe(stores);
      const sent = sampleRecord({ id: 'mine', timestamp: isoTime(START), requestMeta: { input: 'Secret' } });
      await account.call('POST', '/v1/ingest', { records: [sent] }, { 'x-project-id': projectId });
      expect(kept.kept.find(({ id }) => id === 'mine')?.content === null).toBe(!stores);
    },
  );

  it('has scores with comments, which are deleted with it', async () => {
    await load();
    const { scores } = (await account.call('GET', '/v1/scores?limit=200')).json();
    expect(scores.length).toBeGreaterThan(100);
    expect(scores.some(({ comment }: { comment: string | null }) => comment !== null)).toBe(true);
    await account.call('DELETE', URL);
    expect((await account.call('GET', '/v1/scores?limit=200')).json().scores).toEqual([]);
  });

  it('has a dashboard, which is deleted with it unless someone has changed it', async () => {
    const boards = async (): Promise<{ id: number; name: string; widgets: number }[]> =>
      (await account.call('GET', '/v1/dashboards')).json().dashboards;
    await load();
    await load();
    const [sample, ...others] = await boards();
    expect([sample, others]).toEqual([
      expect.objectContaining({ name: 'Sample: three agents', widgets: 10 }),
      [],
    ]);
    await account.call('DELETE', URL);
    expect(await boards()).toEqual([]);

    await load();
    const url = `/v1/dashboards/${(await boards())[0]?.id}`;
    const { dashboard } = (await account.call('GET', url)).json();
    // The API accepts what the service itself created.
    const mine = { name: 'Mine', widgets: dashboard.widgets, version: 1 };
    expect((await account.call('PUT', url, mine)).statusCode).toBe(200);
    await account.call('DELETE', URL);
    expect((await boards()).map(({ name }) => name)).toEqual(['Mine']);
  });

  it('has a prompt with two versions and a recorded model, which are deleted with it, also when it is loaded again', async () => {
    const prompts = async (): Promise<string[]> =>
      (await account.call('GET', '/v1/prompts'))
        .json()
        .prompts.map(({ name, version }: { name: string; version: string }) => `${name} ${version}`)
        .toSorted();
    const models = async (): Promise<string[]> =>
      (await account.call('GET', '/v1/model-connections'))
        .json()
        .connections.map(({ name, provider }: { name: string; provider: string }) => `${provider}: ${name}`);
    const BROUGHT = [
      [
        'catalog-summary 1',
        'research-answer 4',
        'research-plan 2',
        'research-read 5',
        'review-file 11',
        'sample-refund 2',
        'sample-refund 3',
        'support-reply 7',
        'ticket-triage 2',
        'ticket-triage 3',
      ],
      ['recorded: Recorded model (sample data)'],
    ];
    await load();
    await load();
    expect([await prompts(), await models()]).toEqual(BROUGHT);
    const [prompt] = (await account.call('GET', '/v1/prompts')).json().prompts;
    await account.call('POST', `/v1/prompts/${prompt.id}/deploy`, { label: 'production' });
    await account.call('DELETE', URL);
    expect([await prompts(), await models()]).toEqual([[], []]);

    await load();
    // The second round of the removal belongs to the earlier sample.
    await round(6 * SECOND_MS);
    await round(20 * MINUTE_MS);
    expect([await prompts(), await models()]).toEqual(BROUGHT);
    await account.call('DELETE', URL);

    const own = { name: 'sample-refund', version: '2', template: 'Mine' };
    expect((await account.call('POST', '/v1/prompts', own)).statusCode).toBe(201);
    await load();
    await account.call('DELETE', URL);
    expect(await prompts()).toEqual(['sample-refund 2']);
  });

  it('201: an account without room for a dashboard gets the rest', async () => {
    for (let at = 0; at < 50; at += 1)
      await account.call('POST', '/v1/dashboards', { name: `Board ${at}`, widgets: [] });
    expect((await load())[0]).toBe(201);
    expect((await account.call('GET', '/v1/dashboards')).json().dashboards).toHaveLength(50);
  });

  it('201: under a free name', async () => {
    for (const name of ['Sample data', 'Sample data 2']) await account.call('POST', '/v1/projects', { name });
    expect((await load())[0]).toBe(201);
    expect(await projects()).toEqual(['Default', 'Sample data', 'Sample data 2', 'Sample data 3']);
  });

  it('429 quota_exceeded, 503: nothing is left of a failed load', async () => {
    kept.quotaGone = true;
    const refused = await account.call('POST', URL);
    kept.quotaGone = false;
    expect([refused.statusCode, refused.json().reason]).toEqual([429, 'quota_exceeded']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    kept.busyFor = 1;
    expect((await load())[0]).toBe(503);
    expect(await show()).toEqual(NONE);
    expect(await projects()).toEqual(['Default']);
    expect(kept.kept).toHaveLength(0);
    expect((await load())[0]).toBe(201);
  });

  it('201, 200: of several concurrent loads one succeeds, and each record is stored once', async () => {
    const replies = await Promise.all([load(), load(), load()]);
    expect(replies.map(([status]) => status).toSorted()).toEqual([200, 200, 201]);
    expect(new Set(replies.map(([, { projectId }]) => projectId)).size).toBe(1);
    expect(kept.kept).toHaveLength(replies[0][1].records);
  });

  it('409 sample_data_removed: removed while it was loaded; later records are deleted too', async () => {
    meanwhile = async () => {
      meanwhile = null;
      await account.call('DELETE', URL);
    };
    const [status, { reason }] = await load();
    expect([status, reason]).toEqual([409, 'sample_data_removed']);
    expect(await projects()).toEqual(['Default']);
    // Two jobs, one after the other.
    await round(6 * SECOND_MS);
    await round(2 * SECOND_MS);
    expect(deleteProject).toHaveBeenCalledTimes(2);
  });

  it('201: continues an interrupted load, and starts over if that was long ago', async () => {
    const unfinish = () =>
      app.services.metadata.transaction((db) => db.updateTable('sample_data').set({ loaded: 0 }).execute());
    const [, first] = await load();
    await unfinish();
    expect(await show()).toEqual(NONE);
    clock.advance(MINUTE_MS);
    expect(await load()).toEqual([201, first]);
    expect(kept.kept).toHaveLength(first.records);
    await unfinish();
    clock.advance(HOUR_MS);
    const [status, { projectId }] = await load();
    expect([status, projectId === first.projectId]).toEqual([201, false]);
    expect(await projects()).toEqual(['Default', 'Sample data']);
    await round(6 * SECOND_MS);
    expect(deleteProject).toHaveBeenCalledTimes(1);
  });

  it('204, 201: also if the project itself was deleted', async () => {
    const [, first] = await load();
    const project = await numberOf(first.projectId);
    await account.call('DELETE', `/v1/projects/${first.projectId}`);
    expect(await show()).toEqual(NONE);
    expect((await load())[0]).toBe(201);
    await round(6 * SECOND_MS);
    expect(deleteProject.mock.calls.map(([, which]) => which)).toEqual([project]);
    const [, { projectId }] = await load();
    await account.call('DELETE', `/v1/projects/${projectId}`);
    expect((await account.call('DELETE', URL)).statusCode).toBe(204);
    await round(6 * SECOND_MS);
    expect(deleteProject).toHaveBeenCalledTimes(2);
  });

  it('retries the deletion until it succeeds', async () => {
    await load();
    await account.call('DELETE', URL);
    deleteProject.mockRejectedValueOnce(new Error('The disk is full.'));
    await round(5 * SECOND_MS);
    await round(10 * MINUTE_MS);
    expect(deleteProject).toHaveBeenCalledTimes(2);
  });

  it('403, 401: viewers and read keys can read; keys of one project can neither load nor remove', async () => {
    const bound = await account.key(null, { projectId: account.projectId });
    for (const [who, reason] of [
      [await account.member('viewer'), 'insufficient_role'],
      [await account.key(['read']), 'insufficient_scope'],
      [bound, 'account_wide'],
    ] as const) {
      const shown = await show(who);
      expect(shown.reason ?? shown).toEqual(who === bound ? reason : NONE);
      for (const method of ['POST', 'DELETE']) {
        const reply = await who.call(method, URL);
        expect([method, reply.statusCode, reply.json().reason]).toEqual([method, 403, reason]);
      }
    }
    expect((await app.call('POST', URL)).statusCode).toBe(401);
    expect((await app.call('GET', URL)).statusCode).toBe(401);
    const member = await account.member('member');
    expect((await load(member, { 'x-project-id': account.projectId }))[0]).toBe(201);
    const other = await app.account();
    expect(await show(other)).toEqual(NONE);
    expect((await other.call('DELETE', URL)).statusCode).toBe(204);
    expect(await show(member)).toMatchObject({ loaded: true });
    expect((await member.call('DELETE', URL)).statusCode).toBe(204);
  });
});

describe('data about calls of the sample', () => {
  /** A row of each kind about a call, written as by the feature that owns the table. */
  async function knowAbout(callId: string, project: { id: string; number: number }, runId: number) {
    const about = { account_id: account.id, call_id: callId };
    const times = { created_at: START, updated_at: START };
    const score = {
      ...about,
      project_id: null,
      criterion_id: 1,
      call_timestamp: START,
      trace_id: null,
      score: 4,
      normalized: 0.75,
      label: null,
      reasoning: 'ok',
      status: 'scored' as const,
      reason: null,
      judge: null,
      cost_micros: 0,
      created_at: START,
    };
    await app.services.metadata.transaction(async (db) => {
      await db
        .insertInto('annotations')
        .values({
          ...about,
          project_number: project.number,
          call_timestamp: START,
          of_eval_run: 0,
          annotation_text: 'x',
          label: null,
          quality_score: 5,
          author_type: 'key',
          author_id: 'key_x',
          ...times,
        })
        .execute();
      await db
        .insertInto('review_claims')
        .values({ ...about, claimed_by: 'usr_x', expires_at: START + DAY_MS })
        .execute();
      await db
        .insertInto('eval_scores')
        .values([
          { ...score, run_id: runId, rule_id: null },
          { ...score, run_id: null, rule_id: null },
        ])
        .execute();
      await db
        .insertInto('eval_run_items')
        .values({
          run_id: runId,
          position: randomInt(2 ** 30),
          item_key: callId,
          call_id: callId,
          call_timestamp: START,
          trace_id: null,
          sealed_texts: null,
        })
        .execute();
      await db
        .insertInto('judge_probes')
        .values({
          ...about,
          criterion_id: 1,
          kind: 'emptied',
          judge: 'j',
          original: 1,
          again: 1,
          degraded: 0,
          detected: 1,
          inverted: 0,
          stable: 1,
          cost_micros: 0,
          created_at: START,
        })
        .execute();
      await db
        .insertInto('safety_assessments')
        .values({
          id: randomInt(2 ** 40),
          ...about,
          project_number: project.number,
          call_timestamp: START,
          classifier_id: 'moderation:x',
          source: 'background',
          labels: '[]',
          flagged: 0,
          score: 0,
          figures: JSON.stringify({ code: 'not_flagged', values: {} }),
          reasoning: 'x',
          created_at: START,
        })
        .execute();
      await db
        .insertInto('guardian_findings')
        .values({
          id: newId('finding'),
          account_id: account.id,
          project_id: project.id,
          number: randomInt(2 ** 30),
          kind: 'tool_loop',
          cause: callId,
          fingerprint: callId,
          severity: 'high',
          title: 't',
          detail: 'd',
          evidence: JSON.stringify({ callIds: [callId], traceIds: [], values: {} }),
          tally: '[]',
          status: 'open',
          status_at: null,
          first_seen_at: START,
          last_seen_at: START,
          count: 1,
          ...times,
        })
        .execute();
      await db
        .insertInto('scores')
        .values({
          account_id: account.id,
          project_number: project.number,
          id: newId('score'),
          name: 'helpful',
          data_type: 'numeric',
          source: 'api',
          number_value: 1,
          call_id: callId,
          author_id: 'me',
          any_project: 0,
          created_at: START,
          received_at: START,
        })
        .execute();
      await db
        .insertInto('proposals')
        .values({
          id: newId('proposal'),
          account_id: account.id,
          project_id: project.id,
          kind: 'cheaper_model',
          fingerprint: callId,
          title: 't',
          detail: 'd',
          evidence: '{}',
          saving_micros: 1,
          confidence: 1,
          weight: 1,
          status: 'open',
          decided_weight: null,
          decided_by: null,
          comment: null,
          ...times,
        })
        .execute();
      await db
        .insertInto('comments')
        .values({
          ...about,
          id: newId('comment'),
          project_number: project.number,
          on_kind: 'call',
          trace_id: null,
          span_id: null,
          session_id: null,
          sealed: '',
          author_type: 'key',
          author_id: 'key_1',
          created_at: START,
        })
        .execute();
      const queue = await db
        .insertInto('review_queues')
        .values({
          account_id: account.id,
          project_id: null,
          name: newId('playgroundDraft'),
          instructions: '',
          dimensions: '[]',
          reviewers_per_item: 1,
          assignees: '[]',
          dataset_id: null,
          filled_with: 'calls',
          filter: null,
          sample_pct: 100,
          enabled: 1,
          max_open: 1,
          watermark: START,
          passed_over: 0,
          last_filled_at: null,
          ...times,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await db
        .insertInto('review_items')
        .values({
          account_id: account.id,
          kind: 'call',
          record_id: about.call_id,
          queue_id: queue.id,
          record_timestamp: START,
          state: 'pending',
          answer_count: 0,
          final: null,
          published: 1,
          correction_outcome: null,
          created_at: START,
          done_at: null,
        })
        .execute();
      await db
        .insertInto('playground_drafts')
        .values({
          id: newId('playgroundDraft'),
          account_id: account.id,
          project_id: project.id,
          source_call_id: callId,
          source_trace_id: null,
          body: '{}',
          created_at: START,
        })
        .execute();
    });
  }

  const TABLES = [
    'annotations',
    'comments',
    'scores',
    'review_claims',
    'eval_scores',
    'judge_probes',
    'safety_assessments',
    'guardian_findings',
    'proposals',
    'playground_drafts',
    'review_items',
  ] as const;
  const counts = async () => {
    const found: Record<string, number> = {};
    for (const table of TABLES) {
      const { rows } = await app.services.metadata.reader
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('rows'))
        .where('account_id', '=', account.id)
        .executeTakeFirstOrThrow();
      found[table] = rows;
    }
    return found;
  };
  const OWN = Object.fromEntries(TABLES.map((table) => [table, table === 'eval_scores' ? 2 : 1]));

  const newRun = async (headers = {}): Promise<number> => {
    const reply = await account.call('POST', '/v1/eval-runs', { name: 'n', criterionIds: [1] }, headers);
    expect([reply.statusCode, reply.body]).toEqual([201, reply.body]);
    return reply.json().summary.id;
  };
  const runOf = async (id: number) => (await account.call('GET', `/v1/eval-runs/${id}`)).json();

  async function known() {
    const [, { projectId }] = await load();
    const sample = { id: projectId, number: await numberOf(projectId) };
    const own = { id: account.projectId, number: await numberOf(account.projectId) };
    const call = kept.kept.find(({ kind }) => kind === 'call')?.id ?? '';
    const shared = await newRun();
    const bound = await newRun({ 'x-project-id': projectId });
    const made = await account.call(
      'POST',
      '/v1/eval-datasets',
      { name: 'Mine' },
      { 'x-project-id': projectId },
    );
    await knowAbout(call, sample, shared);
    await knowAbout('mine', own, shared);
    return { sample, call, shared, bound, dataset: made.json().id as number };
  }

  it('is deleted with them immediately; data about other calls stays', async () => {
    const { shared, bound, dataset } = await known();
    expect((await account.call('DELETE', URL)).statusCode).toBe(204);
    expect(await counts()).toEqual(OWN);
    const { run, scores } = await runOf(shared);
    expect(run).toMatchObject({ callCount: 1, scoredCount: 1 });
    expect(scores.map(({ callId }: { callId: string }) => callId)).toEqual(['mine']);
    expect((await account.call('GET', `/v1/eval-runs/${bound}`)).statusCode).toBe(404);
    expect((await account.call('GET', `/v1/eval-datasets/${dataset}`)).statusCode).toBe(404);
    await round(6 * SECOND_MS);
    await round(20 * MINUTE_MS);
    expect(await counts()).toEqual(OWN);
  });

  it('is also deleted if a scan or a run wrote it during the removal, and for calls that clients sent into the project', async () => {
    const { sample, call, shared } = await known();
    const within = { 'x-project-id': sample.id };
    const sent = await account.call(
      'POST',
      '/v1/ingest',
      { records: ['sent', 'of a run'].map((id) => sampleRecord({ id, timestamp: isoTime(START) })) },
      within,
    );
    expect(sent.json()).toEqual({ accepted: 2, rejected: [] });
    // As if an evaluation run had made it: lists of calls omit those.
    Object.assign(kept.kept.find(({ id }) => id === 'of a run')?.row ?? {}, { evalRun: shared });
    for (const id of ['sent', 'of a run']) await knowAbout(id, sample, shared);
    await account.call('DELETE', URL);
    await round(6 * SECOND_MS);
    expect(deleteProject).toHaveBeenCalledOnce();
    expect(await counts()).toEqual(OWN);
    for (const late of [call, 'sent', 'of a run']) await knowAbout(late, sample, shared);
    await round(20 * MINUTE_MS);
    expect(await counts()).toEqual(OWN);
    expect(await runOf(shared)).toMatchObject({ run: { callCount: 1, scoredCount: 1 } });
  });

  it('is in no other table: a new table about calls or projects must be added here', async () => {
    const reader = app.services.metadata.reader as unknown as Kysely<unknown>;
    const about = new Set(['call_id', 'record_id', 'project_id', 'project_number']);
    const tables = (await reader.introspection.getTables())
      .filter(({ columns }) => columns.some(({ name }) => about.has(name)))
      .map(({ name }) => name);
    const runs = ['eval_datasets', 'eval_runs', 'eval_run_items', 'experiments', 'experiment_cells'];
    // Settings of a project, requests and holds of agents, claims and logins that expire within minutes, events that wait,
    // files, and notes of duplicates, which the sample does not have.
    const left = [
      'alerts',
      'api_keys',
      'device_logins',
      'erasures',
      'eval_rules',
      'gate_approvals',
      'gate_holds',
      'media',
      'merged_calls',
      'open_spans',
      'review_queues',
      'safety_claims',
      'sample_data',
      'span_events',
    ];
    expect([...new Set(tables)].toSorted()).toEqual([...TABLES, ...runs, ...left].toSorted());
  });
});
