// Which field an error is about, where no schema says it: `details[].path`. Missing and unknown fields are in
// src/endpoints.test.ts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestApp, type TestAccount, type TestApp } from '#test/support/app';

let app: TestApp;
let account: TestAccount;
let other: TestAccount;

beforeAll(async () => {
  app = await makeTestApp({
    config: { openSignup: true },
    records: { selectCallLocation: async () => null, selectCall: async () => null },
  });
  account = await app.account({ plan: 'team' });
  other = await app.account({ plan: 'team' });
});
afterAll(() => app.stop());

async function refusal(method: string, url: string, body: object, from: TestAccount = account) {
  const reply = await from.call(method, url, body);
  const { reason, details } = reply.json();
  return [reply.statusCode, reason, details?.map(({ path }: { path: string }) => path)];
}

const made = async (from: TestAccount, url: string, body: object) => {
  const reply = await from.call('POST', url, body);
  expect([reply.statusCode, reply.body]).toEqual([expect.any(Number), reply.body]);
  expect(reply.statusCode).toBeLessThan(300);
  return reply.json();
};
const prompt = { name: 'greeting', version: '1', template: 'Hello' };
const criterion = { name: 'Kind', rubric: 'Is it kind?', scaleMin: 1, scaleMax: 5 };
const alert = {
  name: 'a',
  alertType: 'eval_score',
  thresholdValue: 1,
  windowMinutes: 60,
  channelKinds: ['email'],
};

describe('404: an id in a body that does not belong to the account', () => {
  it('the same for another account’s id as for an unknown one', async () => {
    const { id: theirPrompt } = (await made(other, '/v1/prompts', prompt)).prompt;
    const { criteria } = await made(other, '/v1/eval-criteria', criterion);
    const theirCriterion: number = criteria.find(({ name }: { name: string }) => name === 'Kind').id;
    const dataset = await made(account, '/v1/eval-datasets', { name: 'd', items: [{ inputText: 'x' }] });
    for (const promptRegistryId of [theirPrompt, 999_999]) {
      const expected = [404, 'unknown_prompt', ['promptRegistryId']];
      expect(await refusal('POST', '/v1/eval-datasets', { name: 'x', promptRegistryId })).toEqual(expected);
      expect(await refusal('PATCH', `/v1/eval-datasets/${dataset.id}`, { promptRegistryId })).toEqual(
        expected,
      );
      expect(await refusal('POST', '/v1/eval-runs', { name: 'x', promptRegistryId })).toEqual(expected);
    }
    for (const id of [theirCriterion, 999_999]) {
      const unknown = (path: string, reason = 'unknown_criterion') => [404, reason, [path]];
      const ids = { criterionIds: [1, id] };
      expect(await refusal('POST', '/v1/eval-runs', { name: 'x', ...ids })).toEqual(
        unknown('criterionIds.1'),
      );
      expect(await refusal('POST', `/v1/eval-datasets/${dataset.id}/run`, ids)).toEqual(
        unknown('criterionIds.1'),
      );
      expect(await refusal('POST', '/v1/eval-rules', { criterionId: id, samplePct: 1 })).toEqual(
        unknown('criterionId'),
      );
      expect(await refusal('POST', '/v1/alerts', { ...alert, evalCriterionId: id })).toEqual(
        unknown('evalCriterionId', 'not_found'),
      );
    }
    expect(await refusal('POST', '/v1/annotations', { callId: 'theirs', label: 'x' })).toEqual([
      404,
      'not_found',
      ['callId'],
    ]);
    const fromCalls = `/v1/eval-datasets/${dataset.id}/items/from-calls`;
    expect(await refusal('POST', fromCalls, { callIds: ['theirs'] })).toEqual([
      404,
      'unknown_call',
      ['callIds.0'],
    ]);
  });
});

describe('the wrong field is named', () => {
  it('409: a name that is taken', async () => {
    for (const [url, body, path, reason] of [
      ['/v1/projects', { name: 'Twice' }, 'name', 'name_taken'],
      ['/v1/eval-datasets', { name: 'Twice' }, 'name', 'name_taken'],
      ['/v1/eval-criteria', { ...criterion, name: 'Twice' }, 'name', 'name_taken'],
      ['/v1/prompts', { ...prompt, name: 'twice' }, 'version', 'version_exists'],
      ['/v1/team/invitations', { email: 'twice@example.com', role: 'member' }, 'email', 'already_invited'],
    ] as const) {
      await made(account, url, body);
      expect(await refusal('POST', url, body)).toEqual([409, reason, [path]]);
    }
    await made(account, '/v1/eval-runs', { name: 'x', idempotencyKey: 'k' });
    const signUp = { email: 'twice@example.org', password: 'long enough words', name: 'T', accountName: 'T' };
    const first = await app.call('POST', '/v1/auth/signup', signUp);
    const second = await app.call('POST', '/v1/auth/signup', signUp);
    expect([first.statusCode, second.statusCode, second.json().details?.[0].path]).toEqual([
      201,
      409,
      'email',
    ]);
  });

  it('400 and 403: tokens, passwords, plans', async () => {
    const token = 'x'.repeat(43);
    for (const [url, body] of [
      ['/v1/auth/password-reset/confirm', { token, newPassword: 'long enough words' }],
      ['/v1/team/invitations/accept', { token, name: 'T', password: 'long enough words' }],
    ] as const) {
      const reply = await app.call('POST', url, body);
      expect([url, reply.statusCode, reply.json().details?.[0].path]).toEqual([url, 400, 'token']);
    }
    const member = await account.member('owner');
    const wrong = await member.call(
      'POST',
      '/v1/auth/password',
      { currentPassword: 'not this one at all', newPassword: 'long enough words' },
      { origin: 'http://localhost' },
    );
    expect([wrong.statusCode, wrong.json().details?.[0].path]).toEqual([403, 'currentPassword']);
    const free = await app.account({ plan: 'free' });
    const cost = { ...alert, alertType: 'cost_threshold' };
    expect(await refusal('POST', '/v1/alerts', { ...alert, evalCriterionId: 1 }, free)).toEqual([
      403,
      'plan_required',
      ['alertType'],
    ]);
    expect(await refusal('POST', '/v1/alerts', { ...cost, channelKinds: ['webhook'] }, free)).toEqual([
      403,
      'plan_required',
      ['channelKinds'],
    ]);
    expect(await refusal('POST', '/v1/ingest', {})).toEqual([400, 'invalid_request', ['records']]);
    const many = Array.from({ length: 101 }, () => ({}));
    expect(await refusal('POST', '/v1/ingest', { records: many })).toEqual([
      400,
      'too_many_records',
      ['records'],
    ]);
  });
});
