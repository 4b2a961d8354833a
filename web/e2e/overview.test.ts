import { beforeAll, describe, expect, it } from 'vitest';
import { makeAccount, type Account } from './account.ts';
import { BLANK, expectAccessible, expectFits, shot, visit } from './browser.ts';
import { sampleCalls } from './sample-calls.ts';
import type { Locator, Page } from 'playwright-core';

let account: Account;
beforeAll(async () => {
  account = await makeAccount();
  const [last, ...calls] = sampleCalls(600, Date.now());
  // A text that is longer than the page is wide, without a space to break at.
  await account.send([
    ...calls,
    { ...last, error: `context_length_exceeded:${'This-model’s-maximum-context-length-'.repeat(6)}` },
  ]);
});

// Some twenty figures, which an emulated, shared engine answers one at a time.
const PATIENCE = { timeout: 50_000 };

async function loaded(page: Page): Promise<void> {
  await page.getByRole('figure').nth(5).waitFor(PATIENCE);
  await page.getByRole('list', { name: /Breakdown|内訳/ }).waitFor(PATIENCE);
  await page.getByRole('link', { name: /rate_limit_exceeded/ }).waitFor(PATIENCE);
}

describe('the overview', () => {
  it('shows the figures of a window, and every one leads to its calls', async () => {
    const { page, faults } = await visit('/settings/projects', { as: account });
    const requests: { path: string; windowEnd: number }[] = [];
    page.on('request', (request) => {
      const path = new URL(request.url()).pathname;
      // The navigation asks whether there are calls at all.
      if (!path.startsWith('/v1/query/') || path === '/v1/query/calls') return;
      const ends = request.postData()?.matchAll(/"endTime":"([^"]+)"/g) ?? [];
      requests.push({ path, windowEnd: Math.max(...Array.from(ends, ([, end = '']) => Date.parse(end))) });
    });
    const start = Date.now();
    await page.goto('/?window=30d');
    await loaded(page);
    // All figures of a window are in one request. Each minute begins a new window.
    expect(new Set(requests.map(({ path }) => path))).toEqual(new Set(['/v1/query/figures']));
    const windowEnds = requests.map(({ windowEnd }) => windowEnd);
    expect(windowEnds).toEqual([...new Set(windowEnds)]);
    expect(Math.min(...windowEnds)).toBeGreaterThan(start);
    await page.getByText('600', { exact: true }).first().waitFor();
    await page.getByText('vs. prior 30 d').first().waitFor();
    await shot(page, 'overview-light');
    await expectFits(page);
    await expectAccessible(page);

    const chart = page.getByRole('figure', { name: 'Calls over time' });
    await chart.getByRole('button', { name: 'Show as a table' }).click();
    expect(await chart.getByRole('row').count()).toBeGreaterThan(29);
    await chart.getByRole('rowheader').last().getByRole('button').click();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/calls');
    const { searchParams } = new URL(page.url());
    expect(Date.parse(searchParams.get('to') ?? '') - Date.parse(searchParams.get('from') ?? '')).toBe(
      86_400_000,
    );
    await page.goBack();

    const model = page.getByRole('link', { name: /gpt-4o-mini/ });
    const conditionOf = async (link: Locator) =>
      new URL((await link.getAttribute('href')) ?? '', page.url()).searchParams.get('where');
    await expect.poll(() => conditionOf(model), PATIENCE).toBe('["model","is","gpt-4o-mini"]');
    // Any field, and any measure.
    await page.getByLabel('By', { exact: true }).selectOption({ label: 'User' });
    await page.getByLabel('Measured by').selectOption({ label: 'Sessions' });
    const user = page.getByRole('list', { name: 'Breakdown' }).getByRole('link').first();
    await expect.poll(() => conditionOf(user), PATIENCE).toMatch(/^\["userId","is","user-\d+"\]$/);
    const [userId] = /user-\d+/.exec((await conditionOf(user)) ?? '') ?? [];
    const sessions = new Set(
      sampleCalls(600, start)
        .map((call) => call as { sessionId: string; requestMeta: { userId: string } })
        .filter(({ requestMeta }) => requestMeta.userId === userId)
        .map(({ sessionId }) => sessionId),
    );
    await user.getByText(String(sessions.size), { exact: true }).waitFor();
    await page.getByRole('figure', { name: 'Users over time' }).waitFor();
    await page.getByRole('figure', { name: 'Sessions over time' }).waitFor();
    await page.getByLabel('Measured by').selectOption({ label: 'Cost' });
    await page.getByLabel('By', { exact: true }).selectOption({ label: 'Tag' });
    await page.getByLabel('Tag', { exact: true }).selectOption('team');
    const team = page.getByRole('link', { name: /growth/ });
    await expect.poll(() => team.getAttribute('href'), PATIENCE).toBe('/calls?tag=team:growth&window=30d');
    expect(new URL(page.url()).searchParams.toString()).toBe('window=30d&by=tag&measure=cost&tagKey=team');
    expect(faults).toEqual([]);
  });

  it('reads well in dark mode, narrowed to one model', async () => {
    const { page } = await visit('/?window=7d&provider=openai', { as: account, theme: 'dark' });
    await loaded(page);
    await shot(page, 'overview-dark');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Remove Provider openai' }).click();
    await expect.poll(() => new URL(page.url()).search).toBe('?window=7d');
  });

  it('fits a phone, in Japanese', async () => {
    const { page } = await visit('/?window=7d', { as: account, width: 390, height: 844, language: 'ja' });
    await loaded(page);
    await shot(page, 'overview-390-ja');
    await expectFits(page);
    await expectAccessible(page);
  });

  it('zooms by a drag, opens calls by a click, and hides series through the legend', async () => {
    const { page, faults } = await visit('/?window=7d', { as: account });
    await loaded(page);
    const cost = page.getByRole('figure', { name: 'Cost by model over time' });
    const model = cost.getByRole('button', { name: 'gpt-4o-mini', exact: true });
    const bars = cost.locator('svg rect');
    const before = await bars.count();
    await model.click();
    expect(await model.getAttribute('aria-pressed')).toBe('false');
    expect(await bars.count()).toBeLessThan(before);

    const box = await cost.getByRole('img').boundingBox();
    if (!box) throw new Error('no chart');
    const y = box.y + box.height / 2;
    await page.mouse.move(box.x + box.width * 0.4, y);
    // The other charts mark the same moment.
    await expect
      .poll(() =>
        page.getByRole('figure', { name: 'Error rate over time' }).locator('svg > g > rect').count(),
      )
      .toBeGreaterThan(0);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.7, y, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => new URL(page.url()).searchParams.has('from')).toBe(true);
    const { pathname, searchParams } = new URL(page.url());
    expect(pathname).toBe('/');
    const [from = '', to = ''] = ['from', 'to'].map((name) => searchParams.get(name) ?? '');
    const days = (Date.parse(to) - Date.parse(from)) / 86_400_000;
    expect(days).toBeGreaterThan(1);
    expect(days).toBeLessThan(4);
    await page.goBack();
    await expect.poll(() => new URL(page.url()).search).toBe('?window=7d');
    const heat = page.getByRole('figure', { name: 'Latency distribution over time' }).getByRole('img');
    await heat.scrollIntoViewIfNeeded();
    const map = await heat.boundingBox();
    if (!map) throw new Error('no heat map');
    await page.mouse.move(map.x + map.width * 0.4, map.y + 60);
    await page.mouse.down();
    await page.mouse.move(map.x + map.width * 0.7, map.y + 60, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => new URL(page.url()).searchParams.has('from')).toBe(true);
    await page.goBack();
    await expect.poll(() => new URL(page.url()).search).toBe('?window=7d');
    await cost.getByRole('img').click({ position: { x: box.width * 0.5, y: box.height / 2 } });
    await expect.poll(() => new URL(page.url()).pathname).toBe('/calls');
    expect(faults).toEqual([]);
  });

  it('shows a skeleton while it loads, and a retry when it fails', async () => {
    const { page } = await visit(BLANK, { as: account });
    // Never answered during the test.
    await page.route('**/v1/query/**', () => undefined);
    await page.goto('/', { waitUntil: 'commit' });
    // The code of the page is here: before that, the skeleton has no heading.
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await page.getByRole('status').first().waitFor();
    await shot(page, 'overview-loading');
    await expectAccessible(page);
    await page.route('**/v1/query/**', (route) =>
      route.fulfill({ status: 400, contentType: 'application/json', body: '{"error":"No.","reason":"no"}' }),
    );
    await page.reload({ waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Try again' }).first().waitFor();
    await shot(page, 'overview-error');
    await expectAccessible(page);
  });
});
