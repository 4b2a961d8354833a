// What a random request needs to reach far into the service: an account with one of everything, and the
// ids of existing objects.
import { newId } from '#lib/ids';
import { nextNumber } from '#metadata';
import { OPERATOR_TOKEN, PASSWORD, type Caller, type TestAccount, type TestApp } from '#test/support/app';
import { fire } from '#test/support/firing';
import { FUZZ_FILTER, FUZZ_HOOK } from './fuzz-bodies.ts';
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
  'POST /v1/model-connections',
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
    'POST /v1/comments': [
      { on: { callId }, text: `@${owner.email} look` },
      { on: { traceId: 't' }, text: 'x' },
    ],
    'POST /v1/scores': [
      { id: 'fuzzed', name: 'helpful', value: 0.5, callId, comment: 'Good', metadata: { by: 'me' } },
      { scores: [{ name: 'kind', value: 'a', traceId: 't', spanId: 's' }, { name: 'x' }] },
    ],
    'POST /v1/experiments': [
      {
        name: 'Tones',
        datasetId: known.pick('eval-datasets', chance),
        variants: [
          {
            connectionId: known.pick('model-connections', chance),
            messages: [{ role: 'user', content: '{{input}}' }],
            settings: { temperature: 0.5 },
          },
          { name: 'mine', kind: 'code' },
        ],
        repetitions: 2,
        concurrency: 2,
        criterionIds: [known.pick('eval-criteria', chance)],
        limitUsd: 1,
      },
    ],
    'POST /v1/experiments/{id}/results': [{ results: [{ itemId: 1, variant: 1, output: 'Hi' }] }],
    'PUT /v1/experiments/{id}/results/{position}/verdict': [{ variant: 1, verdict: 'good' }],
    'POST /v1/experiments/{id}/ship': [{ variant: 0, label: 'production', force: true }],
    'POST /v1/playground/drafts': [
      {
        columns: [
          {
            connectionId: known.pick('model-connections', chance),
            messages: [
              { role: 'user', content: 'Hi {{name}}' },
              { type: 'placeholder', name: 'history' },
            ],
            settings: { temperature: 0.5 },
          },
        ],
        variables: { name: 'Ann' },
        placeholders: { history: [{ role: 'user', content: 'Hi' }] },
        sourceCallId: callId,
      },
    ],
    'POST /v1/playground/runs': [
      {
        connectionId: known.pick('model-connections', chance),
        messages: [
          { role: 'system', content: 'Greet {{name}}.' },
          { role: 'user', content: [{ type: 'text', text: 'Hello' }] },
        ],
        variables: { name: 'Ann' },
        tools: [{ name: 'search', parameters: { type: 'object' } }],
        outputSchema: { type: 'object' },
        settings: { temperature: 0.5, maxOutputTokens: 100, stopSequences: ['.'] },
      },
    ],
    'POST /v1/eval-rules': [
      { criterionId: known.pick('eval-criteria', chance), samplePct: 12.5, filter: FUZZ_FILTER },
    ],
    'POST /v1/eval-rules/estimate': [
      { criterionId: known.pick('eval-criteria', chance), samplePct: 12.5, filter: FUZZ_FILTER },
    ],
    'POST /v1/eval-criteria/test': [
      { criterionId: known.pick('eval-criteria', chance), callIds: [callId] },
      { criterionId: 1, datasetId: known.pick('eval-datasets', chance), limit: 2 },
    ],
    'POST /v1/query/calls/{id}/scores': [{ criterionIds: [known.pick('eval-criteria', chance)] }],
    'POST /v1/query/trace/{id}/scores': [{ criterionIds: [known.pick('eval-criteria', chance)] }],
    'POST /v1/review-queues/{id}/items': [
      { callIds: [callId] },
      { filter: FUZZ_FILTER, limit: 3, samplePct: 50 },
    ],
    'POST /v1/eval-datasets/{id}/items': [
      { items: [{ inputText: 'Why?', expectedOutput: 'So.', sourceCallId: callId }] },
    ],
    'POST /v1/eval-datasets/{id}/items/from-calls': [
      { callIds: [callId] },
      { callIds: [callId], as: 'conversation' },
    ],
    'POST /v1/fix-trail': [{ callIds: [callId] }],
    'POST /v1/eval-datasets/{id}/items/from-filter': [{ filter: FUZZ_FILTER, limit: 3 }],
    'POST /v1/eval-datasets/{id}/items/from-filter/count': [{ filter: FUZZ_FILTER }],
    'POST /v1/eval-datasets/{id}/items/batch': [
      {
        items: [
          {
            input: { a: [1, 'x'] },
            expectedOutput: 'So.',
            metadata: { k: 1 },
            split: 'test',
            externalId: 'one',
          },
          { input: [{ role: 'user', content: 'Hi' }], sourceCallId: callId },
        ],
        remove: [1],
        duplicates: 'replace',
      },
    ],
    'POST /v1/eval-datasets/{id}/items/import': [[{ input: 'Why?', expected: 'So.', split: 'test' }]],
    'POST /v1/eval-datasets/{id}/items/import/preview': [[{ question: 'Why?', answer: 'So.' }]],
    'POST /v1/oauth/authorization': [
      {
        clientId: (await app.call('POST', '/oauth/register', { redirect_uris: [FUZZ_HOOK] })).json()
          .client_id,
        redirectUri: FUZZ_HOOK,
        responseType: 'code',
        codeChallenge: 'c'.repeat(43),
        codeChallengeMethod: 'S256',
        state: 's',
        scopes: ['read'],
      },
    ],
    'POST /v1/oauth/device': [
      { code: await newDeviceCode(app), allow: true, scopes: ['read'], projectId: account.projectId },
    ],
    'POST /v1/auth/login': [{ email: owner.email, password: PASSWORD }],
    'POST /v1/auth/password': [{ currentPassword: PASSWORD, newPassword: `${PASSWORD} staple` }],
  };
  for (const path of ['/v1/annotations', '/v1/comments', '/v1/eval-rules']) {
    known.learn(path, (await account.call('POST', path, own[`POST ${path}`]?.[0])).json());
  }
  await addQueue(account, known, callId);
  await addNoticed(app, account, known);
  for (const id of [account.id, other.id, other.id]) known.add('accounts', id);
  for (const id of [reader.id, viewer.userId]) known.add('api-keys', id);
  known.add('members', viewer.userId);
  known.add('wait', 0);
  for (const name of app.services.jobs.names()) known.add('jobs', name);
  return { known, own, account, owner, operator, all: [account, reader, owner, viewer, operator, app] };
}

