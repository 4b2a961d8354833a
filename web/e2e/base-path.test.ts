import { expect, it, onTestFinished } from 'vitest';
import { PASSWORD } from './account.ts';
import { visit } from './browser.ts';
import { startService } from './service.ts';

const PATIENCE = { timeout: 60_000 };

// A second service takes seconds to start; server/test/http/first-start.test.ts covers the server part.
it.runIf(process.env['TEST_ALL'] === '1')(
  'works below a path: links, files, requests, and the redirect after signing in',
  async () => {
    const base = '/tools/tracewell';
    const service = await startService(base);
    onTestFinished(() => service.stop());
    const { page, faults } = await visit(service.signInLink);
    const outside: string[] = [];
    page.on('request', (request) => {
      const { pathname, protocol } = new URL(request.url());
      if (protocol === 'http:' && !pathname.startsWith(`${base}/`)) outside.push(pathname);
    });
    const pathname = () => new URL(page.url()).pathname;
    await page.getByLabel('Your name').fill('Ada Lovelace');
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Become the owner' }).click();
    await page.getByText('Waiting for the first record').waitFor(PATIENCE);
    expect(pathname()).toBe(`${base}/start`);
    // Lines to paste contain the full URL.
    await page.getByRole('searchbox', { name: 'Search integrations' }).fill('langgraph py');
    await page.keyboard.press('Enter');
    await page.getByText(`${service.url}/otel`).first().waitFor();

    await page.getByRole('link', { name: 'Dashboards', exact: true }).first().click();
    await expect.poll(pathname).toBe(`${base}/dashboards`);
    await page.reload();
    await page.getByRole('heading', { name: 'Dashboards' }).waitFor();

    await page.getByRole('button', { name: /Account and preferences/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in to Tracewell' }).waitFor();
    await page.goto(`${service.url}/settings/keys`);
    await page.getByRole('heading', { name: 'Sign in to Tracewell' }).waitFor();
    expect([pathname(), new URL(page.url()).search]).toEqual([`${base}/signin`, '?next=/settings/keys']);
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect.poll(pathname).toBe(`${base}/settings/keys`);
    // Signed-in users are redirected.
    await page.goto(`${service.url}/signin?next=/dashboards`);
    await expect.poll(pathname).toBe(`${base}/dashboards`);

    await page.getByRole('button', { name: /Account and preferences/ }).click();
    await page.getByRole('menuitem', { name: /reference|API/i }).click();
    await expect.poll(pathname).toBe(`${base}/docs`);
    await page.getByRole('link', { name: 'Tracewell' }).first().click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(outside).toEqual([]);
    expect(faults).toEqual([]);
  },
);
