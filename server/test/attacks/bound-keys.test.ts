// A key that is bound to one project, against another project and the account: the test calls every declared
// endpoint with the ids of both projects. No byte of the other project appears in any answer or new row, and
// nothing of the other project changes.
import { describe, expect, it, onTestFinished } from 'vitest';
import { admissionOf, type Endpoint } from '#core/endpoint';
import { listenGrpc } from '#grpc';
import { openTestApp, type Caller, type TestAccount, type TestApp } from '#test/support/app';
import { askFor, type Ask } from '#test/support/bound-key-requests';
import { FakeClock } from '#test/support/clock';
import { startFakeModeration } from '#test/support/fake-moderation';
import { startFakeProvider } from '#test/support/fake-provider/index';
import { grpcCaller } from '#test/support/grpc-client';
import { encodeTree } from '#test/oracles/otlp-oracle';
import { exportOf, inference } from '#test/support/sample-spans';
import { listed, metadataRows, recordRows, without, type Rows } from '#test/support/stored-rows';
import { made } from '#test/support/project-records';
import { furnishAccount, furnishProject, settle, type Ids } from '#test/support/two-projects';
import { allEndpoints } from '../../src/modules.ts';

/**
 * Every text of the other project starts with this mark, as do account texts that a bound key may not read.
 */
const MARK = 'zqxforeign';
/** Long enough that no random id contains it by chance. */
const FOREIGN = /zqxforeign[\w-]*/g;
/** The cost of each foreign call, recognisable by its digits in sums. */
const COST = 77_777.5;
const FOREIGN_MONEY = /(?<!\w)(?:77777|155555|233332|311110|388887)/;

/** Tables that count, queue or record for the whole account or the whole service. */
const COUNTERS = new Set([
  'audit_heads',
  'changes',
  'ingest_receipts',
  'job_schedules',
  'jobs',
  'llm_reservations',
  'llm_spend',
  'rate_windows',
  'record_changes',
  'sequences',
  'topics',
  'usage',
]);
/**
 * Tables where a bound key may add rows without a project: records of its actions, and parts of objects of
 * its project.
 */
const ADDED = new Set([
  ...COUNTERS,
  'alert_events',
  'audit_entries',
  'deliveries',
  'eval_dataset_items',
  'eval_dataset_past_items',
  'eval_dataset_versions',
  'eval_run_items',
  'experiment_cells',
  'experiment_items',
  'gate_held',
  'gate_spend',
  'linked_run_items',
  'linked_runs',
  'review_answers',
  'review_claims',
  'review_items',
  'review_places',
  'safety_claims',
]);

/** Used for a score and for proposals. */
const JUDGED = {
  reasoning: 'It meets level 4.',
  score: 4,
  criteria: [
    { name: 'Polite', rubric: 'Is it polite?', scaleMin: 1, scaleMax: 5, reasoning: 'It is a chat.' },
  ],
};

interface World {
  app: TestApp;
  account: TestAccount;
  clock: FakeClock;
  own: Ids;
  foreign: Ids;
  /** All rows that do not belong to project one. */
  others: Rows;
  records: Rows;
  /** Everything that outside services received since the world was created. */
  sentOut: () => string;
}

async function makeWorld(): Promise<World> {
  const clock = new FakeClock(Date.now());
  const [vendor, classifier] = [
    await startFakeProvider({ answer: () => JUDGED }),
    await startFakeModeration(),
  ];
  const app = await openTestApp({
    clock,
    config: { moderation: classifier.config(), ...vendor.settings() },
  });
  const account = await app.account({ name: 'Two projects' });
  const [one, two] = [
    await made(account, 'POST', '/v1/projects', { name: 'own-project' }),
    await made(account, 'POST', '/v1/projects', { name: `${MARK}-project` }),
  ];
  const shared = await furnishAccount(app, account, MARK);
  const before = await metadataRows(app);
  const own = await furnishProject(app, account, {
    projectId: one.id,
    mark: 'own',
    costUsd: 1,
    shared,
  });
  const owned = without(await metadataRows(app), before);
  const ownRecords = await recordRows(app, account.id);
  const foreign = await furnishProject(app, account, {
    projectId: two.id,
    mark: MARK,
    costUsd: COST,
    shared,
  });
  const asked = vendor.requests.length;
  classifier.clear();
  return {
    app,
    account,
    clock,
    own,
    foreign,
    others: without(await metadataRows(app), owned),
    records: without(await recordRows(app, account.id), ownRecords),
    sentOut: () =>
      JSON.stringify([classifier.requests, vendor.requests.slice(asked).map(({ messages }) => messages)]),
  };
}

