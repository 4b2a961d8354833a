// Scores on the call and the trace, in the filter of calls, and over time.
import { beforeAll, describe, expect, it } from 'vitest';
import { makeAccount, type Account } from './account.ts';
import { expectAccessible, expectFits, shot, visit } from './browser.ts';
import { sampleCalls } from './sample-calls.ts';

const PATIENCE = { timeout: 100_000 };
const DAY_MS = 86_400_000;
const NOW = Date.now();

const call = (id: string, more: object) => ({
  id,
  provider: 'openai',
  model: 'gpt-4o',
  timestamp: new Date(NOW - 60_000).toISOString(),
  promptTokens: 900,
  completionTokens: 120,
  totalTokens: 1020,
  costUsd: 0.003_45,
  latencyMs: 1_240,
  traceId: 'order-1187',
  ...more,
});

let account: Account;

beforeAll(async () => {
  account = await makeAccount();
  await account.api('PUT', '/v1/account/consents/plaintext-storage');
  await account.send([
    ...sampleCalls(60, NOW),
    call('rated', {
      spanId: 'span-rated',
      sessionId: 'visitor-0',
      tags: { customer: 'A company with a name that fills the whole cell and more', env: 'production' },
    }),
    call('other', { spanId: 'span-other' }),
  ]);
  const kinds = ['polite', 'polite', 'rude', 'neutral'];
  await account.api('POST', '/v1/scores', {
    scores: [
      {
        name: 'helpful',
        value: 0.35,
        callId: 'rated',
        comment: 'Did not find the order, although the customer gave its number twice.',
      },
      { name: 'solved', value: false, traceId: 'order-1187', source: 'human', comment: 'Called us again.' },
      { name: 'tone', value: 'polite', traceId: 'order-1187', spanId: 'span-rated', source: 'judge' },
      {
        name: 'remark',
        dataType: 'text',
        value: 'Wants a call back on Sunday.',
        callId: 'rated',
        source: 'human',
      },
      ...Array.from({ length: 60 }, (_, at) => ({
        name: at % 3 === 0 ? 'helpful' : at % 3 === 1 ? 'tone' : 'solved',
        value: at % 3 === 0 ? 0.5 + 0.4 * Math.sin(at / 9) : at % 3 === 1 ? kinds[at % 4] : at % 5 !== 0,
        sessionId: `visitor-${at}`,
        createdAt: new Date(NOW - (at / 60) * 6 * DAY_MS).toISOString(),
      })),
    ],
  });
});

describe.each([
  { theme: 'light', language: 'en', width: 1280 },
  { theme: 'dark', language: 'ja', width: 390 },
] as const)('in $theme, $language, $width wide', ({ theme, language, width }) => {
  const visitor = () => ({ as: account, theme, language, width });
  const name = (what: string) => `scores-${what}-${theme}-${width}`;

  it('shows the scores of a call', PATIENCE, async () => {
    const { page, faults } = await visit('/calls/rated?tab=scores', visitor());
    await page.getByText('Wants a call back on Sunday.').first().waitFor(PATIENCE);
    for (const text of ['helpful', 'tone', 'Did not find the order'])
      expect(await page.getByText(text).first().isVisible()).toBe(true);
    await expectFits(page);
    await expectAccessible(page);
    await page.getByText('Did not find the order').first().scrollIntoViewIfNeeded();
    await shot(page, name('call'));
    // Scores of the session are on the page of the session.
    await page.goto('/sessions/visitor-0');
    const ofSession = page.getByRole('group', { name: /^(Scores|スコア)$/ });
    await ofSession.getByText('helpful').waitFor(PATIENCE);
    expect(await ofSession.innerText()).toContain('0.5');
    expect(await ofSession.getByText('Did not find the order').count()).toBe(0);
    await expectFits(page);
    await expectAccessible(page);
    await shot(page, name('session'));
    expect(faults).toEqual([]);
  });

  it('shows the scores of a trace and leads to the call', PATIENCE, async () => {
    const { page, faults } = await visit('/traces/order-1187?span=rated&tab=scores', visitor());
    await page.getByText('Called us again.').first().waitFor(PATIENCE);
    await expectFits(page);
    await expectAccessible(page);
    await shot(page, name('trace'));
    await page.getByRole('link', { name: /Open call|呼び出しを開く/ }).click();
    await page.waitForURL(/\/calls\/rated/);
    expect(faults).toEqual([]);
  });

  it('shows scores over time by name', PATIENCE, async () => {
    const { page, faults } = await visit('/evaluations?tab=scores&window=7d', visitor());
    await page.getByRole('button', { name: 'tone' }).waitFor(PATIENCE);
    await expectFits(page);
    await expectAccessible(page);
    await shot(page, name('numbers'));
    await page.getByRole('button', { name: 'tone' }).click();
    await page.waitForURL(/named=categorical/);
    await shot(page, name('categories'));
    expect(faults).toEqual([]);
  });
});

it('finds calls by a score, and the filter is in the URL', PATIENCE, async () => {
  const { page, faults } = await visit('/calls?window=7d', { as: account });
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  await page
    .getByRole('complementary', { name: 'Filters' })
    .getByRole('button', { name: 'Score', exact: true })
    .click();
  await page.getByRole('textbox', { name: 'Name of the score' }).fill('helpful');
  await page.getByRole('combobox', { name: 'Comparison' }).selectOption('lt');
  await page.getByRole('textbox', { name: 'Value of the score' }).fill('0.4');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.waitForURL(/score=/);
  const chip = page.getByRole('list', { name: 'Filters' }).getByText('helpful < 0.4');
  await chip.waitFor(PATIENCE);
  await page.getByText('1 call', { exact: false }).first().waitFor(PATIENCE);
  await expectAccessible(page);
  await shot(page, 'scores-filtered');
  // A long tag leaves room for the others.
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Tags' }).click();
  await page.keyboard.press('Escape');
  const row = page
    .getByRole('grid', { name: /^Calls,/ })
    .getByRole('row')
    .nth(1);
  await row.getByText('customer: A company').waitFor();
  const box = await row.getByText('env: production').boundingBox();
  expect(box?.width).toBeGreaterThanOrEqual(40);
  await shot(page, 'calls-tags');
  expect(faults).toEqual([]);
});

it('an alert on a score is previewed and created', PATIENCE, async () => {
  const { page, faults } = await visit('/alerts', { as: account });
  await page
    .getByRole('button', { name: /New alert|Adjust “Feedback is poor”/ })
    .first()
    .waitFor(PATIENCE);
  await page.getByRole('button', { name: 'Adjust “Feedback is poor”' }).click();
  await page.getByLabel('Name of the score').fill('helpful');
  await page
    .getByText(/checked every/)
    .first()
    .waitFor(PATIENCE);
  await shot(page, 'scores-alert');
  await page.getByRole('button', { name: 'Create alert' }).click();
  await page.getByText('helpful over a day drops below 0.7').first().waitFor(PATIENCE);
  expect(faults).toEqual([]);
});
