import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestApp, type TestAccount, type TestApp } from '#test/support/app';

let app: TestApp;
let account: TestAccount;
beforeAll(async () => {
  app = await makeTestApp();
  account = await app.account();
});
afterAll(() => app.stop());

describe('scores and feedback of Helicone', () => {
  const scores = async (name: string) => (await account.call('GET', `/v1/scores?name=${name}`)).json().scores;

  it('201: scores of a request, replaced when they are sent again', async () => {
    const post = (value: number) =>
      account.call('POST', '/v1/request/req-9/score', { scores: { accuracy: value, passed: true } });
    const reply = await post(3);
    expect([reply.statusCode, reply.json()]).toEqual([201, { data: null, error: null }]);
    await post(4);
    expect(await scores('accuracy')).toMatchObject([{ value: 4, spanId: 'req-9', dataType: 'numeric' }]);
    expect(await scores('passed')).toMatchObject([{ value: true, dataType: 'boolean' }]);
  });

  it('201: a rating is a score by a person', async () => {
    const reply = await account.call('POST', '/v1/request/req-9/feedback', { rating: false });
    expect(reply.statusCode).toBe(201);
    expect(await scores('feedback')).toMatchObject([{ value: false, source: 'human', spanId: 'req-9' }]);
  });

  it('400 in Helicone’s format for an invalid score', async () => {
    const reply = await account.call('POST', '/v1/request/req-9/score', { scores: { a: 'high' } });
    expect([reply.statusCode, reply.json().data]).toEqual([400, null]);
  });
});