/** Foreign words and amounts in an answer, except those in the request itself. */
function leaks({ url, body }: Ask, answer: string): string[] {
  const sent = `${decodeURIComponent(url)} ${JSON.stringify(body ?? '')}`;
  const words = (answer.match(FOREIGN) ?? []).filter((word) => !sent.includes(word));
  return [...words, ...(FOREIGN_MONEY.exec(answer) ?? [])];
}

const idsOnlyOf = (foreign: Ids, own: Ids): string[] =>
  Object.entries(foreign)
    .filter(([name, id]) => typeof id === 'string' && own[name as keyof Ids] !== id)
    .map(([, id]) => String(id));

/**
 * A score keeps the ids that its sender named, in its own project, because such a record may still arrive
 * there.
 */
const unnamed = (
  table: string,
  { call_id, trace_id, span_id, session_id, ...row }: Record<string, unknown>,
) => (table === 'scores' ? row : { ...row, call_id, trace_id, span_id, session_id });

/** New rows that name the other project, or that belong to the account although a bound key created them. */
function strayRows(added: Rows, own: Ids, numberOfOne: number): string[] {
  return [...added].flatMap(([table, rows]) =>
    [...rows]
      .filter((text) => {
        const row = Object.fromEntries(JSON.parse(text) as [string, unknown][]);
        if (table !== 'audit_entries' && JSON.stringify(unnamed(table, row)).match(FOREIGN)) return true;
        if ('project_id' in row) return row['project_id'] !== own.projects;
        if ('project_number' in row) return row['project_number'] !== numberOfOne;
        return !ADDED.has(table);
      })
      .map((text) => `${table}: ${text}`),
  );
}

const expectsForeign = ({ path, id }: Endpoint): boolean =>
  path.includes('{') && !SHARED_READS.has(id) && !BEFORE_RECORDS.has(id) && !WITHOUT_IDS.has(id);

/** The path has the name of a table and a day. */
const WITHOUT_IDS = new Set(['getDataDay']);

/** A score, or the end of a run, may arrive before its record, so the path may contain any id. */
const BEFORE_RECORDS = new Set([
  'scoreHeliconeRequest',
  'rateHeliconeRequest',
  'langsmithUpdateRun',
  'langsmithApiUpdateRun',
]);

/** Prompts and criteria belong to the account, and every project uses them. A note of an upload changes nothing. */
const SHARED_READS = new Set([
  'getEvalCriterion',
  'getPrompt',
  'getPromptLinks',
  'diffPrompts',
  'getPromptUsage',
  'langfuseGetPrompt',
  'langfuseNoteUpload',
]);

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
/**
 * Deletions run last, because other requests read the same objects. Erasing a call also deletes the scores
 * and annotations of it, and deleting a dataset or a queue its items.
 */
const rank = ({ id, method }: Endpoint): number =>
  ['eraseCall', 'deleteEvalDataset', 'deleteReviewQueue'].includes(id)
    ? METHODS.length
    : METHODS.indexOf(method);
const inOrder = allEndpoints.toSorted((left, right) => rank(left) - rank(right));

/** Errors in the format of another back end have the sentence but no reason. */
const reasonOf = ({ peer }: Endpoint, body: { reason?: string; message?: string }): string | undefined =>
  peer && body.message?.startsWith('This is about the whole account') ? 'account_wide' : body.reason;

