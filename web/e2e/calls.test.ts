import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { makeAccount, type Account } from './account.ts';
import { expectAccessible, expectFits, go, shot, visit } from './browser.ts';
import { docsShots } from './docs-shots.ts';
import { sampleCalls } from './sample-calls.ts';

// An emulated, shared engine answers slowly.
const PATIENCE = { timeout: 100_000 };
const TRACE = '5b8efff798038103d269b633813fc60c';
const NOW = Date.now();

const SAID = {
  systemInstructions:
    'You answer customers of a bicycle shop. Look orders up before you say anything about them.',
  input: [
    { role: 'user', content: 'Where is my order 1187? I wanted to ride on Sunday.' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c1', function: { name: 'find_order', arguments: '{"order":1187}' } }],
    },
    { role: 'tool', tool_call_id: 'c1', content: '{"state":"on its way","carrier":"Yamato","days":2}' },
  ],
  output: [
    {
      role: 'assistant',
      content:
        'It is on its way with Yamato and should be there on Saturday.\n\n```\ntracking 4411-2210\n```\nHave a good ride!',
      tool_calls: [{ id: 'c2', function: { name: 'remind', arguments: '{"day":"Saturday","at":"10:00"}' } }],
    },
  ],
};

const call = (id: string, more: object) => ({
  id,
  provider: 'openai',
  model: 'gpt-4o',
  timestamp: new Date(NOW - 30_000).toISOString(),
  promptTokens: 900,
  completionTokens: 120,
  totalTokens: 1020,
  costUsd: 0.003_45,
  latencyMs: 1_240,
  tags: { feature: 'support-chat', env: 'production' },
  sessionId: 'visitor-42',
  traceId: 'order-1187',
  ...more,
});

const attribute = ([key, value]: [string, string | number]) => ({
  key,
  value: typeof value === 'number' ? { intValue: value } : { stringValue: value },
});

/** A span without a cost, so the service derives it. */
const span = {
  resourceSpans: [
    {
      resource: { attributes: [] },
      scopeSpans: [
        {
          scope: { name: 'e2e' },
          spans: [
            {
              traceId: TRACE,
              spanId: 'eee19b7ec3c1b174',
              name: 'chat gpt-4o',
              kind: 3,
              startTimeUnixNano: `${NOW - 20_000}000000`,
              endTimeUnixNano: `${NOW - 18_000}000000`,
              attributes: Object.entries({
                'gen_ai.operation.name': 'chat',
                'gen_ai.provider.name': 'openai',
                'gen_ai.request.model': 'gpt-4o',
                'gen_ai.usage.input_tokens': 10_000,
                'gen_ai.usage.cache_read.input_tokens': 4_000,
                'gen_ai.usage.output_tokens': 1_000,
                'gen_ai.input.messages': JSON.stringify([
                  { role: 'user', parts: [{ type: 'text', content: 'Sum the invoices up.' }] },
                ]),
                'gen_ai.output.messages': JSON.stringify([
                  { role: 'assistant', parts: [{ type: 'text', content: 'They come to 4,210 euros.' }] },
                ]),
              }).map(attribute),
            },
          ],
        },
      ],
    },
  ],
};

/** Retries on 503, which a busy engine answers. */
async function patiently(work: () => Promise<unknown>): Promise<unknown> {
  for (let left = 6; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (left === 0 || !String(error).includes(' 503 ')) throw error;
    }
  }
}

