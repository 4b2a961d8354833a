import { describe, expect, inject, it } from 'vitest';
import { PASSWORD, makeAccount } from './account.ts';
import { expectAccessible, expectFits, go, shot, visit } from './browser.ts';

// Two queries in a row, which may take an emulated, shared engine a while.
const PATIENCE = { timeout: 60_000 };

describe('signing in', () => {
  it('the link of the first start creates the owner, once', { tags: ['journey'] }, async () => {
    const link = new URL(inject('signInLink'));
    const { page, faults } = await visit(link.pathname + link.hash);
    await page.getByLabel('Your name').fill('Ada Lovelace');
    await page.getByLabel('Email').fill('first@example.com');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    const storeMessages = page.getByRole('checkbox', { name: 'Store messages (encrypted)' });
    expect(await storeMessages.isChecked()).toBe(true);
    await shot(page, 'welcome');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Become the owner' }).click();
    await page.getByText('Waiting for the first record').waitFor(PATIENCE);
    expect(new URL(page.url()).pathname).toBe('/start');
    await go(page, '/settings/consents');
    const storage = page.getByRole('switch', { name: 'Store messages (encrypted)' });
    await expect.poll(() => storage.isChecked(), PATIENCE).toBe(true);
    // The owner of the first account sets its limits.
    await page.setViewportSize({ width: 390, height: 844 });
    await go(page, '/settings/plan');
    await page.getByLabel('Retention, in days').fill('99999', PATIENCE);
    await page.getByRole('button', { name: 'Set the limits' }).click();
    await page
      .getByText(/36,?500/)
      .first()
      .waitFor(PATIENCE);
    await page.getByLabel('Retention, in days').fill('365');
    await expectFits(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Set the limits' }).click();
    await page.getByText('The limits are changed.').waitFor(PATIENCE);
    await page.getByText('365 days').waitFor(PATIENCE);
    await page.setViewportSize({ width: 1280, height: 900 });
    await go(page, '/');
    await page.getByText('No calls yet').waitFor(PATIENCE);
    await page.getByRole('link', { name: 'Get started' }).first().waitFor();
    await shot(page, 'overview-empty');
    await expectAccessible(page);
    expect(faults).toEqual([]);

    const again = await visit(link.pathname + link.hash);
    await again.page.getByLabel('Your name').fill('Eve');
    await again.page.getByLabel('Email').fill('eve@example.com');
    await again.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await again.page.getByRole('button', { name: 'Become the owner' }).click();
    await again.page.getByRole('alert').waitFor();
  });

  it('signs in, says what is wrong, and signs out', async () => {
    const account = await makeAccount();
    const { page } = await visit('/signin', { theme: 'dark' });
    await page.getByLabel('Email').fill(account.email);
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    await shot(page, 'signin-wrong-dark');
    await expectAccessible(page);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.getByRole('button', { name: /Account and preferences/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in to Tracewell' }).waitFor();
    await page.goto('/settings/keys');
    await page.getByRole('heading', { name: 'Sign in to Tracewell' }).waitFor();
    expect(new URL(page.url()).search).toBe('?next=/settings/keys');
  });

  it('signs up, on a phone and in Japanese too', async () => {
    const { page } = await visit('/signup', { width: 390, height: 844, language: 'ja' });
    await page.getByLabel('お名前').fill('清少納言');
    await page.getByLabel('メールアドレス').fill(`sei-${Date.now()}@example.com`);
    await page.getByLabel('パスワード', { exact: true }).fill('枕草子枕草子枕草子枕草子');
    await shot(page, 'signup-390-ja');
    await expectFits(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: '新規登録' }).click();
    await page.getByRole('heading', { name: 'はじめに' }).waitFor();
  });

  it('sends a reset link, and rejects a bad one', async () => {
    const { page } = await visit('/reset');
    await page.getByLabel('Email').fill('nobody@example.com');
    await page.getByRole('button', { name: 'Send link' }).click();
    await page.getByText('If nobody@example.com has an account here').waitFor();
    await page.goto('/reset#token=made-up');
    await page.reload();
    await page.getByLabel('New password').fill('another good password');
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByRole('link', { name: 'Request a new link' }).waitFor();
    await shot(page, 'reset-bad-link');
    await expectAccessible(page);
  });

  it('takes an invitation', async () => {
    const account = await makeAccount('Hosts');
    const response = await fetch(`${inject('serviceUrl')}/v1/team/invitations`, {
      method: 'POST',
      headers: { authorization: `Bearer ${account.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ email: `guest-${Date.now()}@example.com`, role: 'viewer' }),
    });
    const { token } = (await response.json()) as { token: string };
    const { page } = await visit(`/invite#token=${token}`);
    await page.getByLabel('Your name').fill('Guest');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await shot(page, 'invite');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await go(page, '/settings/keys');
    await page.getByText('Only owners and admins can manage keys').waitFor();
    await shot(page, 'keys-viewer');
    // Users who may not turn on message storage see who may.
    await go(page, '/start?with=otel');
    await page.getByText('An owner or admin of the account can turn on', { exact: false }).waitFor(PATIENCE);
    expect(await page.getByRole('button', { name: 'Store messages from now on' }).count()).toBe(0);
  });
});
