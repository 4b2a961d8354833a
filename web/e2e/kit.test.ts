import { fileURLToPath } from 'node:url';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, expectFits, shot, visit, type Visitor } from './browser.ts';

let server: ViteDevServer;
let url: string;
beforeAll(async () => {
  server = await createServer({
    root: fileURLToPath(new URL('..', import.meta.url)),
    logLevel: 'error',
    server: { port: 0, host: '127.0.0.1' },
  });
  await server.listen();
  url = `${server.resolvedUrls?.local[0]}e2e/kit/index.html`;
});
afterAll(() => server.close());

async function open(search = '', visitor: Visitor = {}) {
  const seen = await visit(url + search, visitor);
  await seen.page.getByRole('heading', { name: 'The kit' }).waitFor();
  return seen;
}

describe('the kit', () => {
  it.each(['light', 'dark'] as const)('has nothing that axe objects to, %s', async (theme) => {
    const { page, faults } = await open('?provider=openai&tag=feature:search&minLatencyMs=1500', { theme });
    await shot(page, `kit-${theme}`);
    await expectAccessible(page);
    expect(faults).toEqual([]);
  });

  it('fits a telephone', async () => {
    const { page } = await open('', { width: 390, height: 844 });
    await shot(page, 'kit-390');
    await expectFits(page);
  });

  it('shows 100,000 rows with few in the document, by keyboard too', async () => {
    const { page } = await open();
    const grid = page.getByRole('grid', { name: 'Calls, 100,000 rows' });
    await expect(grid.getAttribute('aria-rowcount')).resolves.toBe('100001');
    await grid.focus();
    await page.keyboard.press('End');
    await grid.getByRole('row', { name: /call-99999/ }).waitFor();
    expect(await grid.getByRole('row').count()).toBeLessThan(60);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.getByText('Opened: call-99998').waitFor();
    await page.keyboard.press('Home');
    await page.keyboard.press('j');
    const active = await grid.getAttribute('aria-activedescendant');
    expect(await page.locator(`[id="${active}"]`).getAttribute('aria-rowindex')).toBe('3');
    await grid
      .getByRole('columnheader', { name: /Latency/ })
      .getByRole('button')
      .click();
    expect(await grid.getByRole('columnheader', { name: /Latency/ }).getAttribute('aria-sort')).toBe(
      'ascending',
    );
  });

  it('lets people choose columns, and remembers', async () => {
    const { page } = await open();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Cost' }).click();
    await page.keyboard.press('Escape');
    const heads = page.getByRole('columnheader');
    await expect.poll(() => heads.allTextContents()).toHaveLength(3);
    await page.reload();
    await expect.poll(() => heads.allTextContents()).toHaveLength(3);
  });

  it('keeps the focus in a dialog, and gives it back', async () => {
    const { page } = await open();
    await page.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete it?' });
    await dialog.waitFor();
    for (let step = 0; step < 6; step += 1) {
      await page.keyboard.press('Tab');
      expect(await dialog.locator(':focus').count()).toBe(1);
    }
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Delete');
  });

  it('puts filters and windows into the address, and takes them out again', async () => {
    const { page } = await open('?provider=openai&tag=feature:search');
    await page.getByRole('button', { name: 'Remove Provider openai' }).click();
    await expect.poll(() => new URL(page.url()).search).toBe('?tag=feature:search');
    await page.getByRole('radio', { name: '24 h' }).click();
    await expect.poll(() => new URL(page.url()).search).toBe('?tag=feature:search&window=24h');
    await page.goBack();
    await expect.poll(() => new URL(page.url()).search).toBe('?tag=feature:search');
    await page.getByRole('radio', { name: 'Custom' }).click();
    await page.getByLabel('From', { exact: true }).fill('2026-11-01T09:00');
    await page.getByLabel('To', { exact: true }).fill('2026-11-02T09:00');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect
      .poll(() => page.url())
      .toContain('from=2026-11-01T00:00:00.000Z&to=2026-11-02T00:00:00.000Z');
  });

  it('shows a chart as a table, and leads on from both', async () => {
    const { page } = await open();
    const chart = page.getByRole('figure', { name: 'Latency over time' });
    await chart.getByRole('img').click({ position: { x: 200, y: 90 } });
    await expect.poll(() => page.getByText(/^Picked: \d+$/).count()).toBe(1);
    await chart.getByRole('button', { name: 'Show as a table' }).click();
    await chart.getByRole('button', { name: 'Nov 15, 23:00' }).click();
    await page.getByText('Picked: 23').waitFor();
    await chart.getByRole('button', { name: 'Show as a chart' }).click();
    await chart.getByRole('img').waitFor();
  });
});