let account: Account;
beforeAll(async () => {
  account = await makeAccount();
  const send = (records: object[]) => patiently(() => account.send(records));
  await send(sampleCalls(260, NOW));
  await send([call('unstored-1', { requestMeta: { input: 'Hello there', output: 'Good day!' } })]);
  await account.api('PUT', '/v1/account/consents/plaintext-storage');
  await send([
    call('said/1', {
      requestMeta: {
        ...SAID,
        ttftMs: 310,
        userId: 'user-7',
        finishReasons: ['tool_calls'],
        promptName: 'support',
        promptVersion: '3',
      },
      toolCalls: [
        { id: 'c2', name: 'remind', arguments: { day: 'Saturday' }, result: { ok: true }, durationMs: 84 },
      ],
    }),
  ]);
  await patiently(() => account.api('POST', '/v1/traces', span));
  const criterion = {
    name: 'Names the carrier',
    type: 'contains',
    rubric: 'Yamato',
    scaleMin: 0,
    scaleMax: 1,
  };
  const made = (await account.api('POST', '/v1/eval-criteria', criterion)) as { criteria: { id: number }[] };
  await account.api('POST', '/v1/eval-runs', {
    name: 'Orders, nightly',
    criterionIds: made.criteria.slice(-1).map(({ id }) => id),
    filter: { traceId: 'order-1187' },
  });
}, 400_000);

const grid = (page: Page) => page.getByRole('grid', { name: /^(Calls|呼び出し),/ });
const address = (page: Page) => new URL(page.url());

