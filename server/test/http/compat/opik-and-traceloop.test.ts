import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestApp, type TestAccount, type TestApp } from '#test/support/app';
import { exportOf, inference } from '#test/support/sample-spans';

let app: TestApp;
let account: TestAccount;
beforeAll(async () => {
  app = await makeTestApp();
  account = await app.account();
});
afterAll(() => app.stop());

describe('Opik', () => {
  const PATH = '/api/v1/private/otel/v1/traces';

  it('200: spans with the bare key, in the project of the header', async () => {
    const span = inference({ 'gen_ai.provider.name': 'cohere', 'gen_ai.request.model': 'command-r' });
    const reply = await app.call('POST', PATH, exportOf([span]), {
      authorization: account.apiKey,
      'comet-workspace': 'default',
      projectname: 'Opik project',
    });
    expect([reply.statusCode, reply.body]).toEqual([200, '{}']);
    const { projects } = (await account.call('GET', '/v1/projects')).json();
    const own = projects.find(({ name }: { name: string }) => name === 'Opik project');
    const found = await account.call('POST', '/v1/query/calls', {}, { 'x-project-id': own.id });
    expect(found.json().records).toMatchObject([{ provider: 'cohere' }]);
  });

  it('401 in Opik’s format', async () => {
    const reply = await app.call('POST', PATH, exportOf([]), { authorization: 'wrong' });
    expect([reply.statusCode, reply.json().code]).toEqual([401, 401]);
  });

  it.each(['/is-alive/ping', '/api/is-alive/ping'])('200: %s', async (path) => {
    expect((await app.call('GET', path)).json()).toMatchObject({ healthy: true });
  });

  it.each([
    ['POST', '/api/v1/private/traces/batch'],
    ['PUT', '/api/v1/private/traces/feedback-scores'],
    ['PATCH', '/api/v1/private/spans/1'],
    ['GET', '/api/v1/private/projects'],
    ['DELETE', '/api/v1/private/datasets/1'],
  ])('501: %s %s names the alternative', async (method, path) => {
    const reply = await account.call(method, path, method === 'GET' ? undefined : { traces: [] });
    expect([reply.statusCode, reply.json()]).toEqual([
      501,
      { code: 501, message: expect.stringContaining('/v1/scores') },
    ]);
  });
});

describe('Traceloop', () => {
  it('200: no prompts, so that its client does not ask every five seconds', async () => {
    const sender = await account.key(['write:records']);
    const reply = await sender.call('GET', '/v1/traceloop/prompts');
    expect([reply.statusCode, reply.json()]).toEqual([200, { prompts: [], environment: 'prod' }]);
    expect((await app.call('GET', '/v1/traceloop/prompts')).statusCode).toBe(401);
  });
});
