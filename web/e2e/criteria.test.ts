// The library of criteria, their test before they are saved, scores on request, and the estimate of a rule;
// with a judge on a socket.
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openFakeProvider, type FakeProvider } from '../../server/test/support/fake-provider/index.ts';
import { makeAccount, type Account } from './account.ts';
import { STARTERS } from '../src/pages/evaluations/criteria/starters.ts';
import { expectAccessible, expectFits, go, shot, visit } from './browser.ts';

const SOON = { timeout: 30_000 };
let judge: FakeProvider;
let account: Account;

/** Twelve calls in four traces; every third answer names a ticket. */
const calls = (nowMs: number) =>
  Array.from({ length: 12 }, (_, at) => ({
    id: `judged-call-${at}`,
    traceId: `judged-trace-${at % 4}`,
    provider: 'openai',
    model: 'gpt-4o-mini',
    timestamp: new Date(nowMs - (at + 1) * 60_000).toISOString(),
    promptTokens: 120,
    completionTokens: 40,
    totalTokens: 160,
    costUsd: 0.0001,
    latencyMs: 640,
    tags: { env: 'production' },
    requestMeta: {
      input: `Question ${at}: where is my parcel?`,
      output: at % 3 === 0 ? `See TICKET-${at + 1000}.` : 'It is on its way.',
    },
  }));

beforeAll(async () => {
  judge = await openFakeProvider({
    dialect: 'openai-compatible',
    host: '127.0.0.7',
    answer: ({ last }) =>
      last.includes('TICKET')
        ? { reasoning: 'It names the ticket.', score: 5 }
        : { reasoning: 'It stays vague.', score: 2 },
  });
  account = await makeAccount();
  const consents = await fetch(`${inject('serviceUrl')}/operator/accounts/${account.accountId}/consents`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${inject('operatorToken')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ plaintextStorage: true }),
  });
  if (!consents.ok) throw new Error(await consents.text());
  await account.api('POST', '/v1/model-connections', {
    name: 'Fake',
    provider: 'openai-compatible',
    baseUrl: judge.url,
    apiKey: judge.key,
    isDefault: true,
    defaultModel: 'gpt-4o-mini',
    test: false,
  });
  await account.send(calls(Date.now()));
  await account.api('POST', '/v1/eval-datasets', {
    name: 'Tickets',
    items: [
      { inputText: 'Which ticket?', expectedOutput: 'TICKET-1' },
      { inputText: 'Where is it?', expectedOutput: 'In Bern.' },
      { inputText: 'And now?' },
    ],
  });
});
afterAll(() => judge.close());

it('browses the library, adapts a criterion, tests it on ten calls, and saves it', async () => {
  const { page, faults } = await visit('/evaluations?tab=criteria', { as: account, width: 1440 });
  await page.getByRole('button', { name: 'Use Goal reached' }).waitFor(SOON);
  await page.getByRole('button', { name: 'Agents and tools' }).click();
  await expect.poll(() => page.getByRole('button', { name: /^Use Faithful/ }).count()).toBe(0);
  await shot(page, 'criteria-library-agents');
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await page.getByLabel('Search the library').fill('task helpfulness');
  await page.getByText('What it checks').first().click();
  await page.getByText('Could the user reach what they were after').first().waitFor();
  await shot(page, 'criteria-library');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Use Task helpfulness' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create a criterion' });
  await dialog.getByLabel('Name').fill('Useful answer');
  const test = dialog.getByRole('region', { name: 'Test it' });
  await test.getByRole('button', { name: 'Test' }).click();
  await test.getByText(/10 scored, 0 without a score/).waitFor(SOON);
  const results = test.getByRole('list', { name: 'Results of the test' });
  expect(await results.getByRole('listitem').count()).toBe(10);
  await results.getByText('It stays vague.').first().waitFor();
  await results.getByText(/Question 0: where is my parcel/).waitFor(SOON);
  await shot(page, 'criteria-test');
  await expectAccessible(page);
  await dialog.getByLabel('Rubric').fill('Does it name a ticket?');
  await test.getByText('The draft has changed since this test.').waitFor();

  // Another type brings its template; code runs on calls that match.
  await dialog.getByLabel('Type').selectOption('Code');
  await dialog.getByLabel('Rubric').fill("function score({ output }) { return output.includes('TICKET'); }");
  await dialog.getByLabel('Score', { exact: true }).selectOption('Yes or no');
  await test.getByRole('radio', { name: 'Calls that match' }).click();
  await test.getByLabel('Tag').fill('env:production');
  await test.getByRole('button', { name: 'Test' }).click();
  await expect.poll(() => judge.requests.length).toBe(10);
  await test.getByText(/10 scored, 0 without a score/).waitFor(SOON);
  await test.getByRole('radio', { name: 'A dataset' }).click();
  await test.getByRole('button', { name: 'Test' }).click();
  await test.getByText(/2 scored, 1 without a score/).waitFor(SOON);
  await results.getByText('Which ticket?').waitFor(SOON);
  await shot(page, 'criteria-test-code');
  await dialog.getByRole('button', { name: 'Create a criterion' }).click();
  await page.getByRole('button', { name: 'Edit Useful answer' }).waitFor(SOON);
  expect(await account.api('GET', '/v1/scores')).toMatchObject({ scores: [] });

  // The service accepts everything in the library as it is; its own presets have their own tests.
  for (const { key: _key, group: _group, about: _about, ...criterion } of STARTERS)
    await account.api('POST', '/v1/eval-criteria/test', { criterion, filter: { model: 'nobody' } });

  const narrow = { as: account, width: 390, theme: 'dark', language: 'ja' } as const;
  const { page: japanese } = await visit('/evaluations?tab=criteria', narrow);
  await japanese.getByRole('button', { name: 'No forbidden tool を使う' }).click(SOON);
  await japanese.getByLabel('最大ステップ数').fill('12');
  await expect.poll(() => japanese.getByLabel('採点基準').inputValue()).toContain('"maxSteps": 12');
  await shot(japanese, 'criteria-trajectory-ja-390');
  await expectFits(japanese);
  await expectAccessible(japanese);
  expect(faults).toEqual([]);
});

