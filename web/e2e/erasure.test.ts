// Erases a call on its page and a user in the settings; closes an account and restores it.
import { beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, makeAccount, type Account } from './account.ts';
import { expectAccessible, expectFits, shot, visit } from './browser.ts';

const SOON = { timeout: 30_000 };
let account: Account;

const record = (id: string, userId: string) => ({
  id,
  provider: 'openai',
  model: 'gpt-4o',
  timestamp: new Date(Date.now() - 60_000).toISOString(),
  promptTokens: 10,
  completionTokens: 5,
  totalTokens: 15,
  costUsd: 0.01,
  latencyMs: 300,
  requestMeta: { userId },
});

beforeAll(async () => {
  account = await makeAccount();
  await account.send([record('one', 'u1'), record('two', 'u2'), record('three', 'u2')]);
});

describe('erasure', () => {
  it('of one call, from its page', async () => {
    const { page, faults } = await visit('/calls/one', { as: account, width: 1440 });
    await page.getByRole('button', { name: 'Erase…' }).click();
    await shot(page, 'erase-call');
    await page.getByRole('dialog').getByRole('button', { name: 'Erase' }).click();
    await page.getByText('The call is erased.').waitFor(SOON);
    await page.goto('/calls/one');
    await page
      .getByText('Call not found')
      .or(page.getByRole('link', { name: /calls/i }))
      .first()
      .waitFor(SOON);
    expect(faults.filter((fault) => !fault.includes('404'))).toEqual([]);
  });

  it('of a user, from the settings, with its progress', async () => {
    const { page, faults } = await visit('/settings/erasure', { as: account, width: 1440 });
    await page.getByText('Nothing has been erased yet').waitFor(SOON);
    await page.getByLabel('User id').fill('u2');
    await page.getByRole('button', { name: 'Erase…' }).click();
    await page.getByRole('dialog').getByText('Erase all records of User “u2”?').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Erase' }).click();
    await page.getByText('2 of 2').waitFor(SOON);
    await page.getByText('done', { exact: true }).waitFor({ timeout: 90_000 });
    await shot(page, 'erasure-light-1440');
    await expectAccessible(page);
    expect(faults).toEqual([]);
  });

  it.each([
    { theme: 'dark', language: 'en', width: 1440 },
    { theme: 'light', language: 'ja', width: 390 },
    { theme: 'dark', language: 'ja', width: 390 },
  ] as const)('looks right: $theme, $language, $width', async (look) => {
    const { page, faults } = await visit('/settings/erasure', { as: account, ...look });
    await page.getByRole('table').waitFor(SOON);
    await shot(page, `erasure-${look.theme}-${look.language}-${look.width}`);
    await expectFits(page);
    await expectAccessible(page);
    expect(faults).toEqual([]);
  });

  it('the account is closed with the password, says so everywhere, and is kept', async () => {
    const { page } = await visit('/settings/erasure', { as: account, width: 390, theme: 'dark' });
    await page.getByRole('button', { name: 'Close the account…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Your password').fill('wrong');
    await dialog.getByRole('button', { name: 'Close the account' }).click();
    await dialog.getByText('The current password is wrong.').waitFor(SOON);
    await dialog.getByLabel('Your password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Close the account' }).click();
    await page.getByText(/^This account is closed\./).waitFor(SOON);
    await shot(page, 'account-closed');
    await expectFits(page);
    await expectAccessible(page);
    await page.goto('/');
    await page.getByText(/^This account is closed\./).waitFor(SOON);
    await page.getByRole('button', { name: 'Restore the account' }).click();
    await page.getByText('The account is restored.').waitFor(SOON);
    await expect.poll(() => page.getByText(/^This account is closed\./).count(), SOON).toBe(0);
  });
});