describe('the calls', () => {
  it(
    'are listed, searched, sorted, filtered and opened by keyboard',
    { timeout: 300_000, tags: ['journey'] },
    async () => {
      const { page, faults } = await visit('/calls?window=30d', { as: account });
      await grid(page).waitFor(PATIENCE);
      await page.getByText('263 calls').waitFor(PATIENCE);
      await shot(page, 'calls-light');
      await docsShots(page, 'calls');
      await expectAccessible(page);

      // Going to the end loads the next page, until all calls are there.
      await page.keyboard.press('ArrowDown');
      const last = page.locator('[role=row][aria-rowindex="264"]');
      await expect
        .poll(async () => {
          await page.keyboard.press('End');
          return last.count();
        }, PATIENCE)
        .toBe(1);

      // Searching content takes an emulated engine a while for each day of the window.
      await page.goto('/calls?window=24h');
      await grid(page).waitFor(PATIENCE);
      await page.keyboard.press('/');
      await page.keyboard.type('invoices');
      await page.keyboard.press('Enter');
      await expect.poll(() => address(page).searchParams.get('search'), PATIENCE).toBe('invoices');
      await page.getByText(/^1 call /).waitFor(PATIENCE);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'gpt-4o', level: 1 }).waitFor(PATIENCE);
      await page.goBack();
      await expect.poll(() => page.getByRole('searchbox').inputValue(), PATIENCE).toBe('invoices');
      await page.goBack();
      await expect.poll(() => page.getByRole('searchbox').inputValue(), PATIENCE).toBe('');

      await grid(page).getByRole('button', { name: 'Cost' }).click();
      await expect.poll(() => address(page).search, PATIENCE).toBe('?window=24h&sort=cost_usd&order=desc');
      await go(page, '/calls?promptName=support&promptVersion=3');
      await page.getByRole('button', { name: 'Remove Prompt support' }).waitFor(PATIENCE);
      await page.getByText(/^1 call /).waitFor(PATIENCE);
      expect(faults).toEqual([]);
    },
  );

  it('are saved as a view, shown in chosen columns, and exported as a file', async () => {
    const { page, faults } = await visit('/calls?window=30d&error=true', { as: account, theme: 'dark' });
    await grid(page).waitFor(PATIENCE);
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Save this view' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Failed lately');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Failed lately' }).waitFor();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'User' }).click();
    await page.keyboard.press('Escape');
    await grid(page).getByRole('columnheader', { name: 'User' }).waitFor();
    await shot(page, 'calls-dark');
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Export' }).click();
    const dialog = page.getByRole('dialog', { name: 'Export calls' });
    await dialog.getByRole('checkbox', { name: 'With messages' }).waitFor();
    await dialog.getByRole('radio', { name: /CSV/ }).check();
    await shot(page, 'calls-export');
    const download = page.waitForEvent('download', PATIENCE);
    await dialog.getByRole('button', { name: 'Download' }).click();
    const file = readFileSync(await (await download).path(), 'utf8');
    const rows = file.trim().split('\r\n');
    expect(rows[0]).toContain('id,provider,model');
    expect(rows.length).toBeGreaterThan(3);
    expect(rows.slice(1).every((row) => /rate_limit|timeout|context_length/.test(row))).toBe(true);

    await page.goto(`/calls?window=30d&where=${encodeURIComponent('["id","is","said/1"]')}`);
    await page.getByRole('button', { name: 'Export' }).click(PATIENCE);
    await dialog.getByRole('radio', { name: /JSON/ }).check();
    await dialog.getByRole('checkbox', { name: 'With messages' }).check();
    const second = page.waitForEvent('download', PATIENCE);
    await dialog.getByRole('button', { name: 'Download' }).click();
    const said = JSON.parse(readFileSync(await (await second).path(), 'utf8')) as {
      records: { id: string; input: unknown; output: unknown }[];
    };
    expect(said.records.map(({ id }) => id)).toEqual(['said/1']);
    expect(JSON.stringify(said.records[0]?.input)).toContain('user');
    expect(said.records[0]?.output).not.toBeNull();

    await page.goto('/calls');
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Failed lately' }).click();
    await expect.poll(() => address(page).search, PATIENCE).toBe('?error=true&window=30d');
    await page.getByRole('button', { name: 'Failed lately' }).click();
    await page.getByRole('menuitem', { name: 'Manage views' }).click();
    await page.getByRole('button', { name: 'Delete Failed lately' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('“Failed lately” is deleted.').waitFor();
    expect(faults).toEqual([]);
  });

  it('fit a phone, load with a skeleton, and say what to do when the list is empty or fails', async () => {
    const { page } = await visit('/calls?window=30d', {
      as: account,
      width: 390,
      height: 844,
      language: 'ja',
    });
    await grid(page).waitFor(PATIENCE);
    await shot(page, 'calls-390-ja');
    await expectFits(page);
    await expectAccessible(page);
    await go(page, '/calls?window=30d&model=nobody');
    await page.getByRole('button', { name: '条件をクリア' }).waitFor(PATIENCE);
    await shot(page, 'calls-empty-390-ja');
    await page.route('**/v1/query/**', (route) =>
      route.fulfill({ status: 400, contentType: 'application/json', body: '{"error":"No.","reason":"no"}' }),
    );
    await page.reload();
    await page.getByRole('button', { name: '再試行' }).waitFor();
    await shot(page, 'calls-error-390-ja');
    await expectAccessible(page);
    await page.route('**/v1/query/**', () => undefined);
    await page.reload({ waitUntil: 'commit' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('status').first().waitFor();
    await shot(page, 'calls-loading-390-ja');

    const nobody = await makeAccount('Nobody yet');
    const { page: empty } = await visit('/calls', { as: nobody });
    await empty.getByRole('link', { name: 'Connect your application' }).last().waitFor(PATIENCE);
    await shot(empty, 'calls-none');
    await expectAccessible(empty);
  });
});

describe('a call', () => {
  it('is read as a chat, annotated, and put into a dataset', async () => {
    const { page, faults } = await visit(`/calls/${encodeURIComponent('said/1')}`, { as: account });
    await page.getByText('It is on its way with Yamato').waitFor(PATIENCE);
    await page.getByText('Where is my order 1187?').waitFor();
    await page.getByText('You answer customers').waitFor();
    await page.getByText('find_order', { exact: true }).waitFor();
    await page.getByText('84 ms').waitFor();
    const about = page.getByRole('complementary', { name: 'About this call' });
    const open = (tab: string | RegExp) => about.getByRole('tab', { name: tab }).click();
    expect(await page.getByRole('link', { name: 'visitor-42', exact: true }).getAttribute('href')).toBe(
      '/sessions/visitor-42',
    );
    expect(await page.getByRole('link', { name: /feature support-chat/ }).getAttribute('href')).toBe(
      '/calls?tag=feature:support-chat&window=7d',
    );
    const trail = page.getByRole('navigation', { name: 'Breadcrumbs' });
    expect(await trail.getByRole('link').allInnerTexts()).toEqual([
      'Calls',
      'User user-7',
      'Session visitor-42',
      'Trace order-1187',
    ]);
    await open('Cost');
    await page.getByText('The program sent this cost').waitFor();
    await open('Safety');
    await page.getByText('Not assessed').waitFor(PATIENCE);
    await open(/^Scores/);
    const scores = about.getByRole('tabpanel', { name: /^Scores/ });
    await expect
      .poll(
        async () => {
          if ((await scores.getByText('Names the carrier').count()) === 0) await page.reload();
          await scores.getByText(/Names the carrier|Not scored yet/).waitFor(PATIENCE);
          return scores.getByText('Names the carrier').count();
        },
        { ...PATIENCE, interval: 2_000 },
      )
      .toBe(1);
    await docsShots(page, 'call');

    await open(/^Annotations/);
    await page.getByRole('radio', { name: '2 of 5' }).check();
    await page.getByLabel('Label').fill('too hasty');
    await page.getByLabel('Note').fill('Promises a day that the carrier did not.');
    await page.getByRole('button', { name: 'Annotate' }).click();
    await page.getByText('2/5').waitFor(PATIENCE);
    await shot(page, 'call-light');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Delete this annotation' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect.poll(() => page.getByText('2/5').count(), PATIENCE).toBe(0);

    await page.getByRole('button', { name: 'Add to dataset' }).click();
    await page.getByLabel('Dataset name').fill('Orders');
    await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
    await page.getByText('Added to “Orders”.').waitFor(PATIENCE);
    await page.getByRole('button', { name: 'Add to dataset' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
    await page.getByRole('dialog').getByRole('alert').waitFor(PATIENCE);
    await shot(page, 'call-dataset');
    await expectAccessible(page);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Copy request' }).click();
    await page.getByRole('menuitem', { name: 'As cURL' }).click();
    await page.getByText('The request is copied.').waitFor();
    await open('Raw');
    await page.getByRole('group', { name: 'The call as JSON' }).waitFor();
    expect(address(page).search).toBe('?tab=raw');
    expect(faults).toEqual([]);
  });

  it('has its cost explained by the price that was used', async () => {
    const { page } = await visit(`/calls?traceId=${TRACE}`, { as: account, theme: 'dark' });
    await grid(page).waitFor(PATIENCE);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: 'Cost' }).click(PATIENCE);
    const cost = page.getByRole('table', { name: 'Cost' });
    await cost.waitFor(PATIENCE);
    const lines = await cost.getByRole('row').allInnerTexts();
    // 6,000 + 4,000 + 1,000 tokens of gpt-4o at $2.50, $1.25 and $10 per million.
    expect(lines.slice(1).map((line) => line.split(/\s*\t\s*/))).toEqual([
      ['Input', '6,000', '$2.50', '$0.015'],
      ['Read from cache', '4,000', '$1.25', '$0.005'],
      ['Output', '1,000', '$10.00', '$0.01'],
      ['Total', '11,000', '$0.03'],
    ]);
    await page.getByText('catalog of this release').waitFor();
    await page.getByText('They come to 4,210 euros.').waitFor();
    await shot(page, 'call-dark');
    await expectAccessible(page);
  });

  it('says why nothing is stored, fits a phone, and explains a missing call', async () => {
    const { page } = await visit('/calls/unstored-1', {
      as: account,
      width: 390,
      height: 844,
      theme: 'dark',
      language: 'ja',
    });
    await page.getByText('メッセージは保存されていません').waitFor(PATIENCE);
    await page.getByText('入力: 11 文字').waitFor();
    await shot(page, 'call-unstored-390-dark-ja');
    await expectFits(page);
    await expectAccessible(page);
    await go(page, `/calls/${encodeURIComponent('said/1')}`);
    await page.getByText('It is on its way with Yamato').waitFor(PATIENCE);
    await shot(page, 'call-390-dark-ja');
    await expectFits(page);
    await page.goto('/calls/never-sent');
    await page.getByRole('link', { name: '呼び出し一覧' }).waitFor(PATIENCE);
    await shot(page, 'call-gone-390');
    await expectAccessible(page);
  });
});
