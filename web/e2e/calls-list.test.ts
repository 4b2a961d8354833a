// Working in the list of calls: facets, calls over time, the drawer, live calls, and actions on chosen calls.
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { makeAccount, type Account } from './account.ts';
import { expectAccessible, expectFits, go, shot, visit } from './browser.ts';

const PATIENCE = { timeout: 100_000 };
const NOW = Date.now();

const call = (id: string, minutesAgo: number, more: object = {}) => ({
  id,
  provider: 'openai',
  model: 'gpt-4o',
  timestamp: new Date(NOW - minutesAgo * 60_000).toISOString(),
  promptTokens: 900,
  completionTokens: 120,
  totalTokens: 1020,
  costUsd: 0.003,
  latencyMs: 1_200,
  tags: { env: 'production' },
  ...more,
});

/** 24 calls, one in ten minutes: every third by another provider, every eighth failed, every sixth slow. */
const CALLS = Array.from({ length: 24 }, (_, at) =>
  call(`list-${at}`, 5 + at * 10, {
    ...(at % 3 === 0 ? { provider: 'anthropic', model: 'claude-sonnet-4-5' } : {}),
    ...(at % 8 === 7 ? { error: 'rate_limit_exceeded' } : {}),
    ...(at % 6 === 5 ? { latencyMs: 9_000 } : {}),
    ...(at < 2 ? { requestMeta: { input: `Where is order ${at}?`, output: 'On its way.' } } : {}),
    ...(at === 2 ? { requestMeta: { finishReasons: ['length'], userId: 'ada' } } : {}),
    ...(at === 3 ? { tags: { branch: 'a-very-long-name-'.repeat(8), env: 'production' } } : {}),
  }),
);

let account: Account;
beforeAll(async () => {
  account = await makeAccount();
  await account.api('PUT', '/v1/account/consents/plaintext-storage');
  await account.send(CALLS);
}, 400_000);

const grid = (page: Page) => page.getByRole('grid', { name: /^(Calls|呼び出し),/ });
const address = (page: Page) => new URL(page.url()).searchParams;
/** The values of the filters are loaded after the list. They may change places until the pointer is on them. */
const settled = async (page: Page) => {
  await expect.poll(() => page.locator('[aria-busy="true"]').count(), PATIENCE).toBe(0);
};
const count = async (page: Page, calls: number) => {
  await page.getByText(new RegExp(`^${calls} calls? `)).waitFor(PATIENCE);
  await settled(page);
};