/** Scoped endpoints for which no request of this test succeeds, and why. */
const NEVER_REACHED = {
  cancelEvalRun: 'The run in this test is completed.',
  scoreTrace: 'The criterion in this test is about single calls.',
  resolveReviewItem: 'All answers to the item are the same.',
  testAlertWebhook: 'The request contains a refused address.',
  unsilenceAlert: 'The alert is deleted by an earlier request.',
  releaseGateCheck: 'The hold ends with a call that is sent earlier.',
  denyGateApproval: 'The approval is approved by an earlier request.',
  langfuseDeleteScore: 'The score is deleted by an earlier request.',
  langfuseGetPromptInFolder: 'No prompt in this test is in a folder.',
  langfuseDeleteRunById: 'The run is deleted by name in an earlier request.',
  langfuseGetMedia: 'The name of a file is the beginning of its hash, which this test does not have.',
  langsmithRunMultipart: 'It takes a form, which is read like a batch.',
  langsmithDeleteFeedback: 'The score is deleted by an earlier request.',
  langsmithApiRunMultipart: 'It takes a form, which is read like a batch.',
  langsmithApiDeleteFeedback: 'The score is deleted by an earlier request.',
};

const sendsRecords = ({ access }: Endpoint): boolean => access?.scope === 'write:records';

