// The daily export in the settings: a wrong place is named, a bucket is saved, tested, run and ended.
import { beforeAll, describe, expect, it } from 'vitest';
import { makeAccount, type Account } from './account.ts';
import { expectAccessible, expectFits, shot, visit } from './browser.ts';

const SOON = { timeout: 30_000 };
let account: Account;
beforeAll(async () => {
  account = await makeAccount();
});

describe('exports', () => {
  it('are set up by keyboard and form, name what is wrong, run and end', async () => {
    const { page, faults } = await visit('/settings/exports', { as: account, width: 1440 });
    await page.getByText('No daily export').waitFor(SOON);
    await page.getByLabel('Endpoint').fill('https://10.0.0.1');
    await page.getByLabel('Bucket', { exact: true }).fill('my-exports');
    await page.getByLabel('Access key id').fill('AKIAOFTHETEST');
    await page.getByLabel('Secret access key', { exact: true }).fill('very secret');
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByText('is not a public address').waitFor(SOON);
    await page.getByLabel('Endpoint').fill('https://s3.example.invalid');
    await page.getByRole('button', { name: 'Test' }).click();
    await page.getByText('The store could not be reached.').waitFor(SOON);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('s3://my-exports').waitFor(SOON);
    await shot(page, 'exports-light-1440');
    await expectAccessible(page);
    expect(await page.content()).not.toContain('very secret');
    await page.getByRole('button', { name: 'Run now' }).click();
    await page.getByText('The export has started.').waitFor(SOON);
    await page.getByRole('button', { name: 'End the export…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End the export' }).click();
    await page.getByText('No daily export').waitFor(SOON);
    expect(faults.filter((fault) => !fault.includes('400'))).toEqual([]);
  });

  it('fit a narrow page, in the dark and in Japanese', async () => {
    const look = { theme: 'dark', language: 'ja', width: 390 } as const;
    const { page, faults } = await visit('/settings/exports', { as: account, ...look });
    await page.getByText('毎日のエクスポートはありません').waitFor(SOON);
    await shot(page, 'exports-dark-ja-390');
    await expectFits(page);
    await expectAccessible(page);
    expect(faults).toEqual([]);
  });
});
