// Langfuse's score paths, on top of the scores of /v1/scores.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestApp, type TestAccount, type TestApp } from '#test/support/app';

let app: TestApp;
let account: TestAccount;
beforeAll(async () => {
  app = await makeTestApp();
  account = await app.account();
  await account.call('PUT', '/v1/account/consents/plaintext-storage');
});
afterAll(() => app.stop());

const scoreEvent = (body: object, timestamp = new Date().toISOString()) => ({
  id: randomUUID(),
  type: 'score-create',
  timestamp,
  body,
});
const post = (batch: readonly object[]) => account.call('POST', '/api/public/ingestion', { batch });
const scoresOf = async (traceId: string) =>
  (await account.call('GET', `/v1/scores?traceId=${traceId}`)).json().scores;

describe('score-create in the batch', () => {
  it('207: scores of traces, observations and sessions, stored once however often they are sent', async () => {
    const traceId = randomUUID();
    const batch = [
      scoreEvent({ id: randomUUID(), traceId, observationId: 'o1', name: 'quality', value: 0.9 }),
      scoreEvent({
        id: randomUUID(),
        traceId,
        observationId: null,
        name: 'helpful',
        value: 1,
        dataType: 'BOOLEAN',
        comment: 'It was.',
      }),
      scoreEvent({ traceId, name: 'tone', value: 'friendly', source: 'ANNOTATION' }),
      scoreEvent({
        traceId,
        name: 'essay',
        value: 'line\nline',
        environment: 'staging',
        metadata: { by: 'x' },
      }),
      scoreEvent({ sessionId: 's9', name: 'session', value: 2 }),
    ];
    for (let times = 0; times < 2; times += 1) {
      const reply = await post(batch);
      expect(reply.json()).toEqual({ successes: batch.map(({ id }) => ({ id, status: 201 })), errors: [] });
    }
    const scores = await scoresOf(traceId);
    expect(scores).toHaveLength(4);
    expect(scores).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          name: 'quality',
          dataType: 'numeric',
          value: 0.9,
          spanId: 'o1',
          callId: `${traceId}-o1`,
        }),
        expect.objectContaining({
          name: 'helpful',
          dataType: 'boolean',
          value: true,
          comment: 'It was.',
          source: 'api',
        }),
        expect.objectContaining({
          name: 'tone',
          dataType: 'categorical',
          value: 'friendly',
          source: 'human',
        }),
        expect.objectContaining({
          name: 'essay',
          dataType: 'text',
          metadata: { environment: 'staging', by: 'x' },
        }),
      ]),
    );
    expect((await account.call('GET', '/v1/scores?sessionId=s9')).json().scores).toHaveLength(1);
  });

  it('207: an invalid score is reported, and the others are stored', async () => {
    const traceId = randomUUID();
    const reply = await post([
      scoreEvent({ traceId, name: 'no value' }),
      scoreEvent({ name: 'of nothing', value: 1 }),
      scoreEvent({ traceId, name: 'n'.repeat(500), value: 1, comment: 'c'.repeat(20_000) }),
    ]);
    expect(reply.json()).toMatchObject({
      successes: [{ status: 201 }, { status: 201 }, { status: 201 }],
      errors: [],
    });
    expect(await scoresOf(traceId)).toMatchObject([{ name: 'n'.repeat(128), comment: 'c'.repeat(10_000) }]);
    const { sources } = (await account.call('GET', '/v1/ingest/diagnostics')).json();
    const reasons = sources.flatMap((source: { reasons: object[] }) => source.reasons);
    expect(reasons).toContainEqual(expect.objectContaining({ reason: 'invalid_event', count: 2 }));
  });
});

describe('/api/public/scores', () => {
  it('200 and 204: sends, replaces and deletes a score', async () => {
    const body = { id: randomUUID(), traceId: randomUUID(), name: 'quality', value: 0.5 };
    expect((await account.call('POST', '/api/public/scores', body)).json()).toEqual({ id: body.id });
    await account.call('POST', '/api/public/scores', { ...body, value: 0.75 });
    expect(await scoresOf(body.traceId)).toMatchObject([{ value: 0.75 }]);
    expect((await account.call('DELETE', `/api/public/scores/${body.id}`)).statusCode).toBe(204);
    const gone = await account.call('DELETE', `/api/public/scores/${body.id}`);
    expect([gone.statusCode, gone.json().error]).toEqual([404, 'LangfuseNotFoundError']);
  });

  it('202 and 207: a list of scores, of which the valid ones are stored', async () => {
    const traceId = randomUUID();
    const score = (more: object) => ({ id: randomUUID(), traceId, name: 'quality', value: 0.5, ...more });
    const list = [score({}), score({ name: 'helpful', value: 1, dataType: 'BOOLEAN' })];
    const reply = await account.call('POST', '/api/public/scores', list);
    expect([reply.statusCode, reply.json()]).toEqual([202, { message: 'Accepted' }]);
    const mixed = await account.call('POST', '/api/public/scores', [...list, score({ name: 7 }), null]);
    expect([mixed.statusCode, mixed.json()]).toMatchObject([
      207,
      { accepted: 2, rejected: 2, errors: [{ message: expect.stringContaining('name') }, {}] },
    ]);
    expect(await scoresOf(traceId)).toHaveLength(2);
  });

  it('400: says what is wrong, in Langfuse’s format', async () => {
    const reply = await account.call('POST', '/api/public/scores', { name: 'x', value: 1 });
    expect([reply.statusCode, reply.json()]).toEqual([
      400,
      { message: expect.stringContaining('traceId'), error: 'InvalidRequestError' },
    ]);
  });
});

