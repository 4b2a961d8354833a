import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { makeAccount, type Account } from './account.ts';
import { BLANK, expectAccessible, expectFits, go, pageCpuMs, shot, visit } from './browser.ts';
import { docsShots } from './docs-shots.ts';
import { sampleCalls } from './sample-calls.ts';
import { agent, chatIn, says, sendSpans, tool, type Span } from './spans.ts';

const TRACE = '5b8efff798038103d269b633813fc60c';
const ODD = '9a1c0ffee798038103d269b633813f0d';
const LONG = '4d15c0de798038103d269b633813f111';
const SESSION = 'support/visitor-42';
const chat = chatIn(SESSION);
/** The first message of the session. */
const ASKED = 'Where is my order 1187?';
// An emulated, shared engine answers slowly.
const PATIENCE = { timeout: 100_000 };

const ANSWER = 'Your order is on its way from Osaka.';
const FOUND = [
  { id: 'faq-12', title: 'Delivery times', content: 'Parcels take two days.', score: 0.87 },
  { id: 'faq-31', content: 'Orders can be changed for an hour.', score: 0.52 },
];

const ORDER: Span[] = [
  {
    name: 'invoke_agent Support',
    id: 1,
    from: 0,
    to: 9_400,
    attributes: {
      ...agent('Support'),
      'gen_ai.input.messages': says('user', ASKED),
      'gen_ai.output.messages': says('assistant', ANSWER),
    },
  },
  {
    name: 'chat gpt-4o',
    id: 2,
    under: 1,
    from: 20,
    to: 1_630,
    attributes: chat('gpt-4o', 1_840, 120, ASKED, 'I will look it up.'),
  },
  {
    name: 'execute_tool find_order',
    id: 3,
    under: 1,
    from: 1_640,
    to: 2_420,
    attributes: {
      ...tool('find_order'),
      'gen_ai.tool.call.arguments': '{"order":1187}',
      'gen_ai.tool.call.result': '{"state":"shipped"}',
    },
  },
  {
    name: 'retrieval faq',
    id: 11,
    under: 1,
    from: 2_421,
    to: 2_429,
    attributes: {
      'gen_ai.operation.name': 'retrieval',
      'gen_ai.retrieval.query.text': 'delivery times',
      'gen_ai.retrieval.documents': JSON.stringify(FOUND),
    },
  },
  {
    name: 'SELECT orders',
    id: 4,
    under: 3,
    from: 1_660,
    to: 2_380,
    attributes: { 'db.system': 'postgresql' },
  },
  { name: 'invoke_agent Logistics', id: 5, under: 1, from: 2_430, to: 7_900, attributes: agent('Logistics') },
  {
    name: 'execute_tool track_parcel',
    id: 6,
    under: 5,
    from: 2_440,
    to: 5_450,
    error: 'The server did not answer within 3 s',
    attributes: tool('track_parcel'),
  },
  {
    name: 'execute_tool track_parcel',
    id: 7,
    under: 5,
    from: 5_460,
    to: 6_610,
    attributes: tool('track_parcel'),
  },
  { name: 'execute_tool weather', id: 8, under: 5, from: 2_450, to: 3_020, attributes: tool('weather') },
  {
    name: 'chat gpt-4o-mini',
    id: 9,
    under: 5,
    from: 6_620,
    to: 7_890,
    attributes: chat('gpt-4o-mini', 2_210, 340, 'Sum up the parcel’s way.', 'It left Osaka this morning.'),
  },
  {
    name: 'chat gpt-4o',
    id: 10,
    under: 1,
    from: 7_910,
    to: 9_380,
    attributes: chat('gpt-4o', 2_950, 210, 'Answer the customer.', ANSWER),
  },
];

