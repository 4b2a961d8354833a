import { describe, expect, inject, it } from 'vitest';
import { makeAccount } from './account.ts';
import { expectAccessible, expectFits, shot, visit } from './browser.ts';

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
    await page.getByText('could not be taken').waitFor({ timeout: 40_000 });
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

  it('fits a telephone in the dark', async () => {
    const account = await makeAccount();
    const { page } = await visit('/start?way=sdk', { as: account, width: 390, height: 844, theme: 'dark' });
    await page.getByText('Waiting for the first record').waitFor();
    await shot(page, 'start-390-dark');
    await expectFits(page);
    await expectAccessible(page);
  });
});
