import { beforeAll, describe, expect, inject, it } from 'vitest';
import { PASSWORD, makeAccount, type Account } from './account.ts';
import { expectAccessible, expectFits, shot, visit } from './browser.ts';
import { sampleCalls } from './sample-calls.ts';

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

  it('works by keyboard, and lists the shortcuts', async () => {
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
    // The fonts come with the product, so that it looks the same without them on the machine.
    const fonts = await page.evaluate(() =>
      [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family),
    );
    expect(fonts.join(' ')).toMatch(/Inter/);
    await shot(page, 'keys-dark-ja');
    await expectAccessible(page);
  });

  it('keeps the chosen project on every page', async () => {
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
    await page.getByRole('link', { name: 'Traces', exact: true }).click();
    await asked;
    expect(new URL(page.url()).searchParams.get('project')).toBe(id);
  });

  it('leads to the list when another project is chosen on the page of a single item', async () => {
    const { page } = await visit('/sessions/none-such?project=', { as: account });
    await page.getByRole('button', { name: /All projects/ }).click();
    await page.getByRole('menuitemradio', { name: 'Support bot' }).click();
    await page.getByRole('heading', { name: 'Sessions', level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/sessions');
    expect(new URL(page.url()).searchParams.get('project')).not.toBeNull();
  });

  it('has one tab stop for the pages, and remembers what is folded', async () => {
    const { page } = await visit('/settings/team', { as: account, height: 800 });
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await pages.getByRole('link', { name: 'Settings' }).waitFor();
    expect(await pages.locator('a[tabindex="0"], button[tabindex="0"]').count()).toBe(1);
    await page
      .getByRole('navigation', { name: 'Settings' })
      .getByRole('link', { name: 'Audit log' })
      .waitFor();
    await shot(page, 'shell-settings');
    await expectAccessible(page);
    await pages.getByRole('link', { name: 'Settings' }).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).pathname).not.toBe('/settings/team');
    await pages.getByRole('button', { name: 'Protect' }).click();
    expect(await pages.getByRole('link', { name: 'Gate' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Collapse the sidebar' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Expand the sidebar' }).waitFor();
    await shot(page, 'shell-icons');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Expand the sidebar' }).click();
    await pages.getByRole('button', { name: 'Protect', expanded: false }).waitFor();
  });

  it('counts what needs attention, in the navigation and in the title', async () => {
    const { page } = await visit('/prompts', { as: account });
    await page.getByRole('heading', { name: 'Prompts', level: 1 }).waitFor();
    await expect.poll(() => page.title()).toBe('Prompts · Tracewell');
    await page.route('**/v1/attention', (route) =>
      route.fulfill({ json: { approvals: 2, findings: 0, alerts: 1 } }),
    );
    await page.reload();
    await page.getByRole('link', { name: /Gate.*2 waiting/ }).waitFor();
    await page.getByRole('link', { name: /Alerts.*1 firing/ }).waitFor();
    expect(await page.getByRole('link', { name: /Guardian.*open/ }).count()).toBe(0);
    await expect.poll(() => page.title()).toBe('(3) Prompts · Tracewell');
    await expectAccessible(page);
  });

  it('says that the connection is lost, keeps what it shows, and recovers automatically', async () => {
    const { page } = await visit('/settings/keys', { as: account });
    await page.getByRole('button', { name: 'Create a key' }).waitFor();
    await page
      .getByRole('button', { name: /^Revoke/ })
      .first()
      .waitFor();
    // Neither data nor the code of pages can be loaded.
    await page.route(/\/v1\/|\/app\/.*\.js/, (route) => route.abort());
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Webhooks' }).click();
    await page.getByText('This page could not be loaded').first().waitFor();
    await shot(page, 'code-missing');
    await expectAccessible(page);
    await page.goBack();
    await page.evaluate(() => window.dispatchEvent(new Event('offline')));
    await page.getByText(/Showing data from \d\d:\d\d\./).waitFor();
    await page
      .getByRole('button', { name: /^Revoke/ })
      .first()
      .waitFor();
    await shot(page, 'connection-lost');
    await page.goForward();
    await page.getByText('This page could not be loaded').first().waitFor();
    await page.unrouteAll();
    await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
    await page.getByText('Connection lost.').waitFor({ state: 'detached' });
  });

  it('finds pages and actions, and the record with a pasted id', async () => {
    const [call] = sampleCalls(1, Date.now());
    await account.send([{ ...call, id: 'pasted-call', traceId: 'pasted-trace' }]);
    const { page, faults } = await visit('/prompts', { as: account });
    await page.getByRole('heading', { name: 'Prompts', level: 1 }).waitFor();
    const palette = page.getByRole('dialog', { name: 'Search and commands' });
    const open = async () => {
      await page.keyboard.press('ControlOrMeta+k');
      await palette.locator('input:focus').waitFor();
    };
    await open();
    await palette.getByRole('option', { name: 'Alerts' }).waitFor();
    await shot(page, 'palette');
    await expectAccessible(page);
    await page.keyboard.type('webho');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
    await open();
    await page.keyboard.type('no-such-thing');
    await page.keyboard.press('Enter');
    await palette.getByText('No call, trace, session or user with this id').waitFor();
    await palette.getByRole('combobox').fill('pasted-trace');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/traces/pasted-trace**');
    await open();
    await palette.getByRole('combobox').fill('pasted-call');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/calls/pasted-call**');
    await open();
    await palette.getByRole('option', { name: /pasted-trace.*Trace/ }).waitFor();
    await page.keyboard.type('create an api');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Create an API key' }).waitFor();
    expect(faults).toEqual([]);
  });

  it('can switch single-letter shortcuts off', async () => {
    const { page } = await visit('/prompts', { as: account });
    await page.getByRole('heading', { name: 'Prompts', level: 1 }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('switch', { name: 'Single-letter shortcuts' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    await page.keyboard.press('g');
    await page.keyboard.press('k');
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('dialog', { name: 'Search and commands' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/prompts');
  });

  it('has a drawer on a phone', async () => {
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

  it('notices when the session has ended, and has a page for unknown addresses', async () => {
    const { page, context } = await visit('/nowhere', { as: account });
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await shot(page, 'not-found');
    await page.getByRole('link', { name: 'Go to the overview' }).click();
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    // A figure of the overview that is asked without the cookie would end the session before the click.
    await page.waitForLoadState('networkidle');
    await context.clearCookies();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('heading', { name: 'Sign in to Tracewell' }).waitFor();
    expect(new URL(page.url()).search).toBe('?next=/settings/keys');
  });
});
