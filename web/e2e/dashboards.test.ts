import { readFileSync } from 'node:fs';
import { beforeAll, expect, inject, it } from 'vitest';
import { makeAccount, type Account } from './account.ts';
import { expectAccessible, expectFits, go, shot, visit } from './browser.ts';
import { sampleCalls } from './sample-calls.ts';

let account: Account;
beforeAll(async () => {
  account = await makeAccount();
  await account.send(sampleCalls(200, Date.now()));
});

const PATIENCE = { timeout: 50_000 };

async function ask(method: string, path: string, body: object): Promise<{ dashboard: { id: number } }> {
  const answer = await fetch(inject('serviceUrl') + path, {
    method,
    headers: { authorization: `Bearer ${account.apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as { dashboard: { id: number } };
}

it('a dashboard is created, filled, arranged by keyboard and pointer, saved, and found again', async () => {
  const { page, faults } = await visit('/dashboards', { as: account });
  await page.getByText('No dashboards yet').waitFor();
  await shot(page, 'dashboards-empty');
  await page.getByRole('button', { name: 'New dashboard' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill('Our week');
  await page.getByRole('button', { name: 'Create', exact: true }).click();

  // The editor of an empty dashboard.
  await page.getByRole('button', { name: 'Add widget' }).click();
  const form = page.getByRole('dialog', { name: 'New widget' });
  await form.getByRole('figure', { name: 'Cost by model over time' }).waitFor(PATIENCE);
  await shot(page, 'dashboards-widget-form');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Add widget' }).click();
  await page.getByRole('button', { name: 'Add widget' }).click();
  await form.getByLabel('Metric').selectOption('latency');
  await form.getByRole('radio', { name: 'Heat map' }).click();
  await form.getByLabel('Title').fill('How long it takes');
  // The conditions are those of the list of calls, including scores.
  await form.getByRole('button', { name: 'Conditions' }).click();
  const conditions = form.getByRole('region', { name: 'Only calls with' });
  await conditions.getByRole('checkbox', { name: 'Include openai' }).check(PATIENCE);
  await conditions.getByRole('button', { name: 'Score', exact: true }).click();
  await conditions.getByLabel('Name of the score').fill('helpful');
  await conditions.getByLabel('Comparison').selectOption('gte');
  await conditions.getByLabel('Value of the score').fill('0.5');
  await conditions.getByRole('button', { name: 'Add' }).click();
  await conditions.getByText('helpful ≥ 0.5').waitFor();
  // Counts of the previous filter are dimmed.
  await expect.poll(() => conditions.locator('.opacity-60').count(), PATIENCE).toBe(0);
  await shot(page, 'dashboards-widget-conditions');
  await expectAccessible(page);
  await conditions.getByRole('button', { name: 'Remove Score helpful ≥ 0.5' }).click();
  await form.getByRole('figure', { name: 'How long it takes over time' }).waitFor(PATIENCE);
  await form.getByRole('button', { name: 'Add widget' }).click();

  // Both handles take the arrow keys, and say where the widget is.
  const heat = page.getByRole('group', { name: 'How long it takes' });
  await heat.getByRole('button', { name: 'Move How long it takes' }).focus();
  await page.keyboard.press('ArrowUp');
  await heat.getByText('How long it takes: column 1, row 1, 6 wide, 5 high').waitFor();
  await heat.getByRole('button', { name: 'Resize How long it takes' }).focus();
  await page.keyboard.press('ArrowRight');
  await heat.getByText('7 wide').waitFor();
  // Dragging the other widget by its handle moves it beside this one.
  const cost = page.getByRole('group', { name: 'Cost by model' });
  const handle = await cost.getByRole('button', { name: 'Move Cost by model' }).boundingBox();
  if (!handle) throw new Error('no handle');
  await page.mouse.move(handle.x + 10, handle.y + 10);
  await page.mouse.down();
  await page.mouse.move(handle.x + 500, handle.y + 10, { steps: 5 });
  await page.mouse.up();
  await cost.getByText(/column 7, row/).waitFor();
  await shot(page, 'dashboards-edit');
  await expectAccessible(page);

  // Leaving with unsaved changes asks first.
  await page.getByRole('link', { name: 'Overview' }).first().click();
  const leave = page.getByRole('dialog', { name: 'Leave without saving?' });
  await leave.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('button', { name: 'Edit', exact: true }).waitFor();
  await page.getByRole('figure', { name: 'Cost by model over time' }).waitFor(PATIENCE);
  await shot(page, 'dashboard-light');
  await expectAccessible(page);

  await page.goto('/dashboards');
  await page.getByRole('link', { name: 'Our week' }).waitFor();
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'More for Our week' }).click();
  await page.getByRole('menuitem', { name: 'Export JSON' }).click();
  const saved = await file;
  expect(saved.suggestedFilename()).toBe('Our-week.json');
  const { widgets } = JSON.parse(readFileSync(await saved.path(), 'utf8')) as {
    widgets: { title: string; question: { filter?: object } }[];
  };
  expect(widgets.find(({ title }) => title === 'How long it takes')?.question.filter).toEqual({
    where: [{ field: 'provider', op: 'is', values: ['openai'] }],
  });

  // It replaces the overview until it is deleted.
  await page.getByRole('button', { name: 'More for Our week' }).click();
  await page.getByRole('menuitem', { name: 'Open as overview' }).click();
  await page
    .getByRole('row', { name: /Our week/ })
    .getByText('Opens as overview')
    .waitFor();
  await shot(page, 'dashboards-home');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Overview', exact: true }).first().click();
  await page.getByRole('heading', { name: 'Our week', level: 1 }).waitFor(PATIENCE);
  expect(new URL(page.url()).pathname).toBe('/');
  await go(page, '/overview');
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor(PATIENCE);
  await go(page, '/');
  await page.getByRole('button', { name: 'More for Our week' }).click(PATIENCE);
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('Our week is deleted.').waitFor();
  await page.goto('/');
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor(PATIENCE);
  expect(faults).toEqual([]);
});

it('the overview can be copied, and reads well on a phone in dark mode', async () => {
  const { page, faults } = await visit('/?window=7d', {
    as: account,
    width: 390,
    height: 844,
    theme: 'dark',
    language: 'ja',
  });
  await page.getByRole('button', { name: 'ダッシュボードにコピー' }).click();
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/dashboards\/\d+$/);
  expect(new URL(page.url()).search).toBe('?window=7d');
  await page.getByRole('heading', { name: '概要のコピー' }).waitFor();
  await page.getByRole('figure').nth(5).waitFor(PATIENCE);
  await page.getByRole('list', { name: 'コスト上位のモデル' }).waitFor(PATIENCE);
  await shot(page, 'dashboard-390-dark-ja');
  await expectFits(page);
  await expectAccessible(page);
  expect(faults).toEqual([]);
});

it('what someone else saved meanwhile is not overwritten', async () => {
  const { dashboard } = await ask('POST', '/v1/dashboards', { name: 'Shared', widgets: [] });
  const { page } = await visit(`/dashboards/${dashboard.id}?edit=true`, { as: account });
  await page.getByRole('button', { name: 'Name and description' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Mine');
  await page.getByRole('button', { name: 'Apply' }).click();
  await ask('PUT', `/v1/dashboards/${dashboard.id}`, { name: 'Theirs', widgets: [], version: 1 });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Someone else has changed this dashboard').waitFor();
  await page.getByRole('button', { name: 'Load their version' }).click();
  await page.getByRole('heading', { name: 'Theirs' }).waitFor();
  expect(new URL(page.url()).search).toBe('');
});