describe('a key that is bound to a project', () => {
  it(
    'reads and changes nothing of another project or of the account through any endpoint',
    { timeout: 240_000 },
    async () => {
      const world = await makeWorld();
      const { app, account, own, foreign, clock } = world;
      const keys: [string, Caller][] = [];
      for (const [name, scopes] of [
        ['full', null],
        ['read', ['read']],
        ['write', ['read', 'write']],
      ] as const)
        keys.push([name, await account.key(scopes && [...scopes], { projectId: own.projects })]);
      const made = await metadataRows(app);
      const foreignIds = idsOnlyOf(foreign, own);
      const faults: string[] = [];
      const walked = new Set<string>();
      const reached = new Set<string>();
      let requests = 0;

      const ask = async (endpoint: Endpoint, who: [string, Caller], of: Ids, headers = {}) => {
        const [name, caller] = who;
        const sent = askFor(endpoint, of, { nowMs: clock.now(), mine: 'own' });
        const reply = await caller.call(sent.method, sent.url, sent.body, headers);
        requests += 1;
        walked.add(endpoint.id);
        const text = `${reply.body} ${JSON.stringify(reply.headers)}`;
        const leaked = [
          ...leaks(sent, text),
          ...foreignIds.filter(
            (id) => text.includes(id) && !JSON.stringify(sent).includes(encodeURIComponent(id)),
          ),
        ];
        const fault = (what: string) =>
          faults.push(
            `${name} ${endpoint.id} ${sent.url}: ${what}: ${reply.statusCode} ${reply.body.slice(0, 300)}`,
          );
        if (leaked.length > 0) fault(`leaks ${leaked.join(', ')}`);
        // Some paths of other back ends only answer which endpoint to use instead.
        if (reply.statusCode >= 500 && !(501 in endpoint.replies)) fault('fails');
        return {
          status: reply.statusCode,
          reason: reply.statusCode >= 400 ? reasonOf(endpoint, reply.json()) : null,
          fault,
        };
      };

      // Requests that send foreign ids come last: from then on, answers contain these ids because the client
      // sent them.
      const passes = [
        { of: foreign, endpoints: inOrder.filter((endpoint) => !sendsRecords(endpoint)) },
        { of: own, endpoints: inOrder },
        { of: foreign, endpoints: inOrder.filter(sendsRecords) },
      ];
      for (const { of, endpoints } of passes) {
        for (const who of keys) {
          for (const endpoint of endpoints) {
            const { status, reason, fault } = await ask(endpoint, who, of);
            // After several wrong tokens the answer is a 429.
            if (endpoint.auth === 'operator' && ![401, 429].includes(status)) fault('is not refused');
            if (endpoint.auth !== 'account') continue;
            const { access, project } = admissionOf(endpoint);
            if (access.credential === 'session') {
              if (status !== 401) fault('is not refused');
            } else if (project === 'account-wide') {
              if (status !== 403 || reason !== 'account_wide') fault('is not account_wide');
            } else if (of === foreign && who[0] === 'full' && expectsForeign(endpoint)) {
              if (status !== 404) fault('is not a 404');
            } else if (status < 300) reached.add(endpoint.id);
          }
        }
      }
      for (const endpoint of allEndpoints.filter(({ auth }) => auth === 'account')) {
        const session = endpoint.access?.credential === 'session';
        const who = keys[0] ?? ['none', app];
        const { status, fault } = await ask(endpoint, who, own, { 'x-project-id': foreign.projects });
        if (status !== (session ? 401 : 404)) fault('does not answer 404 for a foreign project');
      }
      await app.services.jobs.runNow('nested-doubles');
      await settle(app);

      expect(faults).toEqual([]);
      expect(allEndpoints.map(({ id }) => id).filter((id) => !walked.has(id))).toEqual([]);
      const scoped = allEndpoints.filter(({ project }) => project === 'scoped').map(({ id }) => id);
      expect(scoped.filter((id) => !reached.has(id))).toEqual(Object.keys(NEVER_REACHED));
      expect(requests).toBe(
        6 * allEndpoints.length + allEndpoints.filter(({ auth }) => auth === 'account').length,
      );
      const after = await metadataRows(app);
      expect(listed(without(world.others, after), COUNTERS)).toEqual([]);
      const number = (await app.services.accounts.get(account.id))?.projects.get(own.projects)?.number ?? 0;
      expect(strayRows(without(after, made), own, number)).toEqual([]);
      expect(listed(without(world.records, await recordRows(app, account.id)))).toEqual([]);
      expect(world.sentOut()).not.toMatch(FOREIGN);
      const rows = listed(world.others).length + listed(world.records).length;
      console.info(
        `bound keys: ${requests} requests to ${walked.size} endpoints, ${rows} foreign rows unchanged`,
      );
    },
  );

  it('finds its own run by name and by idempotency key, whatever the names of runs in other projects', async () => {
    const app = await openTestApp();
    const account = await app.account();
    const { id } = await made(account, 'POST', '/v1/projects', { name: 'Other' });
    const own = await account.key(null, { projectId: account.projectId });
    const other = await account.key(null, { projectId: id });
    const rule = { name: 'Hello', type: 'contains', rubric: 'hello', scaleMin: 0, scaleMax: 1 };
    const { criteria } = await made(account, 'POST', '/v1/eval-criteria', rule);
    const criterionIds = [criteria.at(-1).id];
    const run = async (by: Caller, name: string) =>
      (await made(by, 'POST', '/v1/eval-runs', { name, criterionIds, idempotencyKey: name })).summary.id;
    const main = await run(own, 'main');
    expect(await run(other, 'main')).not.toBe(main);
    expect(await run(account, 'main')).not.toBe(main);
    expect(await run(own, 'main')).toBe(main);
    const candidate = await run(own, 'change');
    await settle(app);
    const answer = await made(own, 'GET', `/v1/eval-runs/gate?candidate=${candidate}&baselineName=main`);
    expect(answer.baselineResolved).toEqual({ id: main, name: 'main' });
  });

  it('cannot send a span to another project, over gRPC or HTTP', async () => {
    const app = await openTestApp();
    const account = await app.account();
    const { id } = await made(account, 'POST', '/v1/projects', { name: 'Other' });
    const bound = await account.key(null, { projectId: account.projectId });
    const listener = await listenGrpc(app.services, { host: '127.0.0.1', port: 0 });
    onTestFinished(() => listener.close());
    const grpc = grpcCaller(listener.port, bound.apiKey);
    const before = await recordRows(app, account.id);
    const answered = [];
    for (const signal of ['traces', 'logs', 'metrics'] as const) {
      const bytes = signal === 'traces' ? encodeTree(exportOf([inference()])) : new Uint8Array();
      answered.push((await grpc.call(bytes, { signal, headers: { 'x-project-id': id } })).code);
      const reply = await bound.call('POST', `/v1/${signal}`, exportOf([inference()]), {
        'x-project-id': id,
      });
      answered.push(reply.json().reason);
    }
    expect(answered).toEqual(Array.from({ length: 3 }, () => ['NOT_FOUND', 'project_not_found']).flat());
    expect(await recordRows(app, account.id)).toEqual(before);
    expect((await grpc.call(encodeTree(exportOf([inference()])))).code).toBe('OK');
  });
});
