import { beforeAll, describe, expect, it } from 'vitest';
import { makeAccount, type Account } from './account.ts';
import { expectAccessible, expectFits, shot, visit } from './browser.ts';
import { sampleCalls } from './sample-calls.ts';
import type { Page } from 'playwright-core';

let account: Account;
beforeAll(async () => {
  account = await makeAccount();
  await account.send(sampleCalls(600, Date.now()));
});

// Fifteen queries, which an emulated, shared engine answers one at a time.
const PATIENCE = { timeout: 50_000 };

async function loaded(page: Page): Promise<void> {
  await page.getByRole('figure').nth(5).waitFor(PATIENCE);
  await page.getByRole('list', { name: /Breakdown|内訳/ }).waitFor(PATIENCE);
  await page.getByRole('link', { name: /rate_limit_exceeded/ }).waitFor(PATIENCE);
}

describe('the overview', () => {
  it('shows the figures of a window, and every one leads to its calls', async () => {
    const { page, faults } = await visit('/?window=30d', { as: account });
    await loaded(page);
    await page.getByText('600', { exact: true }).first().waitFor();
    await shot(page, 'overview-light');
    await expectAccessible(page);

    const chart = page.getByRole('figure', { name: 'Calls over time' });
    await chart.getByRole('button', { name: 'Show as a table' }).click();
    expect(await chart.getByRole('row').count()).toBeGreaterThan(29);
    await chart.getByRole('rowheader').last().getByRole('button').click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/calls');
    const { searchParams } = new URL(page.url());
    expect(Date.parse(searchParams.get('to') ?? '') - Date.parse(searchParams.get('from') ?? '')).toBe(
      86_400_000,
    );
    await page.goBack();

    const model = page.getByRole('link', { name: /gpt-4o-mini/ });
    await expect.poll(() => model.getAttribute('href'), PATIENCE).toBe('/calls?model=gpt-4o-mini&window=30d');
    await page.getByRole('radio', { name: 'Tag' }).click();
    await page.getByLabel('Tag', { exact: true }).selectOption('team');
    const team = page.getByRole('link', { name: /growth/ });
    await expect.poll(() => team.getAttribute('href'), PATIENCE).toBe('/calls?tag=team:growth&window=30d');
    expect(new URL(page.url()).search).toBe('?window=30d&by=tag&tagKey=team');
    expect(faults).toEqual([]);
  });

  it('reads well in the dark, narrowed to one model', async () => {
    const { page } = await visit('/?window=7d&provider=openai', { as: account, theme: 'dark' });
    await loaded(page);
    await shot(page, 'overview-dark');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Remove Provider openai' }).click();
    await expect.poll(() => new URL(page.url()).search).toBe('?window=7d');
  });

  it('fits a telephone, in Japanese', async () => {
    const { page } = await visit('/?window=7d', { as: account, width: 390, height: 844, language: 'ja' });
    await loaded(page);
    await shot(page, 'overview-390-ja');
    await expectFits(page);
    await expectAccessible(page);
  });

  it('shows its own shape while it waits, and a way on when it fails', async () => {
    const { page } = await visit('/signin', { as: account });
    // Never answered during the test.
    await page.route('**/v1/query/**', () => undefined);
    await page.goto('/', { waitUntil: 'commit' });
    await page.getByRole('status').first().waitFor();
    await shot(page, 'overview-loading');
    await expectAccessible(page);
    await page.route('**/v1/query/**', (route) =>
      route.fulfill({ status: 400, contentType: 'application/json', body: '{"error":"No.","reason":"no"}' }),
    );
    await page.reload({ waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Try again' }).first().waitFor();
    await shot(page, 'overview-error');
    await expectAccessible(page);
  });
});
