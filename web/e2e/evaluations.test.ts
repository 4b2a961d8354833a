import { beforeAll, describe, expect, inject, it } from 'vitest';
import type { Page } from 'playwright-core';
import { makeAccount, type Account } from './account.ts';
import { BLANK, expectAccessible, expectFits, go, shot, visit } from './browser.ts';
import { docsShots } from './docs-shots.ts';

let account: Account;
let empty: Account;

// Runs are processed in the background, on a shared engine.
const PATIENCE = { timeout: 90_000 };

async function send(method: string, path: string, token: string, body: unknown): Promise<unknown> {
  const response = await fetch(inject('serviceUrl') + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

const OUTPUTS = [
  'You can return it within 30 days; the refund takes five days.',
  'A refund is possible. See TICKET-4821 for the details.',
  'We ship on Mondays.',
];

/** Twenty-four calls of a shop with answers, and two calls without stored content. */
const answers = (nowMs: number) =>
  Array.from({ length: 26 }, (_, index) => ({
    id: `answer-${String(index).padStart(2, '0')}-of-the-support-assistant`,
    provider: 'openai',
    model: 'gpt-4o-mini',
    timestamp: new Date(nowMs - (index + 1) * 60_000).toISOString(),
    promptTokens: 120,
    completionTokens: 40,
    totalTokens: 160,
    costUsd: 0.0001,
    latencyMs: 640,
    tags: { env: 'production' },
    requestMeta:
      index < 24
        ? {
            input: `Question ${index}: can I send it back?`,
            output: OUTPUTS[index % 8 === 7 ? 2 : index % 2],
          }
        : { operation: 'chat' },
  }));

beforeAll(async () => {
  [account, empty] = await Promise.all([makeAccount(), makeAccount('Empty')]);
  const consents = `/operator/accounts/${account.accountId}/consents`;
  await send('PUT', consents, inject('operatorToken'), { plaintextStorage: true });
  await account.send(answers(Date.now()));
});

async function startRun(page: Page, name: string, criteria: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: 'Start a run' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Start a run' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel(/^Mentions a refund/).waitFor();
  for (const box of await dialog.getByRole('checkbox').all()) {
    const label = (await box.evaluate((element: HTMLInputElement) => element.labels?.[0]?.textContent)) ?? '';
    await box.setChecked(criteria.some((criterion) => label.startsWith(criterion)));
  }
  await shot(page, `evaluations-start-${name}`);
  await dialog.getByRole('button', { name: 'Start a run' }).click();
  await page.getByRole('heading', { level: 1, name: new RegExp(name) }).waitFor();
  await page.getByText('Completed').first().waitFor(PATIENCE);
}

describe('evaluations', () => {
  it('lead from a criterion over two runs to a comparison and the gate', { timeout: 420_000 }, async () => {
    const { page, faults } = await visit('/evaluations', { as: account });
    await page.getByText('No runs yet').waitFor();
    await page.getByRole('tab', { name: 'Criteria' }).click();
    await expect.poll(() => new URL(page.url()).search).toBe('?tab=criteria');

    await page.getByRole('button', { name: 'Create a criterion' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create a criterion' });
    await dialog.getByLabel('Name').fill('Mentions a refund');
    await dialog.getByLabel('Type').selectOption('Pattern');
    await dialog.getByLabel('Rubric').fill('(refund');
    await dialog.getByRole('button', { name: 'Create a criterion' }).click();
    await dialog.getByText(/does not compile/).waitFor();
    await shot(page, 'evaluations-criterion-fault');
    await expectAccessible(page);
    await dialog.getByLabel('Rubric').fill('(?i)refund');
    await dialog.getByRole('button', { name: 'Create a criterion' }).click();
    await page.getByRole('button', { name: 'Edit Mentions a refund' }).waitFor();

    await shot(page, 'evaluations-criteria');
    await expectAccessible(page);

    await page.getByRole('tab', { name: 'Runs' }).click();
    await startRun(page, 'nightly', ['Mentions a refund', 'Helpfulness']);
    // No judge is configured: each judge score says so, and calls without content say that instead.
    await page.getByText('The judge is not set up or not reachable').first().waitFor();
    await page.getByText('No stored content to judge').first().waitFor();
    await page.getByRole('button', { name: /answer-00/ }).click();
    await page.getByText('Checked by a rule').waitFor();
    await page
      .getByRole('definition')
      .filter({ hasText: /^Question 0:/ })
      .waitFor(PATIENCE);
    await shot(page, 'evaluations-run');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Show items' }).first().click();
    await expect.poll(() => new URL(page.url()).searchParams.get('show')).toBe('unscored');
    await page.goBack();
    await expect.poll(() => new URL(page.url()).searchParams.get('show')).toBe(null);

    await go(page, '/evaluations?tab=criteria');
    await page.getByRole('button', { name: 'Edit Mentions a refund' }).click();
    const edit = page.getByRole('dialog', { name: /Edit “Mentions a refund”/ });
    await edit.getByLabel('Rubric').fill('TICKET-[0-9]+');
    await edit.getByRole('button', { name: 'Save' }).click();
    await page.getByText('“Mentions a refund” is saved.').waitFor();
    await page.getByRole('tab', { name: 'Runs' }).click();
    await startRun(page, 'nightly', ['Mentions a refund']);

    await page.getByRole('link', { name: 'Compare' }).click();
    await page.getByRole('heading', { name: 'It got worse' }).waitFor(PATIENCE);
    await page.getByText('Fell by more than chance explains').waitFor();
    await page.getByText(/24 paired items/).waitFor();
    await page.getByText('Fail: it got worse by more than allowed').waitFor();
    await page
      .getByRole('button', { name: /answer-00/ })
      .first()
      .click();
    await page
      .getByRole('definition')
      .filter({ hasText: /^Question 0:/ })
      .waitFor(PATIENCE);
    await shot(page, 'evaluations-compare');
    await expectAccessible(page);
    await docsShots(page, 'evaluation-compare');
    await page.getByLabel('Mean may fall by').fill('0.9');
    // The second run scored the same calls with another rubric.
    await page.getByText('The gate passes, but there is nothing to compare').waitFor();
    expect(await page.getByText(/^Both runs scored the same 26 outputs: the scoring changed/).count()).toBe(
      2,
    );
    await page.getByLabel('Only count statistically significant drops').check();
    await page
      .getByText(/^tracewell gate --candidate \d+ --baseline \d+ --max-mean-drop 0.9 --require-significance$/)
      .waitFor();
    await page.getByLabel('Also fail if the result is inconclusive').check();
    await page.getByText(/--require-significance --fail-on-inconclusive$/).waitFor();
    await page.getByRole('button', { name: 'Swap' }).click();
    await page.getByRole('heading', { name: 'It got better' }).waitFor(PATIENCE);
    expect(faults).toEqual([]);
  });

  it('fit a phone in Japanese, and read well in dark mode', async () => {
    const narrow = { as: account, width: 390, height: 844, language: 'ja' } as const;
    const { page } = await visit('/evaluations/compare', narrow);
    await page.getByRole('heading', { name: '悪くなりました' }).waitFor(PATIENCE);
    await page
      .getByRole('button', { name: /answer-/ })
      .first()
      .waitFor();
    await shot(page, 'evaluations-compare-390-ja');
    await expectFits(page);
    await expectAccessible(page);
    await page.goto('/evaluations');
    await page.getByRole('link', { name: 'nightly' }).first().waitFor();
    await shot(page, 'evaluations-390-ja');
    await expectFits(page);
    await page.getByRole('link', { name: 'nightly' }).last().click();
    await page.getByRole('button', { name: /answer-00/ }).click();
    await shot(page, 'evaluations-run-390-ja');
    await expectFits(page);
    // The last tab is scrolled into view.
    await page.goto('/evaluations?tab=trust');
    const last = page.getByRole('tab', { selected: true });
    const { x = 0, width = 0 } = (await last.boundingBox()) ?? {};
    expect([x >= 0, width > 0, x + width <= 390]).toEqual([true, true, true]);
    const dark = await visit('/evaluations', { as: account, theme: 'dark' });
    await dark.page.getByRole('link', { name: 'nightly' }).first().waitFor();
    await shot(dark.page, 'evaluations-dark');
    await expectAccessible(dark.page);
    await docsShots(dark.page, 'evaluations');
    await go(dark.page, '/evaluations/compare');
    await dark.page
      .getByRole('button', { name: /answer-/ })
      .first()
      .waitFor(PATIENCE);
    await shot(dark.page, 'evaluations-compare-dark');
    await expectAccessible(dark.page);
  });

  it('keep datasets: written, taken from calls, frozen, deleted', async () => {
    const { page, faults } = await visit('/evaluations?tab=datasets', { as: account });
    await page.getByRole('button', { name: 'Create a dataset' }).click();
    const create = page.getByRole('dialog', { name: 'Create a dataset' });
    await create.getByLabel('Name').fill('Refunds');
    await create.getByLabel('Description').fill('Asked most often in October');
    await create.getByRole('button', { name: 'Create a dataset' }).click();
    await page.getByText('No items yet').waitFor();
    await page.getByRole('button', { name: 'Add an item' }).click();
    const item = page.getByRole('dialog', { name: 'Add an item' });
    await item.getByRole('textbox', { name: 'Input' }).fill('Who pays for the parcel?');
    await item.getByRole('textbox', { name: 'Expected output' }).fill('The customer does.');
    await item.getByRole('button', { name: 'Add an item' }).click();
    const list = page.getByRole('grid', { name: 'Items' });
    await list.getByText('Who pays for the parcel?').waitFor();

    await page.getByRole('button', { name: 'From calls' }).click();
    const calls = page.getByRole('dialog', { name: 'Items from production calls' });
    await calls.getByLabel(/answer-00/).check(PATIENCE);
    await calls.getByLabel(/answer-25/).check();
    await shot(page, 'evaluations-from-calls');
    await expectAccessible(page);
    await calls.getByRole('button', { name: 'Import 2' }).click();
    await calls.getByText('1 added.').waitFor(PATIENCE);
    await calls.getByText('Its content was not stored').waitFor();
    await calls.getByRole('button', { name: 'Done' }).click();
    await list.getByText('Question 0: can I send it back?').click();
    const drawer = page.getByRole('complementary', { name: 'Item 2' });
    await drawer.getByRole('link', { name: 'From a call' }).waitFor();
    await page.keyboard.press('Escape');
    await shot(page, 'evaluations-dataset');
    await expectAccessible(page);

    // Without a model the items cannot be answered, and the page says so.
    await page.getByRole('button', { name: 'Run it' }).click();
    const run = page.getByRole('dialog', { name: 'Start a run' });
    await run.getByRole('button', { name: 'Start a run' }).click();
    await run.getByRole('alert').waitFor();
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Freeze' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Freeze' }).click();
    await page.getByText(/Frozen: the items can no longer change/).waitFor();
    expect(await page.getByRole('button', { name: 'Add an item' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No datasets yet').waitFor();
    expect(faults.filter((fault) => !fault.includes('503'))).toEqual([]);
  });

  it('have rules with a switch, and say how far the judge can be trusted', async () => {
    const { page, faults } = await visit('/evaluations?tab=rules', { as: empty });
    await page.getByText('No rules yet').waitFor();
    await shot(page, 'evaluations-rules-empty');
    await page.getByRole('button', { name: 'Create a rule' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create a rule' });
    await dialog.getByLabel('Name').fill('Production answers');
    await dialog.getByLabel('Tag').fill('env:production');
    await dialog.getByRole('button', { name: 'Create a rule' }).click();
    const onOff = page.getByRole('switch', { name: 'Production answers' });
    await onOff.waitFor();
    await shot(page, 'evaluations-rules');
    await expectAccessible(page);
    await onOff.click();
    await expect.poll(() => onOff.getAttribute('aria-checked')).toBe('false');
    await page.reload();
    await expect.poll(() => onOff.getAttribute('aria-checked'), PATIENCE).toBe('false');
    await page.getByRole('button', { name: 'Delete Production answers' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No rules yet').waitFor();

    await page.getByRole('tab', { name: 'Judge trust' }).click();
    await page.getByRole('heading', { name: 'No judge is set up' }).waitFor();
    await page.getByText('No judged call has been rated by a person yet').waitFor(PATIENCE);
    await shot(page, 'evaluations-trust-empty');
    await page.route('**/v1/eval-runs/judge-*', (route) =>
      route.fulfill({ json: route.request().url().endsWith('trust') ? TRUST : AGREEMENT }),
    );
    await page.reload();
    await page.getByRole('heading', { name: 'This judge has not earned trust yet' }).waitFor();
    await page.getByText(/With 31 calls the interval is too wide/).waitFor();
    // The kind of damage it misses, what is uncertain, and the missing interval.
    const needs = page.getByRole('listitem').filter({ hasText: 'each kind of damage' });
    await needs.getByText('Negated').waitFor();
    await page
      .getByRole('listitem')
      .filter({ hasText: 'kappa above 0' })
      .getByText('not yet certain')
      .waitFor();
    await page.getByText(/No interval/).waitFor();
    await shot(page, 'evaluations-trust');
    await expectAccessible(page);
    expect(faults).toEqual([]);
  });

  it('show a skeleton while they load, an error with a retry, and no forbidden buttons to viewers', async () => {
    const { page } = await visit(BLANK, { as: account });
    await page.route('**/v1/eval-runs?*', () => undefined);
    await page.goto('/evaluations', { waitUntil: 'commit' });
    await page.getByRole('status').first().waitFor();
    await shot(page, 'evaluations-loading');
    await page.route('**/v1/eval-runs?*', (route) =>
      route.fulfill({ status: 400, json: { error: 'The store is being moved.', reason: 'no' } }),
    );
    await page.reload({ waitUntil: 'commit' });
    await page.getByText('The store is being moved.').waitFor();
    await shot(page, 'evaluations-error');
    await expectAccessible(page);
    await page.unroute('**/v1/eval-runs?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: 'nightly' }).first().waitFor();
    expect(await page.getByRole('button', { name: 'Start a run' }).count()).toBe(1);

    await page.route('**/v1/auth/session', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), role: 'viewer' } });
    });
    await page.reload();
    await page.getByText(/Your role is viewer/).waitFor();
    await page.getByRole('link', { name: 'nightly' }).first().waitFor();
    expect(await page.getByRole('button', { name: 'Start a run' }).count()).toBe(0);
    await page.getByRole('tab', { name: 'Criteria' }).click();
    await page.getByText('Mentions a refund').waitFor();
    expect(await page.getByRole('button', { name: /^(?:Add|Edit|Delete|Create)/ }).count()).toBe(0);
    await go(page, '/evaluations/runs/999999');
    await page
      .getByRole('alert')
      .getByText(/not found|no run|There is no/i)
      .waitFor();
  });
});

const kind = (probes: number, detected: number, inverted = 0) => ({ probes, detected, inverted });

const TRUST = {
  judge: 'openai/gpt-5-mini',
  probe: {
    probes: 24,
    detectedPct: 91.7,
    stablePct: 100,
    repeatDiffPct: 0,
    repeatDiffHigh: 3.6,
    invertedCount: 1,
    byKind: {
      truncated: kind(4, 4),
      shuffled: kind(4, 4),
      swapped: kind(4, 4),
      negated: kind(4, 1, 1),
      emptied: kind(4, 4),
      off_language: kind(4, 4),
    },
  },
  human: {
    pairedCalls: 31,
    agreementPctWithin1: 64.5,
    meanAbsDiff: 1.1,
    kappa: 0,
    kappaLow: null,
    kappaHigh: null,
  },
  trustEstablished: false,
  missing: [
    { code: 'detected_kind', kind: 'negated', state: 'failed', value: 25, bound: null, needed: 50 },
    { code: 'agreement', kind: null, state: 'failed', value: 64.5, bound: null, needed: 70 },
    { code: 'kappa', kind: null, state: 'uncertain', value: 0, bound: null, needed: 0 },
  ],
  lacking: ['25 % of answers that were negated scored lower.', '64.5 % within one point.', 'Not known.'],
};

const AGREEMENT = {
  pairedCalls: 31,
  meanHuman: 3.4,
  meanJudge: 4.1,
  meanAbsDiff: 1.1,
  agreementPctWithin1: 64.5,
  agreementLow: 47,
  agreementHigh: 78.9,
  kappa: 0,
  kappaLow: null,
  kappaHigh: null,
  pairs: Array.from({ length: 14 }, (_, index) => ({
    callId: `judged-call-${index}`,
    human: 1 + (index % 5),
    judge: 2 + (index % 4),
    diff: 1 - (index % 5) + (index % 4),
  })),
};
