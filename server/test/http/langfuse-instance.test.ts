import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestApp, openTestApp, type TestAccount, type TestApp } from '#test/support/app';

let app: TestApp;
let account: TestAccount;
beforeAll(async () => {
  app = await makeTestApp();
  account = await app.account({ name: 'Bern' });
});
afterAll(() => app.stop());

const basic = (user: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString('base64')}`,
});

describe('health', () => {
  it('200 without a key, and with any key', async () => {
    for (const path of ['health', 'health?failIfDatabaseUnavailable=true', 'ready']) {
      for (const headers of [{}, basic('pk', 'no key')]) {
        const reply = await app.call('GET', `/api/public/${path}`, undefined, headers);
        expect([reply.statusCode, reply.json()]).toEqual([
          200,
          { status: 'OK', version: expect.stringMatching(/^4\.0\.0-tracewell\./) },
        ]);
      }
    }
  });

  it('503: only if the request asks about the database, or when the process stops', async () => {
    const away = await openTestApp();
    away.services.metadata.ping = () => Promise.reject(new Error('away'));
    const status = async (path: string) => (await away.call('GET', `/api/public/${path}`)).statusCode;
    expect(await status('health')).toBe(200);
    expect(await status('health?failIfDatabaseUnavailable=true')).toBe(503);
    expect(await status('ready')).toBe(200);
    away.services.lifecycle.stopping = true;
    expect(await status('ready')).toBe(503);
  });
});

describe('projects', () => {
  const idsOf = async (headers: Record<string, string>) => {
    const reply = await app.call('GET', '/api/public/projects', undefined, headers);
    return [reply.statusCode, reply.json().data?.map(({ id }: { id: string }) => id)];
  };

  it('200: all, the selected one, or the one that the key is bound to', async () => {
    const { id } = (await account.call('POST', '/v1/projects', { name: 'Second' })).json();
    expect(await idsOf(basic('pk-lf-1', account.apiKey))).toEqual([200, [account.projectId, id]]);
    expect(await idsOf(basic(id, account.apiKey))).toEqual([200, [id]]);
    const bound = await account.key(null, { projectId: id });
    expect(await idsOf(basic('pk-lf-1', bound.apiKey))).toEqual([200, [id]]);
    expect((await idsOf(basic(account.projectId, bound.apiKey)))[0]).toBe(404);
    const reply = await bound.call('GET', '/api/public/projects');
    expect(reply.json().data).toEqual([
      {
        id,
        name: 'Second',
        organization: { id: account.id, name: 'Bern' },
        metadata: {},
        retentionDays: expect.any(Number),
      },
    ]);
  });

  it('401, in Langfuse’s format', async () => {
    const reply = await app.call('GET', '/api/public/projects', undefined, basic('pk-lf-1', 'sk-lf-1'));
    expect([reply.statusCode, reply.json()]).toEqual([
      401,
      { message: expect.any(String), error: 'UnauthorizedError' },
    ]);
  });
});

describe('media', () => {
  it('201: without stored content a file counts as uploaded, so that nothing is sent', async () => {
    const bytes = Buffer.from('a file');
    const sha256Hash = createHash('sha256').update(bytes).digest('base64');
    const made = await account.call('POST', '/api/public/media', {
      traceId: 't',
      contentType: 'image/png',
      contentLength: bytes.length,
      sha256Hash,
      field: 'input',
    });
    expect([made.statusCode, made.json()]).toEqual([
      201,
      { mediaId: sha256Hash.replaceAll('+', '-').replaceAll('/', '_').slice(0, 22), uploadUrl: null },
    ]);
    const noted = await account.call('PATCH', `/api/public/media/${made.json().mediaId}`, {
      uploadHttpStatus: 200,
    });
    expect([noted.statusCode, noted.body]).toEqual([204, '']);
    const read = await account.call('GET', `/api/public/media/${made.json().mediaId}`);
    expect([read.statusCode, read.json().error]).toEqual([404, 'LangfuseNotFoundError']);
  });
});

describe('unsupported paths', () => {
  it.each([
    ['GET', '/api/public/traces?page=1', 'GET /v1/query/trace/{id}'],
    ['GET', '/api/public/traces/abc', 'POST /v1/query/traces'],
    ['GET', '/api/public/v2/observations', 'GET /v1/query/trace/{id}/spans'],
    ['GET', '/api/public/sessions/x%2Fy', 'GET /v1/query/session/{id}'],
    ['GET', '/api/public/metrics/daily', 'POST /v1/query/aggregate'],
    ['POST', '/api/public/comments', 'POST /v1/annotations'],
    ['POST', '/api/public/models', 'PUT /v1/account/model-prices'],
    ['DELETE', '/api/public/traces', 'POST /v1/query/traces'],
    ['PUT', '/api/public/llm-connections', '/docs'],
    ['GET', '/api/public/constructor', '/docs'],
  ])('501: %s %s names %s', async (method, url, instead) => {
    const reply = await account.call(method, url, method === 'GET' ? undefined : { any: 'body' });
    expect([reply.statusCode, reply.json()]).toEqual([
      501,
      { message: expect.stringContaining(instead), error: 'NotImplementedError' },
    ]);
  });
});

describe('links', () => {
  it.each([
    ['/project/prj_1', '/traces'],
    ['/project/prj_1/traces/0af7651916cd43dd8448eb211c80319c', '/traces/0af7651916cd43dd8448eb211c80319c'],
    ['/project/prj_1/traces/a%2Fb%20c?observation=x', '/traces/a%2Fb%20c'],
    ['/project/prj_1/traces/%2F%2Fevil.example', '/traces/%2F%2Fevil.example'],
    ['/project/prj_1/sessions/s-1', '/sessions/s-1'],
    ['/project/prj_1/datasets/3/runs/lrn_1', '/evaluations/datasets/3'],
    ['/project/prj_1/datasets/3', '/evaluations/datasets/3'],
    ['/project/prj_1/prompts/support%2Fgreeting', '/prompts/support%2Fgreeting'],
  ])('302: %s leads to %s', async (from, to) => {
    const reply = await app.call('GET', from, undefined, { accept: 'text/html' });
    expect([reply.statusCode, reply.headers.location]).toEqual([302, to]);
  });
});
