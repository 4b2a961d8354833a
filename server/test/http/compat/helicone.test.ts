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

const log = (changes: object = {}) => ({
  providerRequest: {
    url: 'custom-model-nopath',
    json: { model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'Hello' }] },
    meta: {},
  },
  providerResponse: {
    status: 200,
    headers: {},
    json: {
      choices: [{ message: { role: 'assistant', content: 'Hi' } }],
      usage: { prompt_tokens: 10, completion_tokens: 5 },
    },
  },
  ...changes,
});
const send = (path: string, headers: Record<string, string> = {}, body: unknown = log()) =>
  account.call('POST', path, body, headers);
const callOf = async (id: string) => (await account.call('GET', `/v1/query/calls/${id}`)).json().call;

describe('the manual logger of Helicone', () => {
  it.each([
    '/custom/v1/log',
    '/oai/v1/log',
    '/anthropic/v1/log',
    '/googleapis/v1/log',
    '/v1/trace/custom/v1/log',
    '/v1/trace/custom/log',
  ])('200: a log at %s becomes a call', async (path) => {
    const id = `req${path.replaceAll('/', '-')}`;
    const reply = await send(path, {
      'helicone-request-id': id,
      'helicone-property-team': 'red',
      'helicone-user-id': 'u1',
    });
    expect([reply.statusCode, reply.json()]).toEqual([200, { data: { id }, error: null }]);
    expect(await callOf(`${id}-${id}`)).toMatchObject({
      promptTokens: 10,
      completionTokens: 5,
      tags: { team: 'red' },
      requestMeta: { userId: 'u1', output: [{ role: 'assistant', content: 'Hi' }] },
    });
  });

  it('200: the key in Helicone-Auth', async () => {
    const reply = await app.call('POST', '/custom/v1/log', log(), {
      'helicone-auth': `Bearer ${account.apiKey}`,
      authorization: 'Bearer sk-of-the-vendor',
    });
    expect(reply.statusCode).toBe(200);
  });

  it('200: a session becomes a trace with its path', async () => {
    const session = (path: string, id: string) =>
      send('/custom/v1/log', {
        'helicone-session-id': 'trip-1',
        'helicone-session-path': path,
        'helicone-session-name': 'Trip',
        'helicone-request-id': id,
      });
    await session('/trip', 'a');
    await session('/trip/hotels', 'b');
    await session('/trip/hotels', 'c');
    const { spans } = (await account.call('GET', '/v1/query/trace/trip-1/spans')).json();
    const [a, b, c] = await Promise.all(['a', 'b', 'c'].map((id) => callOf(`trip-1-${id}`)));
    expect([a.parentSpanId, b.parentSpanId, b.sessionId]).toEqual([null, c.parentSpanId, 'trip-1']);
    const folders = spans.filter(({ kind }: { kind: string }) => kind === 'observation');
    expect(folders).toMatchObject([{ name: 'trip', spanId: b.parentSpanId, parentSpanId: null }]);
  });

  it('400 in Helicone’s format: no JSON, no request, and a timestamp that is too old', async () => {
    const bad = await account.call('POST', '/custom/v1/log', Buffer.from('{'), {
      'content-type': 'application/json',
    });
    expect([bad.statusCode, bad.json()]).toEqual([400, { data: null, error: 'The body is not valid JSON.' }]);
    const empty = await send('/custom/v1/log', {}, {});
    expect([empty.statusCode, empty.json().error]).toEqual([400, 'providerRequest must be an object.']);
    const time = { seconds: 1_000_000_000, milliseconds: 0 };
    const old = await send('/custom/v1/log', {}, log({ timing: { startTime: time, endTime: time } }));
    expect([old.statusCode, old.json().error]).toEqual([400, 'The log was not stored: timestamp_too_old.']);
    const none = await app.call('POST', '/custom/v1/log', log());
    expect([none.statusCode, Object.keys(none.json())]).toEqual([401, ['data', 'error']]);
  });

  it('diagnostics name the client', async () => {
    const own = await app.account();
    await own.call('POST', '/custom/v1/log', log(), { 'user-agent': 'python-requests/2.32' });
    await own.call('POST', '/custom/v1/log', {}, { 'user-agent': 'python-requests/2.32' });
    const { sources } = (await own.call('GET', '/v1/ingest/diagnostics')).json();
    expect(sources).toMatchObject([
      { endpoint: 'helicone', client: 'python-requests/2.32', accepted: 1, refused: 1 },
    ]);
  });
});
