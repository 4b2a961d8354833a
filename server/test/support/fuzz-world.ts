// What a random request needs to reach far into the service: an account with one of everything, valid bodies,
// and the ids of existing objects.
import type { Clock } from '#lib/clock';
import { isoTime } from '#lib/clock';
import { newId } from '#lib/ids';
import { nextNumber } from '#metadata';
import { OPERATOR_TOKEN, PASSWORD, type Caller, type TestAccount, type TestApp } from '#test/support/app';
import { fire } from '#test/support/firing';
import { sampleRecord } from '#test/support/sample-records';
import { exportOf, inference, plain } from '#test/support/sample-spans';
import { Chance } from './schema-fuzz.ts';

/** By the noun of the field: `callId`, `sampleCallIds` and `call_id` name calls. */
const NOUNS: Readonly<Record<string, string>> = {
  promptRegistry: 'prompts',
  against: 'prompts',
  criterion: 'eval-criteria',
  evalCriterion: 'eval-criteria',
  dataset: 'eval-datasets',
  run: 'eval-runs',
  baseline: 'eval-runs',
  candidate: 'eval-runs',
  call: 'calls',
  call_: 'calls',
  sampleCall: 'calls',
  sourceCall: 'calls',
  project: 'projects',
  alert: 'alerts',
  approval: 'approvals',
  event: 'events',
  before: 'events',
  delivery: 'deliveries',
  check: 'checks',
  user: 'members',
  finding: 'findings',
};
const MOST = 40;

/** Ids and cursors from answers, by the kind of object. */
class Known {
  readonly #ids = new Map<string, unknown[]>();

  add(noun: string, id: unknown): void {
    const list = this.#ids.get(noun) ?? [];
    if (list.includes(id)) return;
    list.push(id);
    if (list.length > MOST) list.shift();
    this.#ids.set(noun, list);
  }

  pick(noun: string, chance: Chance): unknown {
    const list = this.#ids.get(noun);
    return list && chance.pick(list);
  }

  /** For a field of a body or a query: an id of the kind in its name. */
  forField(field: string, chance: Chance): unknown {
    const noun = field.replace(/Ids?$|id$/, '');
    return this.pick(NOUNS[noun] ?? noun, chance);
  }

  /** For a path parameter: by the part before it. */
  forPath(path: string, name: string, chance: Chance): unknown {
    const before =
      path
        .slice(0, path.indexOf(`/{${name}}`))
        .split('/')
        .at(-1) ?? '';
    return this.pick(before, chance);
  }

  learn(path: string, answer: unknown): void {
    const noun = path.split('/').findLast((part) => part !== '' && !part.startsWith('{')) ?? '';
    this.#walk(noun, answer, 0);
  }

  #walk(noun: string, value: unknown, depth: number): void {
    if (typeof value !== 'object' || value === null || depth > 5) return;
    for (const [key, part] of Object.entries(value)) {
      if (typeof part === 'object') this.#walk(noun, part, depth + 1);
      else if (key === 'nextCursor' && part !== null) this.add('cursor', part);
      else if (key === 'id' && depth < 4) this.add(noun, part);
      else if (key.endsWith('Id') && part !== null) {
        const named = key.slice(0, -2);
        this.add(NOUNS[named] ?? named, part);
      }
    }
  }
}

export interface World {
  known: Known;
  /** Valid bodies that name objects of this world. */
  own: Record<string, object[]>;
  account: Caller;
  owner: Caller;
  operator: Caller;
  all: Caller[];
}

const CRITERION = { rubric: 'Is it right?', scaleMin: 1, scaleMax: 5 };
const HOOK = 'https://hooks.example.com/x';
const BY_HOOK = { channelKinds: ['webhook'], channelTargets: { webhook: { url: HOOK } } };
/** The name does not exist, so that a test or a run fails soon. */
const BUCKET = {
  endpoint: 'https://s3.example.invalid',
  region: 'eu-1',
  bucket: 'exports',
  prefix: 'a/b',
  accessKeyId: 'AKIA',
  secretAccessKey: 'secret',
};
const FILTER = {
  provider: 'openai',
  model: 'gpt',
  minLatencyMs: 1,
  minCostUsd: 0.0001,
  tags: { env: 'prod' },
};

