// How messages are rendered: Markdown, images, tools, a chat, hostile and huge content. Also the pages of the
// users who wrote them.
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { makeAccount, type Account } from './account.ts';
import { expectAccessible, expectFits, go, shot, visit } from './browser.ts';

const PATIENCE = { timeout: 100_000 };
const NOW = Date.now();
/** One red point. */
const RED =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const HOST = 'https://pictures.example';

const ANSWER = `# Your order

It is **on its way** and ~~late~~ *soon* there. See [the carrier](https://carrier.example/1187) or write to <help@shop.example>.

| Stop | Time |
|:-----|-----:|
| Osaka | 09:00 |
| Kyoto | 14:30 |

- [x] packed
- [ ] delivered

> Ride safely.

\`\`\`python
print("tracking", 4411)
\`\`\`

![the bicycle](${HOST}/bicycle.png)

<script>window.hacked = 1</script>

<img src="${HOST}/spy.png" onerror="window.hacked = 2"> and [here](javascript:window.hacked=3) and <a href="javascript:window.hacked=4">there</a>`;

const RESULT = Array.from({ length: 60 }, (_, at) => `row ${at + 1}`).join('\n');

const call = (id: string, secondsAgo: number, requestMeta: object) => ({
  id,
  provider: 'openai',
  model: 'gpt-4o',
  timestamp: new Date(NOW - secondsAgo * 1_000).toISOString(),
  promptTokens: 900,
  completionTokens: 120,
  totalTokens: 1_020,
  costUsd: 0.003_45,
  latencyMs: 1_240,
  requestMeta,
});

const TALK = [
  { role: 'user', content: 'Where is my order? I wait.' },
  { role: 'assistant', content: 'In Osaka.' },
  { role: 'user', content: 'And tomorrow?' },
  { role: 'assistant', content: 'In Kyoto.' },
  { role: 'user', content: 'Thank you!' },
];
const SYSTEM = { role: 'system', content: 'You answer customers of a bicycle shop.' };

let account: Account;
beforeAll(async () => {
  account = await makeAccount();
  const consent = await fetch(`${inject('serviceUrl')}/v1/account/consents/plaintext-storage`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${account.apiKey}` },
  });
  if (!consent.ok) throw new Error(await consent.text());
  await account.send([
    call('drawn', 60, {
      userId: 'ada',
      temperature: 0.2,
      input: [
        { role: 'system', content: 'Answer at length. '.repeat(60) },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Where is it?' },
            { type: 'image_url', image_url: { url: `data:image/png;base64,${RED}` } },
            { type: 'image_url', image_url: { url: `data:image/png;base64,${RED.slice(0, 30)}` } },
          ],
        },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 't1', function: { name: 'find_order', arguments: '{"order":1187}' } }],
        },
        { role: 'tool', tool_call_id: 't1', content: RESULT },
      ],
      output: [
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'The carrier knows.' },
            { type: 'text', text: ANSWER },
          ],
        },
      ],
    }),
    call('huge', 50, {
      input: `\`\`\`\n${Array.from({ length: 10_000 }, (_, at) => `a${at}`).join('\n')}\n\`\`\``,
      output: `| a | b |\n|---|---|\n${'| 1 | 2 |\n'.repeat(5_000)}`,
    }),
    ...[0, 1, 2].map((turn) =>
      Object.assign(
        call(`chat-${turn}`, 40 * 86_400 - turn * 60, {
          userId: 'ada',
          input: [SYSTEM, ...TALK.slice(0, turn * 2 + 1)],
          output: TALK[turn * 2 + 1]?.content ?? 'You are welcome.',
        }),
        { sessionId: 'chat-1' },
      ),
    ),
    { ...call('bare', 30, { operation: 'chat' }), sessionId: 'silent' },
  ]);
}, 300_000);