describe('GET /api/public/v2/scores and /v3/scores', () => {
  const traceId = randomUUID();
  const id = randomUUID();
  beforeAll(async () => {
    const made = [
      { id, traceId, observationId: 'o1', name: 'quality', value: 0.5, comment: 'so so' },
      { traceId, name: 'passed', value: 0, dataType: 'BOOLEAN' },
      { traceId, name: 'tone', value: 'rude', dataType: 'CATEGORICAL' },
      { sessionId: `session-${traceId}`, name: 'quality', value: 4 },
      { datasetRunId: `run-${traceId}`, name: 'quality', value: 5 },
    ];
    for (const body of made) {
      const reply = await account.call('POST', '/api/public/scores', body);
      if (reply.statusCode !== 200) throw new Error(reply.body);
    }
  });

  it('200: in the v2 format, page by page', async () => {
    const read = async (query: string) =>
      (await account.call('GET', `/api/public/v2/scores?${query}`)).json();
    const { data, meta } = await read(`traceId=${traceId}&limit=2`);
    expect(meta).toEqual({ page: 1, limit: 2, totalItems: 3, totalPages: 2 });
    const rest = await read(`traceId=${traceId}&limit=2&page=2`);
    expect(rest.meta).toEqual({ page: 2, limit: 2, totalItems: 3, totalPages: 2 });
    expect((await read(`traceId=${traceId}&limit=2&page=9`)).data).toEqual([]);
    const all = [...data, ...rest.data];
    expect(all).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          id,
          projectId: account.projectId,
          traceId,
          observationId: 'o1',
          sessionId: null,
          name: 'quality',
          source: 'API',
          dataType: 'NUMERIC',
          value: 0.5,
          comment: 'so so',
          environment: 'default',
          configId: null,
        }),
        expect.objectContaining({ dataType: 'BOOLEAN', value: 0, stringValue: 'False' }),
        expect.objectContaining({ dataType: 'CATEGORICAL', value: 0, stringValue: 'rude' }),
      ]),
    );
    expect((await account.call('GET', `/api/public/v2/scores/${id}`)).json()).toMatchObject({
      id,
      value: 0.5,
    });
    expect((await account.call('GET', '/api/public/v2/scores/none')).statusCode).toBe(404);
  });

  it('200: in the v3 format, with the requested groups', async () => {
    const read = async (query: string) =>
      (await account.call('GET', `/api/public/v3/scores?${query}`)).json();
    const first = await read(`traceId=${traceId}&limit=2`);
    const rest = await read(`traceId=${traceId}&limit=2&cursor=${first.meta.cursor}`);
    expect([first.data.length, rest.data.length, rest.meta]).toEqual([2, 1, { limit: 2 }]);
    const { data } = await read(`id=${id}&fields=details,subject,annotation`);
    expect(data).toEqual([
      {
        id,
        projectId: account.projectId,
        name: 'quality',
        source: 'API',
        dataType: 'NUMERIC',
        value: 0.5,
        timestamp: expect.any(String),
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
        environment: 'default',
        comment: 'so so',
        configId: null,
        metadata: {},
        subject: { kind: 'observation', id: 'o1', traceId },
        authorUserId: null,
        queueId: null,
      },
    ]);
    const subjects = async (query: string) =>
      (await read(`${query}&fields=subject`)).data.map(({ subject }: { subject: object }) => subject);
    expect(await subjects(`sessionId=session-${traceId}`)).toEqual([
      { kind: 'session', id: `session-${traceId}` },
    ]);
    expect(await subjects(`experimentId=run-${traceId}`)).toEqual([
      { kind: 'experiment', id: `run-${traceId}` },
    ]);
    const named = async (query: string) =>
      (await read(`traceId=${traceId}&${query}`)).data.map(({ name }: { name: string }) => name);
    expect(await named('dataType=boolean')).toEqual(['passed']);
    expect(await named('dataType=NUMERIC&value=0.5')).toEqual(['quality']);
    expect(await named('dataType=NUMERIC&valueMin=0.6')).toEqual([]);
    expect(await named('dataType=CATEGORICAL&value=rude')).toEqual(['tone']);
    expect(await named('observationId=o1')).toEqual(['quality']);
    expect(await named('source=ANNOTATION')).toEqual([]);
  });

  it.each([
    'v3/scores?userId=u',
    'v3/scores?fields=all',
    'v3/scores?observationId=o',
    'v3/scores?dataType=COLOUR',
    'v3/scores?value=1',
    'v3/scores?name=a,b',
    'v3/scores?limit=1000',
    'v2/scores?fromTimestamp=yesterday',
    'v2/scores?value=1&operator=!',
    'v2/scores?page=0',
  ])('400: %s', async (path) => {
    const reply = await account.call('GET', `/api/public/${path}`);
    expect([reply.statusCode, reply.json().error]).toEqual([400, 'InvalidRequestError']);
  });
});
