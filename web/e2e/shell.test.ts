import { beforeAll, describe, expect, inject, it } from 'vitest';
import { PASSWORD, makeAccount, type Account } from './account.ts';
import { expectAccessible, expectFits, shot, visit } from './browser.ts';

let account: Account;
beforeAll(async () => {
  account = await makeAccount();
});

describe('the shell', () => {
  it('sends a signed-out user to the sign-in page and, after signing in, to the page they asked for', async () => {
    const { page, faults } = await visit('/settings/keys?project=');
    await page.getByRole('heading', { name: 'Sign in to Tracewell' }).waitFor();
    await page.getByLabel('Email').fill(account.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor();
    expect(faults).toEqual([]);
  });

  it('goes by keyboard, and says how', async () => {
    const { page } = await visit('/start', { as: account });
    await page.getByRole('heading', { name: 'Get started', level: 1 }).waitFor();
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await help.waitFor();
    await shot(page, 'shell-keyboard');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await help.waitFor({ state: 'detached' });
    await page.keyboard.press('g');
    await page.keyboard.press('k');
    await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor();
  });

  it('keeps appearance and language', async () => {
    const { page } = await visit('/settings/keys', { as: account });
    const menu = page.getByRole('button', { name: /Account and preferences/ });
    await menu.click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await menu.click();
    await page.getByRole('menuitemradio', { name: '日本語' }).click();
    await page.getByRole('heading', { name: 'API キー', level: 1 }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'API キー', level: 1 }).waitFor();
    await page
      .getByRole('button', { name: /を失効$/ })
      .first()
      .waitFor();
    expect(
      await page.evaluate(() => [document.documentElement.lang, document.documentElement.dataset['theme']]),
    ).toEqual(['ja', 'dark']);
    await shot(page, 'keys-dark-ja');
    await expectAccessible(page);
  });

  it('takes the chosen project along', async () => {
    const response = await fetch(`${inject('serviceUrl')}/v1/projects`, {
      method: 'POST',
      headers: { authorization: `Bearer ${account.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Support bot' }),
    });
    const { id } = (await response.json()) as { id: string };
    const { page } = await visit('/settings/keys', { as: account });
    await page.getByRole('button', { name: /All projects/ }).click();
    await page.getByRole('menuitemradio', { name: 'Support bot' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('project')).toBe(id);
    const asked = page.waitForRequest((request) => request.headers()['x-project-id'] === id);
    await page.getByRole('link', { name: 'Get started' }).click();
    await asked;
    expect(new URL(page.url()).searchParams.get('project')).toBe(id);
  });

  it('has a drawer on a telephone', async () => {
    const { page } = await visit('/settings/keys', { as: account, width: 390, height: 844 });
    await page.getByRole('button', { name: 'Open navigation' }).click();
    await page.getByRole('dialog', { name: 'Pages' }).waitFor();
    await shot(page, 'shell-drawer-390');
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Get started' }).click();
    await page.getByRole('heading', { name: 'Get started', level: 1 }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expectFits(page);
  });

  it('notices when the session has ended, and knows what is not there', async () => {
    const { page, context } = await visit('/nowhere', { as: account });
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await shot(page, 'not-found');
    await page.getByRole('link', { name: 'Go to the overview' }).click();
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await context.clearCookies();
    await page.getByRole('link', { name: 'API keys' }).click();
    await page.getByRole('heading', { name: 'Sign in to Tracewell' }).waitFor();
    expect(new URL(page.url()).search).toBe('?next=/settings/keys');
  });
});