/** Valid bodies by operation. Bodies with a 2xx answer are added, so that oddities accumulate. */
export function rightBodies(clock: Clock): Record<string, object[]> {
  const now = clock.now();
  const window = { startTime: isoTime(now - 86_400_000), endTime: isoTime(now + 3_600_000) };
  const question = { ...window, ...FILTER, error: false, promptName: 'greeting', promptVersion: '1' };
  return {
    'POST /v1/ingest': [
      {
        records: [
          sampleRecord({
            timestamp: isoTime(now - 1_000),
            tags: { env: 'prod' },
            traceId: 'trace-1',
            spanId: 's1',
            sessionId: 'session-1',
            requestMeta: {
              input: 'Hello, attack',
              output: 'Hi',
              ttftMs: 12.5,
              cachedTokens: 100,
              cacheWriteTokens: 10,
              reasoningTokens: 20,
              audioTokens: 1,
              promptName: 'greeting',
              promptVersion: '1',
              promptId: 1,
              userId: 'u1',
            },
            toolCalls: [{ id: 't', name: 'search', arguments: { q: 1 }, durationMs: 3 }],
          }),
        ],
      },
    ],
    'POST /v1/traces': [
      exportOf([inference({ 'gen_ai.usage.cost': 0.5 }, now), plain({ a: 1.5 }, 'w', now)]),
    ],
    'POST /v1/query/calls': [
      { ...question, limit: 5, sortBy: 'cost_usd' },
      { search: 'gpt', preview: true, content: true },
      {},
    ],
    'POST /v1/query/export': [question, {}],
    'POST /v1/query/users': [{ ...question, search: 'u', sortBy: 'cost' }, {}],
    'POST /v1/query/sessions': [{ ...question, search: 's' }, { preview: true }, {}],
    'POST /v1/query/traces': [
      { ...question, name: 's', agent: 'planner', tool: 'search', failingTool: true, hasError: true },
      { preview: true },
      {},
    ],
    'POST /v1/query/previews': [{ ids: ['call-1', `${'a'.repeat(32)}-${'b'.repeat(16)}`] }],
    'POST /v1/query/aggregate': [
      { ...question, groupBy: 'day', metric: 'cost', tzOffsetMinutes: 60 },
      { groupBy: 'tag', tagKey: 'env', metric: 'latency' },
      { groupBy: 'model', metric: 'tokens' },
    ],
    'POST /v1/query/percentiles': [{ ...question, metric: 'cost' }, { groupBy: 'day' }, {}],
    'POST /v1/query/distribution': [{ ...question, buckets: 10, scale: 'log' }, { metric: 'cost' }, {}],
    'POST /v1/query/figures': [
      {
        figures: [
          {
            id: 'a',
            kind: 'aggregate',
            query: { ...question, groupBy: 'hour', every: 3, metric: 'cost', splitBy: 'model' },
          },
          { id: 'd', kind: 'distribution', query: { ...question, groupBy: 'day', scale: 'log' } },
          { id: 's', kind: 'scores', query: { ...window, groupBy: 'day' } },
        ],
      },
    ],
    'POST /v1/query/facets': [{ ...window, fields: ['provider', 'tag:env'] }],
    'POST /v1/eval-criteria': [
      { ...CRITERION, name: 'Right' },
      { ...CRITERION, name: 'Says hi', type: 'contains', rubric: 'hi' },
      { ...CRITERION, name: 'Form', type: 'regex', rubric: '^h' },
    ],
    'POST /v1/eval-criteria/propose': [{ useCaseHint: 'A helpful chat', maxCriteria: 2 }],
    'POST /v1/eval-datasets': [
      { name: 'Set', description: null, items: [{ inputText: 'Hello', expectedOutput: 'Hi' }] },
    ],
    'POST /v1/eval-runs': [
      { name: 'Run', recentCount: 5, filter: { ...window, ...FILTER } },
      { name: 'All' },
    ],
    'POST /v1/safety-assessments/scan-batch': [{ maxRecords: 3 }],
    'POST /v1/saved-views': [{ name: 'View', filter: { ...question, deep: { a: [1, 2.5] } } }],
    'POST /v1/dashboards': [
      {
        name: 'Board',
        widgets: [
          {
            id: 'w1',
            title: 'Cost',
            chart: 'stackedBar',
            question: {
              metric: 'cost',
              groupBy: 'model',
              filter: { tags: { env: 'prod' }, scores: [{ name: 'helpfulness', op: 'lt', value: 0.5 }] },
            },
            position: { x: 0, y: 0 },
            size: { w: 6, h: 3 },
          },
        ],
      },
    ],
    'PATCH /v1/account/llm-feature-budget': [{ budgetUsd: 12.5 }],
    'PUT /v1/account/export-schedule': [
      { enabled: true, s3: BUCKET },
      { content: true, s3: BUCKET },
    ],
    'POST /v1/account/export-schedule/test': [{ s3: BUCKET }],
    'PUT /v1/account/model-prices': [
      { prices: [{ provider: 'openai', model: 'gpt-4o-mini', inputPerMTok: 1.5, outputPerMTok: 2 }] },
    ],
    'POST /v1/account/model-prices/reprice': [{ ...window, dryRun: true }, window],
    'POST /v1/prompts': [
      { name: 'greeting', version: '1', template: 'Hello {{name}}', variables: { name: 'Who' } },
      { name: 'greeting', version: '2', template: 'Hi {{name}}', labels: ['staging'] },
      {
        name: 'chat',
        version: '1',
        messages: [
          { role: 'system', content: 'Hello {{name}}' },
          { type: 'placeholder', name: 'history' },
        ],
        config: { model: 'gpt-4o-mini', deep: { a: [1, 2.5] } },
      },
    ],
    'POST /v1/alerts': [
      { alertType: 'cost_threshold', thresholdValue: 0.5, windowMinutes: 60, name: 'Cost', ...BY_HOOK },
      { templateKey: 'error-rate', ...BY_HOOK },
      { alertType: 'latency_degradation', thresholdValue: 900, windowMinutes: 15, name: 'Slow', ...BY_HOOK },
    ],
    'POST /v1/alerts/preview': [{ alertType: 'cost_threshold', thresholdValue: 5, windowMinutes: 60 }],
    'POST /v1/alerts/{id}/silence': [{ until: isoTime(now + 7_200_000) }],
    'POST /v1/gate/check': [
      {
        provider: 'openai',
        model: 'gpt-4o-mini',
        tool: 'search',
        estimatedTokens: 100,
        estimatedCostUsd: 0.25,
        tags: { env: 'prod' },
        holdSeconds: 60,
      },
    ],
    'POST /v1/gate/budgets': [
      { name: 'Month', limitUsd: 100.5, period: 'month', scope: { provider: 'openai' }, action: 'warn' },
    ],
    'POST /v1/gate/policies': [
      {
        name: 'Ask first',
        priority: 5,
        match: { tools: ['search'] },
        effect: 'require_approval',
        maxCostUsd: 0.1,
        maxTokens: 50,
        approvalMinutes: 30,
      },
    ],
    'POST /v1/webhooks': [{ url: HOOK, events: ['alert.fired'], description: 'Ops' }],
    'POST /v1/api-keys': [{ name: 'Key', scopes: ['read'], expiresAt: isoTime(now + 86_400_000) }],
    'POST /v1/projects': [{ name: 'Bern' }],
    'POST /v1/team/invitations': [{ email: 'new@example.com', role: 'viewer' }],
    'PATCH /operator/accounts/{id}': [{ recordQuota: 1_000_000, retentionDays: 30 }],
  };
}

