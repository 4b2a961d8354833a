// Model connections in the settings: a connection that fails its test says why in place, is saved without it,
// and its next test works.
import { beforeAll, describe, expect, it } from 'vitest';
import { makeAccount, type Account } from './account.ts';
import { expectAccessible, expectFits, shot, visit } from './browser.ts';

const SOON = { timeout: 30_000 };
let account: Account;
beforeAll(async () => {
  account = await makeAccount();
});

describe('model connections', () => {
  it('are added by form, tested, changed and deleted', async () => {
    const { page, faults } = await visit('/settings/models', { as: account, width: 1440 });
    await page.getByText('No model connections yet').waitFor(SOON);
    await shot(page, 'models-none-light-1440');
    await page.getByRole('button', { name: 'Add a connection' }).first().press('Enter');
    const form = page.getByRole('dialog');
    await form.getByLabel('Provider').selectOption('openai-compatible');
    await form.getByLabel('Name', { exact: true }).fill('Ours');
    await form.getByLabel('Base URL').fill('https://10.0.0.1/v1');
    await form.getByLabel('Default model').fill('gpt-4o-mini');
    await form.getByLabel('API key', { exact: true }).fill('sk-very-secret-4f2a');
    await form.getByRole('button', { name: 'Test and save' }).click();
    await form.getByText('is not a public address').waitFor(SOON);
    await form.getByLabel('Base URL').fill('https://model.example.invalid/v1');
    await form.getByRole('button', { name: 'Test and save' }).click();
    await form.getByText('cannot be found').waitFor(SOON);
    await shot(page, 'models-form-light-1440');
    await expectAccessible(page);
    await form.getByLabel('Budget per day, USD').fill('2.50');
    await form.getByRole('button', { name: 'Save without testing' }).click();
    await page.getByText('The connection is saved.').waitFor(SOON);
    await page.getByText('…4f2a').waitFor(SOON);
    // The first one is used for the judge, because the operator has configured none.
    await page.getByText('Default', { exact: true }).waitFor(SOON);
    await page.getByText('Not tested yet').waitFor(SOON);
    await page.getByRole('button', { name: 'Test Ours' }).click();
    await page.getByText('The provider could not be reached. Check the base URL.').waitFor(SOON);
    await page.getByText('Failed', { exact: true }).waitFor(SOON);
    await shot(page, 'models-failed-light-1440');
    await expectAccessible(page);
    expect(await page.content()).not.toContain('very-secret');

    const narrow = { as: account, theme: 'dark', width: 390, language: 'ja' } as const;
    const { page: japanese } = await visit('/settings/models', narrow);
    await japanese.getByText('プロバイダーに接続できませんでした。').first().waitFor(SOON);
    await shot(japanese, 'models-failed-dark-ja-390');
    await expectFits(japanese);
    await expectAccessible(japanese);

    await page.getByRole('button', { name: 'Delete Ours' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No model connections yet').waitFor(SOON);
    expect(faults).toEqual([]);
  });
});
