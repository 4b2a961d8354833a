// Jobs and requests of several steps are stopped before each of their steps, and run again. What they leave in
// the stores must be what an undisturbed run leaves.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { enqueue } from '#core/jobs/job-queue';
import { DAY_MS, MINUTE_MS, isoTime } from '#lib/clock';
import { OPERATOR_TOKEN, PASSWORD, makeTestApp, type TestAccount, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import { freshFolder } from '#test/support/metadata';
import { leftToSqlite, minutesUnderEmulation } from '#test/support/records-engine';
import { startScriptedModel, type ScriptedModel } from '#test/support/scripted-model';
import { exportOf, inference } from '#test/support/sample-spans';
import {
  changesOf,
  stateOf,
  takeOver,
  volatileIn,
  watchSteps,
  type State,
  type Steps,
} from '#test/support/stopped';
import { sweep } from '../../src/features/erasure/sweep.job.ts';
import { allJobs } from '../../src/modules.ts';

/** So many places are tried beside those around changes of records. `TEST_STOPS=1000` tries every one. */
const STOPS = Number(process.env['TEST_STOPS'] ?? 2);
const isLong = STOPS > 2;

const clock = new FakeClock(Date.now());
const exportDir = freshFolder();
let app: TestApp;
let steps: Steps;
let model: ScriptedModel;

const operator = { authorization: `Bearer ${OPERATOR_TOKEN}` };

interface Work {
  /** Prepares an account. */
  furnish: (account: TestAccount) => Promise<void>;
  /** Runs until the work is done, or the process was stopped. */
  run: (account: TestAccount) => Promise<unknown>;
  /** Traces of the job outside the rows of the account. */
  more?: (account: TestAccount) => Promise<readonly string[]> | readonly string[];
  plan?: 'free' | 'team';
  /** Takes seconds each time, so it is left to a long run. */
  slow?: true;
  /** Tables that another attempt adds to. */
  except?: RegExp;
}

async function ok(account: TestAccount, method: string, url: string, body?: object) {
  const reply = await account.call(method, url, body);
  if (reply.statusCode >= 300) throw new Error(`${method} ${url}: ${reply.statusCode} ${reply.body}`);
  return reply.body === '' ? null : reply.json();
}

const call = (id: string, meta: object = {}, more: object = {}) => ({
  id,
  provider: 'openai',
  model: 'gpt-5',
  timestamp: isoTime(clock.now() - MINUTE_MS),
  promptTokens: 3,
  completionTokens: 2,
  totalTokens: 5,
  costUsd: 0.5,
  latencyMs: 7,
  requestMeta: { input: `Question of ${id}`, output: `Answer of ${id}`, ...meta },
  ...more,
});

async function furnishCalls(account: TestAccount): Promise<void> {
  await app.call('PUT', `/operator/accounts/${account.id}/consents`, { plaintextStorage: true }, operator);
  const records = [
    call('gone', { userId: 'alice' }, { traceId: 'trace-g' }),
    call('gone-too', { userId: 'alice' }, { sessionId: 'session-g' }),
    call('stays', { userId: 'bob' }, { traceId: 'trace-s' }),
  ];
  await ok(account, 'POST', '/v1/ingest', { records });
  for (const callId of ['gone', 'stays']) {
    const score = { name: 'good', value: 1 };
    await ok(account, 'POST', '/v1/scores', { scores: [{ ...score, id: `of-${callId}`, callId }] });
    await ok(account, 'POST', '/v1/annotations', { callId, annotationText: `On ${callId}` });
  }
  await ok(account, 'POST', '/v1/scores', { name: 'whole', id: 'of-trace', value: 1, traceId: 'trace-g' });
  const { id } = await ok(account, 'POST', '/v1/eval-datasets', {
    name: 'Set',
    items: [{ inputText: 'Own' }],
  });
  await ok(account, 'POST', `/v1/eval-datasets/${id}/items/from-calls`, { callIds: ['gone', 'stays'] });
}

/** Rounds until no job of this name is left, or nothing runs any more. */
const untilDone = (name: string) => async (account: TestAccount) => {
  for (let round = 0; round < 40; round += 1) {
    await app.worker.round();
    await app.worker.settled();
    const open = await app.services.metadata.reader
      .selectFrom('jobs')
      .select('status')
      .where('name', '=', name)
      .where('status', 'in', ['queued', 'running'])
      .where('payload', 'like', `%"${account.id}"%`)
      .where('run_at', '<=', clock.now() + MINUTE_MS)
      .execute();
    if (open.length === 0 || open.some(({ status }) => status === 'running')) return;
    clock.advance(5_000);
  }
};

const exported = (account: TestAccount): string[] =>
  readdirSync(path.join(exportDir, account.id), { recursive: true, encoding: 'utf8' }).toSorted();

const dataset = async (account: TestAccount): Promise<number> =>
  (
    await ok(account, 'POST', '/v1/eval-datasets', {
      name: 'Set',
      items: ['a', 'b', 'c'].map((inputText) => ({ inputText })),
    })
  ).id;

const WORK: Record<string, Work> = {
  erasure: {
    furnish: async (account) => {
      await furnishCalls(account);
      await ok(account, 'POST', '/v1/erasures', { userId: 'alice' });
    },
    run: untilDone('erasure'),
  },
  'erasure-sweep': {
    // Rows that a slow judge and a slow scan wrote about calls that are erased by then.
    furnish: async (account) => {
      await furnishCalls(account);
      const since = clock.now();
      clock.advance(1_000);
      const { metadata } = app.services;
      await metadata.transaction(async (db) => {
        await db
          .updateTable('annotations')
          .set({ call_id: 'erased', created_at: clock.now() })
          .where('account_id', '=', account.id)
          .where('call_id', '=', 'gone')
          .execute();
        await enqueue(db, clock, sweep(account.id, since));
      });
      clock.advance(25 * MINUTE_MS);
    },
    run: untilDone('erasure-sweep'),
  },
  'score-retention': {
    plan: 'free',
    furnish: async (account) => {
      for (const [id, days] of [
        ['older', 25],
        ['old', 24],
        ['young', 1],
      ] as const)
        await ok(account, 'POST', '/v1/scores', {
          id,
          name: 'n',
          value: 1,
          callId: 'c',
          createdAt: isoTime(clock.now() - days * DAY_MS),
        });
      clock.advance(10 * DAY_MS);
    },
    run: () => app.worker.runNow('score-retention'),
  },
  'comment-retention': {
    furnish: async (account) => {
      await furnishCalls(account);
      const { records } = (await account.call('POST', '/v1/query/calls')).json();
      const on = { callId: records[0].id };
      await ok(account, 'POST', '/v1/comments', { on, text: 'old' });
      await app.call('PATCH', `/operator/accounts/${account.id}`, { retentionDays: 7 }, operator);
      clock.advance(10 * DAY_MS);
    },
    run: () => app.worker.runNow('comment-retention'),
  },
  retention: {
    furnish: async (account) => {
      await furnishCalls(account);
      await app.call('PATCH', `/operator/accounts/${account.id}`, { retentionDays: 7 }, operator);
      clock.advance(11 * MINUTE_MS);
    },
    run: () => app.worker.runNow('retention'),
    slow: true,
  },
  'account-deletion': {
    furnish: async (account) => {
      await furnishCalls(account);
      const owner = await account.member('owner');
      const reply = await owner.call('DELETE', '/v1/account', { password: PASSWORD });
      expect(reply.statusCode).toBe(200);
      clock.advance(7 * DAY_MS + 1_000);
    },
    run: untilDone('account-deletion'),
    more: async (account) => {
      const { entries } = (await app.call('GET', '/operator/audit', undefined, operator)).json();
      const actions = entries
        .filter(({ targetId }: { targetId: string }) => targetId === account.id)
        .map(({ action }: { action: string }) => action);
      const people = await app.services.metadata.reader
        .selectFrom('users')
        .select('id')
        .where('id', 'not in', (eb) => eb.selectFrom('memberships').select('user_id'))
        .execute();
      return [...actions, `${people.length} people of no account`];
    },
  },
  'content-deletion': {
    furnish: async (account) => {
      await furnishCalls(account);
      await app.call(
        'PUT',
        `/operator/accounts/${account.id}/consents`,
        { plaintextStorage: false },
        operator,
      );
      clock.advance(6_000);
    },
    run: untilDone('content-deletion'),
  },
  'scheduled-export': {
    furnish: async (account) => {
      const days = [3, 2, 1].map((day) =>
        call(`of-day-${day}`, {}, { timestamp: isoTime(clock.now() - day * DAY_MS) }),
      );
      await ok(account, 'POST', '/v1/ingest', { records: days });
      await ok(account, 'PUT', '/v1/account/export-schedule', { folder: account.id });
      await ok(account, 'POST', '/v1/account/export-schedule/run');
    },
    run: untilDone('scheduled-export'),
    more: exported,
    // Each attempt has its entry, and counts its days.
    except: /^(?:audit_|export_schedules\.run_days)/,
  },
  'eval-run': {
    furnish: async (account) => {
      await furnishCalls(account);
      const rule = { name: 'Says it', type: 'contains', rubric: 'Answer', scaleMin: 0, scaleMax: 1 };
      const { criteria } = await ok(account, 'POST', '/v1/eval-criteria', { ...rule, scoreType: 'boolean' });
      const { id } = criteria.find((each: { name: string }) => each.name === 'Says it');
      await ok(account, 'POST', '/v1/eval-runs', { name: 'Run', recentCount: 10, criterionIds: [id] });
    },
    run: untilDone('eval-run'),
  },
  experiment: {
    furnish: async (account) => {
      const { id: connectionId } = await ok(account, 'POST', '/v1/model-connections', {
        name: 'Ours',
        provider: 'openai-compatible',
        baseUrl: model.url,
        apiKey: 'sk-right',
        defaultModel: 'gpt-4o-mini',
        test: false,
      });
      const messages = [{ role: 'user', content: '{{input}}' }];
      const variants = ['one', 'two'].map((name) => ({ name, connectionId, messages }));
      const trial = { name: 'Trial', datasetId: await dataset(account), variants };
      const { id } = await ok(account, 'POST', '/v1/experiments', trial);
      await ok(account, 'POST', `/v1/experiments/${id}/start`);
    },
    run: untilDone('experiment'),
    // An answer that was under way is asked for again and paid for, so it is a second call; what was held for
    // it ends by itself.
    except: /^call(?:s|_content)\b|\.(?:spent|held)\w*:/,
  },
  'sample-data-removal': {
    furnish: async (account) => {
      await ok(account, 'POST', '/v1/sample-data');
      await ok(account, 'DELETE', '/v1/sample-data');
      clock.advance(6_000);
    },
    run: untilDone('sample-data-removal'),
    slow: true,
    // The scan of the loaded data may still be writing.
    except: /^guardian_scans\./,
  },
  'request: reprice': {
    furnish: async (account) => {
      // Its cost is not sent, but made from its tokens.
      await ok(account, 'POST', '/v1/traces', exportOf([inference({}, clock.now() - MINUTE_MS)]));
      const price = {
        provider: 'openai',
        model: 'gpt-4o-mini',
        inputPerMTok: 1_000,
        outputPerMTok: 2_000,
        cacheReadPerMTok: null,
        cacheWritePerMTok: null,
      };
      await ok(account, 'PUT', '/v1/account/model-prices', { prices: [price] });
    },
    run: (account) =>
      account.call('POST', '/v1/account/model-prices/reprice', {
        startTime: isoTime(clock.now() - DAY_MS),
        endTime: isoTime(clock.now() + DAY_MS),
        dryRun: false,
      }),
    // One entry with the figures, whoever writes it.
    more: async (account) => {
      const entries = await app.services.metadata.reader
        .selectFrom('audit_entries')
        .select(['actor_id', 'metadata'])
        .where('account_id', '=', account.id)
        .where('action', '=', 'model_prices.reprice')
        .execute();
      return entries.map(({ actor_id: actor, metadata }) => {
        const { records, changedRecords, beforeUsd, afterUsd } = JSON.parse(metadata ?? '{}');
        return JSON.stringify({ hasActor: actor !== null, records, changedRecords, beforeUsd, afterUsd });
      });
    },
  },
  'request: data import': {
    furnish: async () => {},
    run: async (account) => {
      const project = { id: 'prj_elsewhere', name: 'Imported' };
      const of = { account: 'acc_elsewhere', projects: [project] };
      const rows = [1, 2].map((at) => call(`c${at}`, {}, { projectId: project.id }));
      await account.call('POST', '/v1/data/import', { ...of, table: 'calls', rows });
      const score = {
        id: 's',
        name: 'n',
        dataType: 'numeric',
        value: 1,
        callId: 'c1',
        projectId: project.id,
      };
      const createdAt = isoTime(clock.now() - DAY_MS);
      await account.call('POST', '/v1/data/import', {
        ...of,
        table: 'scores',
        rows: [{ ...score, createdAt }],
      });
    },
    // Each request has its entry, and the client repeats the one that was stopped.
    except: /^audit_/,
  },
  'request: a file of items for a dataset': {
    furnish: async (account) => void (await dataset(account)),
    run: async (account) => {
      const { datasets } = (await account.call('GET', '/v1/eval-datasets')).json();
      const mapping = encodeURIComponent(JSON.stringify({ input: 'question', externalId: 'nr' }));
      const url = `/v1/eval-datasets/${datasets[0].id}/items/import?mapping=${mapping}`;
      await account.call('POST', url, 'question,nr\nWhy?,a1\nHow?,a2', { 'content-type': 'text/csv' });
    },
  },
};

/** Jobs that are not stopped here, with the reason. */
const ROUND = 'Each of its transactions stands alone, and the next round takes what is left.';
const OF_ONE_STEP = 'It takes one step.';
/** Another file stops it. */
const ELSEWHERE = (file: string): string => {
  if (!existsSync(path.join(import.meta.dirname, file))) throw new Error(`There is no ${file}.`);
  return `${file} stops it.`;
};
const NOT_STOPPED: Record<string, string> = {
  'alert-expiry': ROUND,
  alerts: ROUND,
  'call-demotion': OF_ONE_STEP,
  'daily-exports': ROUND,
  delivery: ELSEWHERE('notifications.proof.test.ts'),
  'ended-device-logins': OF_ONE_STEP,
  'erasure-purge': OF_ONE_STEP,
  'eval-rules': ROUND,
  'eval-score-expiry': ROUND,
  'gate-reconcile': ROUND,
  'gate-sweep': ROUND,
  guardian: ROUND,
  'guardian-expiry': ROUND,
  housekeeping: OF_ONE_STEP,
  'invitation-mail': 'It changes nothing that is stored.',
  'judge-probes': ROUND,
  'llm-budget-sweep': ROUND,
  'media-removal': ROUND,
  'nested-doubles': ROUND,
  'open-spans': ROUND,
  'password-reset-mail': 'It changes nothing that is stored.',
  proposals: ROUND,
  'proposals-of-account': ROUND,
  'quota-reconcile': ROUND,
  'quota-threshold': ROUND,
  'record-changes': 'It finishes what was stopped; the cases above run it.',
  'review-queues': ROUND,
  'safety-expiry': ROUND,
  'safety-scan': ROUND,
  'sample-showcase': 'A part that was made is refused when it is made again: its name is taken.',
  'score-location': ROUND,
  'span-events':
    'The next change applies what is staged (add-to-records.engine.test.ts). An event that is added again changes nothing.',
  'unfinished-writes': ELSEWHERE('../faults/engine-dies.proof.test.ts'),
};

/** Where to stop: around each change of records, before the last steps, and at some places between. */
function places(done: readonly string[]): number[] {
  const at = new Set([done.length - 1, done.length]);
  for (const [before, name] of done.entries()) {
    if (name.startsWith('records')) at.add(before + 1).add(before + 2);
  }
  const others = done.map((_, index) => index + 1).filter((place) => !at.has(place));
  const every = Math.max(1, others.length / STOPS);
  for (let index = 0; index < others.length; index += every) at.add(others[Math.floor(index)] ?? 1);
  return [...at].filter((place) => place >= 1 && place <= done.length).toSorted((one, other) => one - other);
}

/** The order of the steps is tested, which is the same on both engines. */
const isLeftOut = inject('engine') === 'postgres' && !isLong;

describe.skipIf(minutesUnderEmulation || isLeftOut || leftToSqlite(inject('engine')))(
  'stopped before each step',
  () => {
    beforeAll(async () => {
      model = await startScriptedModel(({ last }) => `Said: ${last}`);
      const config = { exportDir, judge: null, generator: null, outboundAllow: ['127.0.0.1/32'] };
      app = await makeTestApp({ clock, config });
      steps = watchSteps(app);
    });
    afterAll(async () => {
      await app.stop();
      model.close();
    });

    async function ended({ furnish, run, more, plan = 'team' }: Work, stopAt?: number) {
      const account = await app.account({ plan });
      await furnish(account);
      steps.arm(stopAt);
      await Promise.resolve(run(account)).catch((error: unknown) => {
        if (stopAt === undefined) throw error;
      });
      const done = steps.done();
      const wasStopped = steps.revive();
      if (wasStopped) {
        clock.advance(5 * MINUTE_MS);
        await takeOver(app);
        await run(account);
      }
      const state: State = await stateOf(app, account.id);
      state.set('more', [...((await more?.(account)) ?? [])]);
      return { state, done, wasStopped };
    }

    const wanted = Object.entries(WORK).filter(([, { slow }]) => slow !== true || isLong);
    it.each(wanted)('%s', { timeout: 240_000 }, async (_name, work) => {
      const first = await ended(work);
      clock.advance(37 * MINUTE_MS);
      const second = await ended(work);
      const { done: all } = second;
      expect(all.length).toBeGreaterThan(0);
      const volatile = volatileIn(first.state, second.state);
      let stops = 0;
      for (const at of places(all)) {
        const { state, done, wasStopped } = await ended(work, at);
        // A step that is taken once for all accounts is gone.
        if (!wasStopped) continue;
        stops += 1;
        const step = `before step ${at} of ${all.length}, ${done.at(-1)}`;
        const changes = changesOf(first.state, state, volatile);
        expect({ step, changes: changes.filter((change) => work.except?.test(change) !== true) }).toEqual({
          step,
          changes: [],
        });
      }
      expect(stops).toBeGreaterThan(0);
    });

    it('every job is stopped here, or has a reason', () => {
      const names = allJobs.map(({ name }) => name).toSorted();
      const known = [
        ...Object.keys(WORK).filter((name) => !name.startsWith('request')),
        ...Object.keys(NOT_STOPPED),
      ];
      expect(known.toSorted()).toEqual(names);
    });
  },
);