let account: Account;
let startMs: number;
beforeAll(async () => {
  account = await makeAccount();
  const consent = await fetch(`${inject('serviceUrl')}/v1/account/consents/plaintext-storage`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${account.apiKey}` },
  });
  if (!consent.ok) throw new Error(await consent.text());
  startMs = Date.now() - 600_000;
  await sendSpans(account, TRACE, startMs, ORDER);
  await sendSpans(account, ODD, startMs + 240_000, [
    {
      name: 'chat gpt-4o-mini',
      id: 21,
      under: 99,
      from: 0,
      to: 900,
      attributes: chat('gpt-4o-mini', 900, 60, 'And when will it be here?', 'Tomorrow before noon.'),
    },
    { name: 'tidy up', id: 22, from: 950, to: 1_200 },
  ]);
  // More spans than come with content; the last one is a call.
  await sendSpans(account, LONG, startMs + 300_000, [
    { name: 'invoke_agent Crawler', id: 1_000, from: 0, to: 61_000, attributes: agent('Crawler') },
    ...Array.from({ length: 540 }, (_, at) => ({
      name: 'execute_tool fetch',
      id: 1_001 + at,
      under: 1_000,
      from: at * 100,
      to: at * 100 + 90,
      attributes: { ...tool('fetch'), 'gen_ai.tool.call.result': `page ${at + 1}` },
    })),
    {
      name: 'chat gpt-4o-mini',
      id: 1_999,
      under: 1_000,
      from: 60_000,
      to: 61_000,
      attributes: chat('gpt-4o-mini', 700, 40, 'Sum it all up.', 'The shop sells bicycles.'),
    },
  ]);
  await account.send(sessions(startMs));
}, 300_000);

/** Conversations of a few minutes each. */
const sessions = (endMs: number) =>
  sampleCalls(60, endMs).map((call, at) => {
    const number = Math.floor(at / 5);
    return Object.assign(call, {
      timestamp: new Date(endMs - number * 1_700_000 - (at % 5) * 47_000).toISOString(),
      sessionId: `support/${['ticket', 'chat', 'call'][number % 3]}-${8_123 - number * 7}`,
      requestMeta: { operation: 'chat', userId: `customer-${200 + Math.floor(at / 10)}` },
    });
  });

const REFUSED = { status: 400, contentType: 'application/json', body: '{"error":"No.","reason":"no"}' };

const tree = (page: Page) => page.getByRole('treegrid', { name: /Spans of the trace|トレースのスパン/ });
const row = (page: Page, name: string | RegExp) => tree(page).getByRole('row', { name });

const panel = (page: Page) => page.getByRole('complementary', { name: 'Span details' });

describe('a trace', () => {
  it(
    'is a tree with the content of every span beside it, and works by keyboard',
    { tags: ['journey'] },
    async () => {
      const { page, faults } = await visit(`/traces/${TRACE}`, { as: account, width: 1440 });
      await row(page, /track_parcel/)
        .first()
        .waitFor(PATIENCE);
      expect(await tree(page).getByRole('row').count()).toBe(ORDER.length + 1);
      expect((await row(page, /Support/).boundingBox())?.y).toBeLessThanOrEqual(160);
      // The root is selected first. It shows what the agent was asked and what it answered.
      await panel(page).getByText(ASKED).waitFor(PATIENCE);
      await panel(page).getByText(ANSWER).waitFor();
      await shot(page, 'trace-light');
      await docsShots(page, 'trace');
      await expectAccessible(page);
      const link = await page.getByRole('link', { name: 'View calls' }).getAttribute('href');
      expect(new URL(link ?? '', page.url()).searchParams.get('from')).toBe(
        new Date(startMs - 60_000).toISOString(),
      );

      await tree(page).focus();
      await page.keyboard.press('ArrowDown');
      await panel(page).getByText('I will look it up.').waitFor();
      expect(new URL(page.url()).searchParams.get('span')).not.toBeNull();
      await page.keyboard.press('ArrowDown');
      const result = panel(page).getByRole('region', { name: 'Result', exact: true });
      await result.getByText('"shipped"').waitFor();
      // Arguments that were sent as a text are shown as the JSON that they are.
      const given = await panel(page).getByRole('region', { name: 'Arguments' }).innerText();
      expect(given).toContain('1187');
      expect(given).not.toContain('{"order"');
      await shot(page, 'trace-tool');
      await row(page, /faq/).click();
      await panel(page).getByText('Delivery times', { exact: true }).waitFor();
      expect(await panel(page).getByText('score 0.87').count()).toBe(1);
      await shot(page, 'trace-documents');
      await expectAccessible(page);
      await row(page, /Logistics/).click();
      await panel(page).getByText('This span has no content of its own.').waitFor();
      await panel(page).getByText('It left Osaka this morning.').waitFor();
      await row(page, /SELECT orders/).click();
      await panel(page).getByText('Input and output are not stored').waitFor();

      await tree(page).focus();
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowLeft');
      expect(await tree(page).getByRole('row').count()).toBe(2);
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('End');
      await panel(page).getByText('Answer the customer.').waitFor();
      expect(await panel(page).getByRole('link', { name: 'Open call' }).getAttribute('href')).toMatch(
        /^\/calls\/.+/,
      );
      const divider = page.getByRole('separator', { name: 'Width of the list' });
      await divider.focus();
      await page.keyboard.press('ArrowRight');
      const width = await divider.getAttribute('aria-valuenow');
      await page.reload();
      await panel(page).getByText('Answer the customer.').waitFor(PATIENCE);
      expect(Number(await divider.getAttribute('aria-valuenow'))).toBeCloseTo(Number(width), 0);
      expect(Number(width)).toBeGreaterThan(36);

      await page.getByRole('radio', { name: 'Errors' }).click();
      await page.getByText('1 match', { exact: true }).waitFor();
      expect(await row(page, /Support|Logistics|track_parcel/).count()).toBe(3);
      await page.getByRole('searchbox', { name: 'Find spans' }).fill('nowhere');
      await page.getByText('No span matches').waitFor();
      expect(new URL(page.url()).searchParams.get('q')).toBe('nowhere');
      await page.getByRole('button', { name: 'Show all spans' }).click();
      await row(page, /weather/).waitFor();
      expect(faults).toEqual([]);
    },
  );

  it('takes annotations and dataset items from any span', async () => {
    const { page, faults } = await visit(`/traces/${TRACE}?tab=scores`, { as: account });
    await row(page, /find_order/).waitFor(PATIENCE);
    await row(page, /find_order/).click();
    const form = panel(page).getByRole('region', { name: 'Annotate' });
    await form.getByRole('radio', { name: '4' }).click();
    await form.getByRole('textbox', { name: 'Note' }).fill('Found at once.');
    await form.getByRole('button', { name: 'Save' }).click();
    await panel(page).getByText('Found at once.').waitFor(PATIENCE);
    expect(await panel(page).getByText('quality', { exact: true }).count()).toBe(1);
    await form.getByRole('radio', { name: 'Whole trace' }).click();
    await form.getByRole('textbox', { name: 'Label' }).fill('solved');
    await form.getByRole('button', { name: 'Save' }).click();
    await panel(page)
      .getByRole('region', { name: 'Scores of the whole trace' })
      .getByText('solved')
      .waitFor(PATIENCE);
    await shot(page, 'trace-scores');
    await expectAccessible(page);

    // A tool has no messages; the playground opens its input.
    const opened = await panel(page).getByRole('link', { name: 'Playground' }).getAttribute('href');
    expect(opened).toContain(`/playground?trace=${TRACE}&span=`);
    await panel(page).getByRole('button', { name: 'Add to dataset' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add to dataset' });
    await dialog.getByLabel('Dataset name').fill('Orders');
    expect(await dialog.getByLabel('Input').inputValue()).toContain('1187');
    await shot(page, 'trace-dataset');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Added to “Orders”.').waitFor(PATIENCE);
    // The dataset has this item now. It is offered first, and rejects a duplicate.
    await panel(page).getByRole('button', { name: 'Add to dataset' }).click();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.getByRole('alert').getByText('Already in the dataset').waitFor(PATIENCE);
    await page.keyboard.press('Escape');
    await row(page, /weather/).click();
    await panel(page).getByText('This span has no scores yet.').waitFor();
    await page.getByRole('tab', { name: 'Metadata' }).click();
    await panel(page).getByText('Span id').waitFor();
    expect(faults).toEqual([]);
  });

  it('zooms into its time, and has all messages in order', async () => {
    const { page, faults } = await visit(`/traces/${TRACE}?view=timeline`, { as: account, width: 1440 });
    await row(page, /weather/).waitFor(PATIENCE);
    await shot(page, 'trace-timeline');
    await expectAccessible(page);
    const axis = await tree(page).getByRole('columnheader', { name: 'Time' }).boundingBox();
    if (!axis) throw new Error('The time axis is not shown.');
    const y = axis.y + 100;
    await page.mouse.move(axis.x + 40, y);
    await page.mouse.down();
    await page.mouse.move(axis.x + 200, y, { steps: 4 });
    await shot(page, 'trace-zooming');
    await page.mouse.up();
    await page.waitForURL(/zoom=/);
    await shot(page, 'trace-zoomed');
    await page.getByRole('button', { name: 'Reset zoom' }).waitFor();
    await tree(page).focus();
    await page.keyboard.press('Escape');
    await expect.poll(() => new URL(page.url()).searchParams.get('zoom')).toBeNull();
    await page.keyboard.press('+');
    await page.waitForURL(/zoom=/);
    await page.mouse.dblclick(axis.x + 40, y);
    await expect.poll(() => new URL(page.url()).searchParams.get('zoom')).toBeNull();

    await page.getByRole('radio', { name: 'Log' }).click();
    const log = page.getByRole('region', { name: 'Messages in order' });
    await log.getByText(ASKED).waitFor();
    // The agent and its first call have the same question.
    expect(await log.getByText(ASKED).count()).toBe(1);
    await shot(page, 'trace-log');
    await expectAccessible(page);
    await log.getByRole('button', { name: 'Show find_order in the tree' }).click();
    await panel(page).getByRole('region', { name: 'Arguments' }).waitFor();
    expect(faults).toEqual([]);
  });

  it('has a graph of its agents, and reads well in dark mode', async () => {
    const { page } = await visit(`/traces/${TRACE}?view=graph`, { as: account, theme: 'dark' });
    const graph = page.getByRole('group', { name: /Graph of 9 nodes/ });
    await graph.waitFor(PATIENCE);
    await shot(page, 'trace-graph-dark');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await page.getByRole('button', { name: 'Fit to screen' }).click();
    await graph.getByRole('button', { name: 'Show track_parcel in the tree' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('2 matches').waitFor();
    await row(page, /track_parcel/)
      .first()
      .click();
    await panel(page).getByText('The server did not answer within 3 s').waitFor();
    await shot(page, 'trace-dark');
    await expectAccessible(page);
  });

  it('fits a phone in Japanese, and says what is odd or missing', async () => {
    const phone = { as: account, width: 390, height: 844, language: 'ja' } as const;
    const { page } = await visit(`/traces/${ODD}`, phone);
    await row(page, /tidy up/).waitFor(PATIENCE);
    await page.getByText('1 個のスパンの親が見つかりません').waitFor();
    await page.getByText('最上位に 2 個のスパンが並んでいます').waitFor();
    await shot(page, 'trace-390-ja');
    await expectFits(page);
    await expectAccessible(page);
    await row(page, /gpt-4o-mini/).click();
    const drawer = page.getByRole('dialog', { name: 'スパンの詳細' });
    await drawer.getByText('Tomorrow before noon.').waitFor();
    await shot(page, 'trace-drawer-390-ja');
    await expectFits(page);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    // Clients choose their ids, including long ones.
    await go(page, `/traces/${'0123456789abcdef'.repeat(8)}`);
    await page.getByText('このトレースは見つかりません').waitFor(PATIENCE);
    await shot(page, 'trace-missing-390-ja');
    await expectFits(page);
  });

  it('is complete even if it has more spans than are sent with content', async () => {
    const { page, faults } = await visit(`/traces/${LONG}`, { as: account });
    await page.getByRole('heading', { level: 1, name: 'Crawler' }).waitFor(PATIENCE);
    await page.getByRole('treegrid', { name: 'Spans of the trace, 542' }).waitFor(PATIENCE);
    // The repeated ones are one row.
    await row(page, /fetch × 540/).waitFor();
    expect(await tree(page).getByRole('row').count()).toBe(4);
    await tree(page).focus();
    await page.keyboard.press('End');
    await panel(page).getByText('The shop sells bicycles.').waitFor(PATIENCE);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => tree(page).getByRole('row').count()).toBeGreaterThan(10);
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowUp');
    // The span was sent without its content, which is loaded when it is selected.
    await panel(page).getByText('page 540').waitFor(PATIENCE);
    await shot(page, 'trace-long');
    await expectAccessible(page);
    expect(faults).toEqual([]);
  });

  it('opens thirty thousand spans in a moment, with a skeleton and a retry', async () => {
    const { page } = await visit(BLANK, { as: account });
    await page.route('**/v1/query/trace/**', () => undefined);
    await page.goto('/traces/large', { waitUntil: 'commit' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('status').first().waitFor();
    await shot(page, 'trace-loading');
    await page.unroute('**/v1/query/trace/**');
    await page.route('**/v1/query/trace/**', (route) => route.fulfill(REFUSED));
    await page.reload();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await shot(page, 'trace-error');
    await page.unroute('**/v1/query/trace/**');

    const { first, pages } = largeTrace();
    let answers = false;
    await page.route('**/v1/query/trace/large/spans/*', (route) => route.fulfill({ json: { span: first } }));
    await page.route('**/v1/query/trace/large/spans?**', (route) => {
      const at = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0);
      if (at > 0 && !answers) return route.fulfill(REFUSED);
      return route.fulfill({ json: pages[at] });
    });
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('These are its first 10,000 spans').waitFor();
    await shot(page, 'trace-large-part');
    answers = true;
    await page.getByRole('button', { name: 'Load the rest' }).click();
    await page.getByRole('treegrid', { name: 'Spans of the trace, 30,001' }).waitFor();
    await row(page, /run/).waitFor();
    expect(await tree(page).getByRole('row').count()).toBeLessThan(60);
    await shot(page, 'trace-large');
    await expectAccessible(page);

    await tree(page).focus();
    const jumpMs = await pageCpuMs(page, () =>
      page.evaluate(async () => {
        const list = document.querySelector('[role=treegrid]') as HTMLElement;
        for (let step = 0; step < 40; step++) {
          list.scrollTop += 9_000;
          await new Promise((done) => requestAnimationFrame(done));
        }
      }),
    );
    const toggleMs = await pageCpuMs(page, () =>
      page.evaluate(async () => {
        for (const name of ['Collapse all', 'Expand all'])
          document.querySelector<HTMLElement>(`button[aria-label="${name}"]`)?.click();
        await new Promise((done) => requestAnimationFrame(done));
      }),
    );
    // Work that grows with the number of spans would take seconds each time.
    expect(jumpMs / 40).toBeLessThan(500);
    expect(toggleMs).toBeLessThan(2_000);
    await page.getByRole('button', { name: 'Expand all' }).click();
    await tree(page).focus();
    await page.keyboard.press('End');
    await row(page, /call 299\.98/).waitFor();
    await page.getByRole('searchbox', { name: 'Find spans' }).fill('call 123.45');
    await page.getByText('1 match', { exact: true }).waitFor();
    // Names that differ by a number are one node.
    await page.getByRole('radio', { name: 'Graph' }).click();
    await page.getByRole('group', { name: /Graph of 4 nodes/ }).waitFor();
  });
});

describe('sessions', () => {
  it('are listed, most recently active first, found by a search, and read as a chat', async () => {
    const { page, faults } = await visit('/sessions?window=24h', { as: account });
    await page.getByRole('link', { name: ASKED }).waitFor(PATIENCE);
    await shot(page, 'sessions-light');
    await docsShots(page, 'sessions');
    await expectAccessible(page);
    const list = page.getByRole('grid', { name: /^Sessions/ });
    const rows = list.getByRole('row');
    expect(await rows.count()).toBe(14);
    // Named by its first message, or by its id alone if no message is stored.
    expect(await rows.nth(1).getByRole('link').first().innerText()).toBe(ASKED);
    expect(await rows.nth(1).innerText()).toContain(SESSION);
    expect(await rows.getByRole('link', { name: /^support/ }).count()).toBe(12);
    await page.getByRole('searchbox', { name: 'Search sessions' }).fill('VISITOR-42');
    await page.keyboard.press('Enter');
    await expect.poll(() => rows.count(), PATIENCE).toBe(2);
    await page.getByRole('link', { name: ASKED }).click();
    const second = page.getByRole('region', { name: 'Turn 2' });
    await second.getByText('Tomorrow before noon.').waitFor(PATIENCE);
    expect(new URL(page.url()).pathname).toBe(`/sessions/${encodeURIComponent(SESSION)}`);
    await page.getByRole('heading', { level: 1, name: 'Where is my order 1187?' }).waitFor();
    await page.getByText('Your order is on its way from Osaka.').waitFor();
    await shot(page, 'session-light');
    await expectAccessible(page);
    // The list of calls has the window of the session, so it contains all of them.
    const calls = new URL(
      (await page.getByRole('link', { name: 'View calls' }).getAttribute('href')) ?? '',
      page.url(),
    );
    expect(calls.searchParams.get('sessionId')).toBe(SESSION);
    expect(calls.searchParams.get('from')).toBe(new Date(startMs + 20).toISOString());
    expect(Date.parse(calls.searchParams.get('to') ?? '')).toBeGreaterThan(startMs + 240_000);
    await docsShots(page, 'session');
    await second.getByRole('link', { name: 'Open the trace' }).click();
    await expect.poll(() => new URL(page.url()).pathname, PATIENCE).toBe(`/traces/${ODD}`);
    await page.goBack();
    await second.getByText('Tomorrow before noon.').waitFor();
    expect(faults).toEqual([]);
  });

  it('fit a phone in dark mode, and say what to do if there are none', async () => {
    const phone = { as: account, width: 390, height: 844, theme: 'dark' } as const;
    const { page } = await visit(`/sessions/${encodeURIComponent(SESSION)}`, phone);
    await page.getByRole('region', { name: 'Turn 2' }).waitFor(PATIENCE);
    await shot(page, 'session-390-dark');
    await expectFits(page);
    await expectAccessible(page);
    await page.goto('/sessions?window=24h');
    await page.getByRole('link', { name: ASKED }).waitFor(PATIENCE);
    await shot(page, 'sessions-390-dark');
    await expectFits(page);
    await expectAccessible(page);
    await go(page, '/sessions/nobody');
    await page.getByText('Session not found').waitFor(PATIENCE);
    await go(page, '/sessions?userId=nobody');
    await page.getByText('No sessions in this window').waitFor(PATIENCE);
    await shot(page, 'sessions-empty-390-dark');
    await expectAccessible(page);
    await page.route('**/v1/query/sessions', (route) => route.fulfill(REFUSED));
    await page.reload();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await shot(page, 'sessions-error-390-dark');
  });
});

/**
 * Thirty thousand spans as the service sends them: the first ones with content, then all of them with figures
 * only.
 */
function largeTrace() {
  const span = (name: string, from: number, to: number, under: string | null, type: string) => ({
    id: name,
    kind: 'observation',
    type,
    name,
    spanId: name,
    parentSpanId: under,
    startTime: new Date(startMs + from).toISOString(),
    durationMs: to - from,
    error: null,
  });
  const all = [span('run', 0, 30_000, null, 'agent')];
  for (let step = 0; step < 300; step++) {
    all.push(span(`step ${step}`, step * 100, step * 100 + 99, 'run', 'agent'));
    for (let one = 0; one < 99; one++) {
      const from = step * 100 + one;
      all.push(span(`call ${step}.${one}`, from, from + 1, `step ${step}`, 'tool'));
    }
  }
  const none = {
    provider: null,
    model: null,
    totalTokens: null,
    costUsd: null,
    agent: null,
    tool: null,
    sessionId: null,
    userId: null,
    tools: [],
  };
  const light = all.map((one) => Object.assign({}, one, none));
  const PAGE = 10_000;
  const count = Math.ceil(light.length / PAGE);
  return {
    first: Object.assign({ attributes: {}, call: null, children: [] }, all[0]),
    pages: Array.from({ length: count }, (_, at) => ({
      spans: light.slice(at * PAGE, (at + 1) * PAGE),
      total: light.length,
      voice: false,
      truncated: false,
      nextCursor: at + 1 < count ? String(at + 1) : null,
    })),
  };
}