describe('the list of calls', () => {
  it('is narrowed by facets and ranges, and by dragging over the time', async () => {
    const { page, context, faults } = await visit('/calls?window=24h', { as: account, width: 1600 });
    const facets = page.getByRole('complementary', { name: 'Filters' });
    // A long tag leaves room for the other one.
    await grid(page).waitFor(PATIENCE);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Tags' }).click();
    await page.keyboard.press('Escape');
    const tag = grid(page)
      .getByRole('row', { name: /branch: a-very-long/ })
      .getByText('env: production');
    expect((await tag.boundingBox())?.width).toBeGreaterThan(32);
    await facets.getByRole('checkbox', { name: 'Include anthropic' }).check(PATIENCE);
    await count(page, 8);
    // The selection in a field does not hide its other values; their counts follow the other fields.
    await facets.getByRole('checkbox', { name: 'Include openai' }).check();
    await count(page, 24);
    await facets.getByRole('button', { name: 'Exclude claude-sonnet-4-5' }).click();
    await count(page, 16);
    const chips = page.getByRole('list', { name: 'Filters' });
    await chips.getByText('Provider').waitFor();
    expect((await chips.innerText()).replaceAll(/\s+/g, ' ')).toContain('Model is not claude-sonnet-4-5');
    expect(address(page).getAll('where')).toEqual([
      '["provider","is","anthropic","openai"]',
      '["model","isNot","claude-sonnet-4-5"]',
    ]);
    await facets.getByRole('button', { name: 'Latency', exact: true }).click();
    await facets.getByRole('spinbutton', { name: 'Latency, minimum' }).fill('1.5');
    await page.keyboard.press('Enter');
    await count(page, 4);
    await shot(page, 'calls-facets');
    await expectAccessible(page);
    await page.reload();
    await page.getByRole('button', { name: 'Remove Latency at least 1.5 s' }).click(PATIENCE);
    await facets.getByRole('button', { name: 'Clear' }).click();
    await count(page, 24);

    const chart = page.getByRole('figure', { name: 'Calls over time' }).getByRole('img');
    const box = await chart.boundingBox();
    if (!box) throw new Error('The chart is not shown.');
    await page.mouse.move(box.x + box.width * 0.9, box.y + 30);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.97, box.y + 34, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => address(page).get('from'), PATIENCE).not.toBeNull();
    const at = (side: string) => Date.parse(address(page).get(side) ?? '');
    expect(at('to') - at('from')).toBeLessThan(6 * 3_600_000);

    // A click narrows the window to one bar, and the copied link has the same window.
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/calls?window=24h');
    await chart.click({ position: { x: box.width * 0.95, y: 40 }, ...PATIENCE });
    await expect.poll(() => address(page).get('from'), PATIENCE).not.toBeNull();
    expect(at('to') - at('from')).toBeLessThanOrEqual(3_600_000);
    expect(address(page).get('window')).toBeNull();
    await page.getByRole('button', { name: 'Copy link' }).click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(page.url());
    expect(faults).toEqual([]);
  });

  it('shows a call in a drawer, by mouse and by keyboard', async () => {
    const { page, context, faults } = await visit('/calls?window=24h', {
      as: account,
      theme: 'dark',
      width: 1600,
    });
    await grid(page).getByRole('row').nth(2).click(PATIENCE);
    const drawer = page.getByRole('complementary', { name: /^Call: / });
    await drawer.getByText('Conversation').waitFor(PATIENCE);
    expect(address(page).get('peek')).toBe('list-1');
    await shot(page, 'calls-peek');
    await expectAccessible(page);
    await page.keyboard.press('j');
    await expect.poll(() => address(page).get('peek')).toBe('list-2');
    await page.keyboard.press('k');
    await page.keyboard.press('k');
    await expect.poll(() => address(page).get('peek')).toBe('list-0');
    await page.keyboard.press('Escape');
    await expect.poll(() => drawer.count()).toBe(0);
    expect(address(page).get('peek')).toBeNull();
    // The focus is in the list again: Space shows, Enter opens.
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press(' ');
    await expect.poll(() => address(page).get('peek')).toBe('list-1');
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).pathname, PATIENCE).toBe('/calls/list-1');
    await page.goBack();
    await drawer.getByText('Conversation').waitFor(PATIENCE);
    // A Ctrl-click leaves the list unchanged.
    const opened = context.waitForEvent('page', PATIENCE);
    await grid(page)
      .getByRole('row')
      .nth(4)
      .click({ modifiers: ['Control'], position: { x: 60, y: 12 } });
    expect(new URL((await opened).url()).pathname).toBe('/calls/list-3');
    expect(address(page).get('peek')).toBe('list-1');

    // One choice of hours holds for the list, the drawer and the window; dates follow the browser.
    await page.getByRole('button', { name: /Account and preferences/ }).click();
    await page.getByRole('menuitemradio', { name: '12 hours' }).click();
    const day = [24, 0].map((hours) => new Date(NOW - hours * 3_600_000).toISOString());
    await page.goto(`/calls?from=${day[0]}&to=${day[1]}&peek=list-1`);
    await drawer.getByText('Conversation').waitFor(PATIENCE);
    for (const place of [grid(page).getByRole('row').nth(2), drawer, page.getByRole('main')])
      expect(await place.innerText()).toMatch(/\d\d? [AP]M/);
    expect(await page.getByRole('main').innerText()).not.toMatch(/\d{4}-\d\d-\d\d/);
    await page.evaluate(() =>
      Object.defineProperty(navigator, 'languages', { value: ['de-DE'], configurable: true }),
    );
    await page.keyboard.press('j');
    await expect.poll(() => drawer.innerText()).toMatch(/\d\. \p{L}|\d\.\d\d?\./u);
    expect(faults).toEqual([]);
  });

  it('takes an action on chosen calls: a file, a dataset, an annotation, deletion', async () => {
    const { page, faults } = await visit('/calls?window=24h', { as: account });
    await grid(page).waitFor(PATIENCE);
    const boxes = grid(page)
      .getByRole('row')
      .getByRole('checkbox', { name: /^Select (?!all)/ });
    await boxes.nth(0).click();
    await boxes.nth(2).click({ modifiers: ['Shift'] });
    const bar = page.getByRole('toolbar', { name: 'Selected calls' });
    await bar.getByText('3 selected').waitFor();
    await shot(page, 'calls-chosen');
    await expectAccessible(page);

    await bar.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('radio', { name: 'JSON' }).check();
    const download = page.waitForEvent('download', PATIENCE);
    await page.getByRole('button', { name: 'Download' }).click();
    const file = JSON.parse(readFileSync(await (await download).path(), 'utf8')) as {
      records: { id: string }[];
    };
    expect(file.records.map(({ id }) => id)).toEqual(['list-0', 'list-1', 'list-2']);

    await bar.getByRole('button', { name: 'Add to dataset' }).click();
    await page.getByLabel('Dataset name').fill('Orders');
    await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
    // The messages of the third call were not sent.
    await page.getByText('2 added to “Orders”; 1 could not be added.').waitFor(PATIENCE);

    await bar.getByRole('button', { name: 'Annotate' }).click();
    await page.getByRole('radio', { name: '4 of 5' }).check();
    await page.getByRole('dialog').getByRole('button', { name: 'Annotate' }).click();
    await page.getByText('3 calls are annotated.').waitFor(PATIENCE);

    await bar.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('3 calls are being deleted.').waitFor(PATIENCE);
    await expect.poll(() => bar.count()).toBe(0);
    await expect.poll(() => grid(page).getByRole('row').count()).toBe(22);
    expect(faults).toEqual([]);
  });

  it('says that there are new calls, and streams them in when it is live', async () => {
    const { page, faults } = await visit('/calls?window=1h', { as: account });
    await grid(page).waitFor(PATIENCE);
    const soon = (id: string) => account.send([{ ...call(id, 0), timestamp: new Date().toISOString() }]);
    await soon('new-1');
    await page.getByRole('button', { name: '1 new call' }).click(PATIENCE);
    await expect.poll(() => page.getByRole('button', { name: /new call/ }).count(), PATIENCE).toBe(0);
    await page.getByRole('switch', { name: 'Live' }).click();
    const rows = await grid(page).getByRole('row').count();
    await soon('new-2');
    await expect.poll(() => grid(page).getByRole('row').count(), PATIENCE).toBe(rows + 1);
    await shot(page, 'calls-live');
    expect(faults).toEqual([]);
  });

  it('has its filters in a sheet and the drawer over the page on a phone', async () => {
    const phone = { as: account, width: 390, height: 844, language: 'ja' } as const;
    const { page, faults } = await visit('/calls?window=24h', phone);
    await grid(page).waitFor(PATIENCE);
    await page.getByRole('button', { name: '絞り込み' }).click();
    const sheet = page.getByRole('dialog', { name: '絞り込み' });
    const answered = page.waitForResponse(
      (response) =>
        response.url().endsWith('/v1/query/calls') &&
        response.request().postData()?.includes('anthropic') === true,
    );
    await sheet.getByRole('checkbox', { name: 'anthropic を含める' }).check(PATIENCE);
    // The list and the values of the filters are dimmed until those of the new filter are drawn.
    await answered;
    await settled(page);
    await shot(page, 'calls-facets-390-ja');
    await expectAccessible(page);
    await sheet.getByRole('button', { name: '閉じる' }).click();
    await page.getByRole('button', { name: 'プロバイダー = anthropicを外す' }).waitFor();
    await grid(page).getByRole('row').nth(1).click();
    await page
      .getByRole('complementary', { name: /^呼び出し: / })
      .getByText('会話')
      .waitFor(PATIENCE);
    await shot(page, 'calls-peek-390-ja');
    await expectFits(page);
    await expectAccessible(page);
    // On a wider screen times have a column, and Japanese ones fit too.
    await page.setViewportSize({ width: 1280, height: 900 });
    await go(page, '/calls?window=24h');
    const time = grid(page).getByRole('row').nth(1).getByRole('gridcell').nth(1);
    await expect.poll(() => time.innerText(), PATIENCE).toMatch(/^\d+\/\d+ \d\d:\d\d$/);
    expect(await time.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true);
    expect(faults).toEqual([]);
  });
});