it('judges a call and a trace at once, and estimates a rule while it is written', async () => {
  await account.api('POST', '/v1/eval-criteria', {
    name: 'Whole path',
    rubric: 'Did it help?',
    scaleMin: 1,
    scaleMax: 5,
    scope: 'trajectory',
  });
  const { page, faults } = await visit('/calls/judged-call-0?tab=scores', { as: account, width: 1440 });
  await page.getByRole('button', { name: 'Judge now' }).click(SOON);
  const dialog = page.getByRole('dialog', { name: 'Judge this call' });
  await dialog.getByLabel('Helpfulness').check();
  await dialog.getByRole('button', { name: 'Judge', exact: true }).click();
  await dialog.getByText('It names the ticket.').waitFor(SOON);
  await dialog.getByText('Saved', { exact: true }).waitFor();
  await shot(page, 'judge-now');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('tab', { name: /Scores/ }).click();
  await page.getByText('on request').waitFor(SOON);

  await page.goto('/calls?peek=judged-call-1');
  await page.getByRole('button', { name: 'Judge now' }).waitFor(SOON);

  await page.goto('/traces/judged-trace-2');
  await page.getByRole('button', { name: 'Judge now' }).first().click(SOON);
  const trace = page.getByRole('dialog', { name: 'Judge this trace' });
  await trace.getByLabel('Whole path').check();
  await trace.getByRole('button', { name: 'Judge', exact: true }).click();
  await trace.getByText('Saved', { exact: true }).waitFor(SOON);
  expect(await account.api('GET', '/v1/scores?traceId=judged-trace-2')).toMatchObject({
    scores: [{ name: 'Whole path', value: expect.any(Number) }],
  });

  await go(page, '/evaluations?tab=rules');
  await page.getByRole('button', { name: 'Create a rule' }).click(SOON);
  const rule = page.getByRole('dialog', { name: 'Create a rule' });
  const estimate = rule.getByRole('region', { name: 'Estimate' });
  await estimate.getByText(/of 12 matching calls a day/).waitFor(SOON);
  await estimate.getByText(/the mean of 1 past score by/).waitFor();
  await shot(page, 'rule-estimate');
  await expectAccessible(page);
  await rule.getByLabel('Share of calls').fill('100');
  await estimate.getByText(/12 of 12 matching calls a day/).waitFor(SOON);
  await rule.getByLabel('Model').fill('nobody');
  await estimate.getByText(/No call of the last 7 days matches/).waitFor(SOON);
  await rule.getByLabel('Criterion').selectOption('Useful answer');
  await estimate.getByText('free', { exact: true }).waitFor(SOON);

  await rule.getByLabel('Model').fill('');
  await rule.getByLabel('What is scored').selectOption('Each session, once it has ended');
  await rule.getByText('There is no criterion about whole sessions yet. Create one first.').waitFor();
  await rule.getByLabel('What is scored').selectOption('Each trace, once it has ended');
  expect(await rule.getByLabel('Quiet time in seconds').inputValue()).toBe('180');
  await estimate.getByText(/matching traces a day/).waitFor(SOON);
  await expectAccessible(page);
  await rule.getByLabel('Name').fill('Whole traces');
  await rule.getByLabel('Quiet time in seconds').fill('90');
  await rule.getByRole('button', { name: 'Create a rule' }).click();
  await page.getByText(/% of traces, by Whole path/).waitFor(SOON);
  await page.getByText('ended after 90 s without a span').waitFor();
  expect(await account.api('GET', '/v1/eval-rules')).toMatchObject({
    rules: [{ name: 'Whole traces', scope: 'trace', quietSeconds: 90 }],
  });
  expect(faults).toEqual([]);
});