/** Every account has at least one of these. */
const MADE = [
  'POST /v1/ingest',
  'POST /v1/traces',
  'POST /v1/prompts',
  'POST /v1/eval-criteria',
  'POST /v1/eval-datasets',
  'POST /v1/eval-runs',
  'POST /v1/alerts',
  'POST /v1/gate/budgets',
  'POST /v1/gate/policies',
  'POST /v1/gate/check',
  'POST /v1/webhooks',
  'POST /v1/saved-views',
  'POST /v1/dashboards',
  'POST /v1/projects',
];

/** A new one each round, because a request may end the session or delete the project of the previous one. */
export async function makeWorld(app: TestApp, bodies: Record<string, object[]>): Promise<World> {
  const known = new Known();
  const account = await app.account();
  const other = await app.account();
  const [reader, owner, viewer] = [
    await account.key(['read']),
    await account.member('owner'),
    await account.member('viewer'),
  ];
  const operator: Caller = {
    call: (method, url, body, headers = {}) =>
      app.call(method, url, body, { authorization: `Bearer ${OPERATOR_TOKEN}`, ...headers }),
  };
  for (const kind of ['plaintext-storage', 'ai-helper'])
    await owner.call('PUT', `/v1/account/consents/${kind}`);
  for (const operation of MADE) {
    const [method = '', path = ''] = operation.split(' ');
    for (const body of bodies[operation] ?? []) {
      const reply = await account.call(method, path, body);
      if (reply.statusCode >= 300) throw new Error(`${operation}: ${reply.body}`);
      known.learn(path, reply.json());
    }
  }
  known.learn('/v1/query/calls', (await account.call('POST', '/v1/query/calls', {})).json());
  // Queued jobs are done, so runs have scores and can be compared.
  await app.worker.round();
  await app.worker.settled();
  const chance = new Chance(1);
  const callId = known.pick('calls', chance);
  const own: Record<string, object[]> = {
    'POST /v1/annotations': [{ callId, annotationText: 'Good', label: 'ok', qualityScore: 4 }],
    'POST /v1/scores': [
      { id: 'fuzzed', name: 'helpful', value: 0.5, callId, comment: 'Good', metadata: { by: 'me' } },
      { scores: [{ name: 'kind', value: 'a', traceId: 't', spanId: 's' }, { name: 'x' }] },
    ],
    'POST /v1/eval-rules': [
      { criterionId: known.pick('eval-criteria', chance), samplePct: 12.5, filter: FILTER },
    ],
    'POST /v1/eval-datasets/{id}/items': [
      { items: [{ inputText: 'Why?', expectedOutput: 'So.', sourceCallId: callId }] },
    ],
    'POST /v1/eval-datasets/{id}/items/from-calls': [{ callIds: [callId] }],
    'POST /v1/auth/login': [{ email: owner.email, password: PASSWORD }],
    'POST /v1/auth/password': [{ currentPassword: PASSWORD, newPassword: `${PASSWORD} staple` }],
  };
  for (const path of ['/v1/annotations', '/v1/eval-rules']) {
    known.learn(path, (await account.call('POST', path, own[`POST ${path}`]?.[0])).json());
  }
  await addNoticed(app, account, known);
  for (const id of [account.id, other.id, other.id]) known.add('accounts', id);
  for (const id of [reader.id, viewer.userId]) known.add('api-keys', id);
  known.add('members', viewer.userId);
  known.add('wait', 0);
  for (const name of app.services.jobs.names()) known.add('jobs', name);
  return { known, own, account, owner, operator, all: [account, reader, owner, viewer, operator, app] };
}