/** A review queue with an item. */
async function addQueue(account: TestAccount, known: Known, callId: unknown): Promise<void> {
  const body = { name: 'Fuzzed', dimensions: [{ name: 'good', kind: 'boolean' }] };
  const queue = (await account.call('POST', '/v1/review-queues', body)).json();
  known.add('review-queues', queue.id);
  await account.call('POST', `/v1/review-queues/${queue.id}/items`, { callIds: [callId] });
  const { item } = (await account.call('POST', `/v1/review-queues/${queue.id}/take`, {})).json();
  known.add('items', item.id);
}

/** The code of a program in a terminal that waits for a person. */
async function newDeviceCode(app: TestApp): Promise<string> {
  const grant_types = ['urn:ietf:params:oauth:grant-type:device_code'];
  const { client_id } = (await app.call('POST', '/oauth/register', { grant_types })).json();
  const form = Buffer.from(new URLSearchParams({ client_id }).toString());
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  return (await app.call('POST', '/oauth/device_authorization', form, type)).json().user_code ?? 'BBBB-BBBB';
}

/** What the service finds after days of traffic: a firing, a finding, a proposal. */
async function addNoticed(app: TestApp, account: TestAccount, known: Known): Promise<void> {
  const { alertId, eventId } = await fire(app.services, account.id, { webhook: { url: FUZZ_HOOK } });
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