describe('messages', () => {
  it('are rendered as written, run nothing, and load nothing without a click', async () => {
    const { page, faults } = await visit('/calls/drawn', { as: account });
    const foreign: string[] = [];
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(inject('serviceUrl')) && !url.startsWith('data:')) foreign.push(url);
    });
    await page.getByRole('region', { name: 'Table' }).waitFor(PATIENCE);
    await page.getByText('temperature').waitFor();
    const carrier = page.getByRole('link', { name: 'the carrier' });
    expect(await carrier.getAttribute('rel')).toBe('noreferrer noopener');
    expect(await page.getByRole('cell', { name: '14:30' }).count()).toBe(1);
    await page.getByRole('button', { name: 'Copy python' }).waitFor();
    // Hostile parts are shown as text.
    await page.getByText('<script>window.hacked = 1</script>').waitFor();
    await page.getByText('[here](javascript:window.hacked=3)').waitFor();
    expect(await page.locator('a[href^="javascript"]').count()).toBe(0);
    expect(await page.evaluate('window.hacked')).toBeUndefined();

    // One image is whole, one is cut off.
    const image = page.getByRole('img', { name: 'Image of the message' }).first();
    await expect.poll(() => image.evaluate((of) => (of as HTMLImageElement).naturalWidth)).toBe(1);
    await page.getByText('Cannot be shown').waitFor();
    // The call and its result are one block; the result begins folded, as do instructions and reasoning.
    await page.getByText('Result of find_order').waitFor();
    expect(await page.getByText('row 21').count()).toBe(0);
    await page.getByRole('button', { name: 'Show all 60 lines' }).click();
    await page.getByText('row 60').waitFor();
    expect(await page.getByText('The carrier knows.').isVisible()).toBe(false);
    await shot(page, 'messages-light');
    await expectAccessible(page);

    expect(foreign).toEqual([]);
    await page.route(`${HOST}/**`, (route) =>
      route.fulfill({ contentType: 'image/png', body: Buffer.from(RED, 'base64') }),
    );
    await page.getByRole('button', { name: 'Load image from pictures.example' }).click();
    const loaded = page.getByRole('img', { name: 'the bicycle' });
    await expect.poll(() => loaded.evaluate((of) => (of as HTMLImageElement).naturalWidth)).toBe(1);
    expect(foreign).toEqual([`${HOST}/bicycle.png`]);

    await page.getByRole('radio', { name: 'As sent' }).click();
    await page.getByText('# Your order').waitFor();
    await page.reload();
    await page.getByText('# Your order').waitFor(PATIENCE);

    // As an item of a dataset: the answer without its reasoning, the question as it was asked.
    await page.getByRole('button', { name: 'Add to dataset' }).click();
    await page.getByLabel('Dataset name').fill('Answers');
    await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
    await page.getByText('Added to “Answers”.').waitFor(PATIENCE);
    const { datasets } = (await account.api('GET', '/v1/eval-datasets')) as { datasets: { id: number }[] };
    const { items } = (await account.api('GET', `/v1/eval-datasets/${datasets[0]?.id}/items`)) as {
      items: { expectedOutput: unknown }[];
    };
    const [item] = items;
    expect(JSON.stringify(item?.expectedOutput)).toContain('# Your order');
    expect(JSON.stringify(item)).not.toContain('The carrier knows.');
    expect(faults).toEqual([]);
  });

  it('of any size are readable, also on a phone in dark mode', async () => {
    const phone = { as: account, width: 390, height: 844, theme: 'dark' } as const;
    const { page, faults } = await visit('/calls/huge', phone);
    await page.getByRole('button', { name: 'Show all 10,002 lines' }).click(PATIENCE);
    await expect.poll(() => page.locator('pre').first().innerText(), PATIENCE).toContain('a9999');
    await page.getByRole('button', { name: 'Show all 5,003 lines' }).click();
    // More cells than a page should draw are shown as they were sent.
    await expect.poll(() => page.getByRole('table').count()).toBe(0);
    await expectFits(page);
    await page.goto('/calls/drawn');
    await page.getByRole('region', { name: 'Table' }).waitFor(PATIENCE);
    await shot(page, 'messages-390-dark');
    await expectFits(page);
    await expectAccessible(page);
    expect(faults).toEqual([]);
  });

  it('of a session are shown once, and its user has a page', async () => {
    const { page, faults } = await visit('/sessions/chat-1', { as: account });
    await page.getByRole('heading', { level: 1, name: 'Where is my order?' }).waitFor(PATIENCE);
    // One request for the session, and one for the messages of all its calls.
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (/\/v1\/query\/(?:session|calls)\//.test(pathname)) asked.push(pathname);
    });
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Where is my order?' }).waitFor(PATIENCE);
    expect(asked).toEqual(['/v1/query/session/chat-1', '/v1/query/session/chat-1/conversation']);
    for (const { content } of TALK) expect(await page.getByText(content, { exact: true }).count()).toBe(1);
    expect(await page.getByText(SYSTEM.content).count()).toBe(2);
    await shot(page, 'session-chat');
    await expectAccessible(page);
    await page
      .getByRole('navigation', { name: 'Breadcrumbs' })
      .getByRole('link', { name: 'User ada' })
      .click();
    await page.getByRole('heading', { level: 1, name: 'ada' }).waitFor();
    // The window is around the session, which is older than the usual one.
    await page.getByRole('link', { name: 'Where is my order?' }).waitFor(PATIENCE);
    await shot(page, 'user-light');
    await expectAccessible(page);
    const from = new Date(NOW - 50 * 86_400_000).toISOString();
    await page.goto(`/users?from=${from}&to=${new Date(NOW + 60_000).toISOString()}&search=AD`);
    const row = page.getByRole('row', { name: /ada/ });
    await row.waitFor(PATIENCE);
    expect((await row.getByRole('gridcell').allInnerTexts()).slice(0, 3)).toEqual(['ada', '4', '1']);
    await shot(page, 'users-light');
    await expectAccessible(page);
    await go(page, '/users/ada');
    await page.getByText('No calls of this user have a session id.').waitFor(PATIENCE);
    await go(page, '/sessions/silent');
    // Says once why there are no messages.
    await page.getByText('OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT').waitFor(PATIENCE);
    await page.getByRole('region', { name: 'Turn 1' }).waitFor();
    expect(await page.getByText('No messages are stored').count()).toBe(0);
    await go(page, '/users?search=nobody');
    await page.getByText('No users in this window').waitFor(PATIENCE);
    expect(faults).toEqual([]);
  });
});