/** What the service finds after days of traffic: a firing, a finding, a proposal. */
async function addNoticed(app: TestApp, account: TestAccount, known: Known): Promise<void> {
  const { alertId, eventId } = await fire(app.services, account.id, { webhook: { url: HOOK } });
  known.add('alerts', alertId);
  known.add('events', eventId);
  const now = app.services.clock.now();
  const times = { created_at: now, updated_at: now };
  const about = {
    account_id: account.id,
    project_id: account.projectId,
    fingerprint: 'f',
    title: 't',
    detail: 'd',
  };
  const evidence = JSON.stringify({ callIds: [], traceIds: [], values: {} });
  const [finding, proposal] = [newId('finding'), newId('proposal')];
  known.add('findings', finding);
  known.add('proposals', proposal);
  await app.services.metadata.transaction(async (db) => {
    await db
      .insertInto('guardian_findings')
      .values({
        ...about,
        ...times,
        id: finding,
        number: await nextNumber(db, 'fuzz_findings'),
        kind: 'tool_loop',
        cause: 'c',
        severity: 'high',
        evidence,
        tally: '[]',
        status: 'open',
        status_at: null,
        first_seen_at: now,
        last_seen_at: now,
        count: 1,
      })
      .execute();
    await db
      .insertInto('proposals')
      .values({
        ...about,
        ...times,
        id: proposal,
        kind: 'cheaper_model',
        evidence,
        saving_micros: 1,
        confidence: 1,
        weight: 1,
        status: 'open',
        decided_weight: null,
        decided_by: null,
        comment: null,
      })
      .execute();
  });
}
