import { describe, expect, inject, it } from 'vitest';
import { makeAccount } from './account.ts';
import { expectAccessible, expectFits, shot, visit } from './browser.ts';

// An emulated, shared engine is slow.
const PATIENCE = { timeout: 60_000 };
const SLOW_MS = 240_000;

const record = (provider: string) => ({
  id: 'first-call',
  provider,
  model: 'gpt-4o-mini',
  timestamp: new Date().toISOString(),
  promptTokens: 500,
  completionTokens: 250,
  totalTokens: 750,
  costUsd: 0.000_225,
  latencyMs: 820,
});

const send = (apiKey: string, provider: string) =>
  fetch(`${inject('serviceUrl')}/v1/ingest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ records: [record(provider)] }),
  });

describe('get started', () => {
  it('makes a key in place, says what was turned down, and lights up at the first record', async () => {
    const account = await makeAccount();
    const { page, faults } = await visit('/start', { as: account });
    await page.getByText('Waiting for the first record').waitFor();
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByText('This is the only time it is shown').waitFor();
    const apiKey = (await page.getByText(/^twl_\w+$/).textContent()) ?? '';
    const code = page.getByRole('tabpanel');
    await expect.poll(() => code.textContent()).toContain(`Bearer%20${apiKey}`);
    await page.getByRole('tab', { name: 'curl' }).click();
    await expect.poll(() => code.textContent()).toContain(`Bearer ${apiKey}`);
    expect(new URL(page.url()).search).toBe('?way=curl');
    await shot(page, 'start-waiting');
    await expectAccessible(page);

    await send(apiKey, 'nobody-knows');
    await page.getByText('but was rejected').waitFor({ timeout: 40_000 });
    await shot(page, 'start-refused');

    await send(apiKey, 'openai');
    await page.getByText('Your first record is here').waitFor({ timeout: 40_000 });
    await page.getByText('$0.000225').waitFor();
    await shot(page, 'start-arrived');
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Open the overview' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(faults).toEqual([]);
  });

  it(
    'loads sample data to look around, counts it, and takes it away again',
    { timeout: SLOW_MS },
    async () => {
      const account = await makeAccount();
      const { page, faults } = await visit('/start', { as: account });
      await page.getByRole('button', { name: 'Load sample data' }).click();
      await page.getByRole('heading', { name: 'Overview' }).waitFor(PATIENCE);
      expect(new URL(page.url()).searchParams.get('project')).toMatch(/^prj_/);
      await page.getByText('Sample data').first().waitFor();
      // The oldest calls are seven days old, so they leave the 7-day window while a slow page loads.
      const wider = new URL(page.url());
      wider.searchParams.set('window', '30d');
      await page.goto(wider.href);
      await expect.poll(() => page.getByText('500', { exact: true }).count(), PATIENCE).toBeGreaterThan(0);

      await page.goto('/settings/plan');
      await page.getByText('1,000,000').waitFor(PATIENCE);
      const used = page.getByRole('meter', { name: 'Quota used' });
      expect(await used.getAttribute('aria-valuetext')).toMatch(/^0\.07% /);
      await expectAccessible(page);
      await shot(page, 'plan-light');

      await page.goto('/start');
      // The account has not sent records of its own yet.
      await page.getByText('Waiting for the first record').waitFor(PATIENCE);
      await page.getByText(/has 7\d\d sample records/).waitFor(PATIENCE);
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Remove' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await page.getByRole('button', { name: 'Load sample data' }).waitFor(PATIENCE);
      expect(faults).toEqual([]);
    },
  );

  it.each(['ja', 'en'] as const)('shows the plan on a telephone in the dark (%s)', async (language) => {
    const account = await makeAccount();
    const { page } = await visit('/settings/plan', {
      as: account,
      width: 390,
      height: 844,
      theme: 'dark',
      language,
    });
    await page.getByText('1,000,000').first().waitFor(PATIENCE);
    await shot(page, `plan-390-dark-${language}`);
    await expectFits(page);
    await expectAccessible(page);
  });

  it('fits a telephone in the dark', async () => {
    const account = await makeAccount();
    const { page } = await visit('/start?way=sdk', { as: account, width: 390, height: 844, theme: 'dark' });
    await page.getByText('Waiting for the first record').waitFor();
    await shot(page, 'start-390-dark');
    await expectFits(page);
    await expectAccessible(page);
  });
});
