// The daily export in the settings: a wrong place is named, a bucket is saved and tested, a folder is
// exported, and the export is ended.
import { beforeAll, describe, expect, it } from 'vitest';
import { formatsIn } from '../src/lib/format.ts';
import { makeAccount, type Account } from './account.ts';
import { expectAccessible, expectFits, shot, visit } from './browser.ts';
import { sampleCalls } from './sample-calls.ts';

const SOON = { timeout: 30_000 };
let account: Account;
beforeAll(async () => {
  account = await makeAccount();
  await account.send(sampleCalls(200, Date.now()));
});

describe('exports', () => {
  it('are set up by form and keyboard, name what is wrong, run and end', async () => {
    const { page, faults } = await visit('/settings/exports', { as: account, width: 1440 });
    await page.getByText('No daily export').waitFor(SOON);
    await shot(page, 'exports-none-light-1440');
    await page.getByLabel('Endpoint').fill('https://10.0.0.1');
    await page.getByLabel('Bucket', { exact: true }).fill('my-exports');
    await page.getByLabel('Access key id').fill('AKIAOFTHETEST');
    await page.getByLabel('Secret access key', { exact: true }).fill('very-secret');
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByText('is not a public address').waitFor(SOON);
    expect(await page.getByLabel('Endpoint').getAttribute('aria-invalid')).toBe('true');
    await shot(page, 'exports-refused-light-1440');
    await page.getByLabel('Endpoint').fill('https://s3.example.invalid');
    await page.getByRole('button', { name: 'Test' }).click();
    await page.getByText('The store could not be reached.').waitFor(SOON);
    await shot(page, 'exports-tested-light-1440');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('s3://my-exports').waitFor(SOON);
    await shot(page, 'exports-bucket-light-1440');
    await expectAccessible(page);
    await page.reload();
    await page.getByText('s3://my-exports').waitFor(SOON);
    expect(await page.content()).not.toContain('very-secret');
    expect(await page.getByLabel('Secret access key', { exact: true }).inputValue()).toBe('');

    await page.getByRole('radio', { name: 'Folder', exact: true }).check();
    await page.getByLabel('Folder name').fill('../elsewhere');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('A folder has names of letters').waitFor(SOON);
    await page.getByLabel('Folder name').fill('daily');
    await page.getByRole('button', { name: 'Test' }).click();
    await page.getByText('A file was written and removed.').waitFor(SOON);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The daily export is saved.').waitFor(SOON);
    await page.getByRole('button', { name: 'Run now' }).click();
    await page.getByText('The export has started.').waitFor(SOON);
    const yesterday = formatsIn('en').utcDay(new Date(Date.now() - 86_400_000).toISOString().slice(0, 10));
    await page.getByText(yesterday, { exact: true }).waitFor(SOON);
    await shot(page, 'exports-done-light-1440');
    await expectAccessible(page);
    expect(faults).toEqual([]);
  });

  it('fit a narrow page, in the dark and in Japanese, and end', async () => {
    const narrow = { as: account, theme: 'dark', width: 390 } as const;
    const { page, faults } = await visit('/settings/exports', { ...narrow, language: 'ja' });
    await page.getByText('毎日のエクスポート', { exact: true }).waitFor(SOON);
    await shot(page, 'exports-done-dark-ja-390');
    await expectFits(page);
    await expectAccessible(page);
    const { page: english } = await visit('/settings/exports', narrow);
    await english.getByRole('button', { name: 'End the export…' }).click();
    await shot(english, 'exports-end-dark-390');
    await english.getByRole('dialog').getByRole('button', { name: 'End the export' }).click();
    await english.getByText('No daily export').waitFor(SOON);
    await shot(english, 'exports-none-dark-390');
    await expectFits(english);
    expect(faults).toEqual([]);
  });
});
