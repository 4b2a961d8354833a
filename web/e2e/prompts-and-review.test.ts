import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { makeAccount, type Account } from './account.ts';
import { BLANK, expectAccessible, expectFits, go, shot, visit } from './browser.ts';
import { docsShots } from './docs-shots.ts';
import { sampleCalls } from './sample-calls.ts';

// Queries over records, which an emulated, shared engine answers one at a time.
const PATIENCE = { timeout: 90_000 };
const POLL = { timeout: 60_000, interval: 250 };

async function call(token: string, method: string, path: string, body: unknown): Promise<unknown> {
  const response = await fetch(inject('serviceUrl') + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

const FOLDER = 'support';
const LEAF = 'greeting & farewell';
const NAME = `${FOLDER}/${LEAF}`;
const FIRST = `You greet {{ name }} in {{language}}.

Be kind.
Ask what brought them here, and listen.
Never promise a refund.`;
const SECOND = `You greet {{name}} in {{language}}, as somebody of {{company}} would.

Be kind and brief.
Ask what brought them here, and listen.
Never promise a refund.
When somebody is angry, say that you understand, and offer to bring in a colleague.`;

const LONG = {
  name: `agents/${'anamethatgoeson'.repeat(8)}end`,
  version: `commit-${'0123456789abcdef'.repeat(5)}`,
  template: `${'unbroken'.repeat(40)} {{${'variable_'.repeat(12)}}}`,
  description: 'A description that says more than anybody wants to read of it in a list. '.repeat(4).trim(),
};

let account: Account;
let versions: { first: number; second: number };

/** Safe to retry on a busy engine: a record that is sent twice is stored once. */
async function sendPatiently(to: Account, records: readonly object[], tries = 6): Promise<void> {
  try {
    await to.send(records);
  } catch (error) {
    if (tries === 1) throw error;
    await sendPatiently(to, records, tries - 1);
  }
}

async function fillPrompts(): Promise<{ first: number; second: number }> {
  const make = async (body: object) => {
    const { prompt } = (await call(account.apiKey, 'POST', '/v1/prompts', body)) as {
      prompt: { id: number };
    };
    return prompt.id;
  };
  const first = await make({
    name: NAME,
    version: '1',
    template: FIRST,
    variables: { name: { description: 'Who is greeted', required: true }, language: 'English' },
    labels: ['support'],
    description: 'The first one',
  });
  const second = await make({
    name: NAME,
    version: '2',
    template: SECOND,
    variables: { name: { description: 'Who is greeted', required: true }, language: 'Japanese' },
    description: 'Shorter, and calmer with people who are angry',
  });
  const others = [
    ['triage', '2026-11-15', 'Sort {{ticket}} into one of five queues.', 'One queue more, for returns'],
    ['search/rewrite-query', '7', 'Rewrite {{question}} as three short queries.', 'Asks for synonyms'],
    ['summaries/weekly', 'v12', 'Sum up {{notes}} in five lines.', null],
  ] as const;
  const deploy = (id: number, label: string, comment?: string) =>
    call(account.apiKey, 'POST', `/v1/prompts/${id}/deploy`, { label, comment: comment ?? null });
  for (const [name, version, template, description] of others) {
    const id = await make({ name, version, template, description });
    if (description !== null) await deploy(id, 'production');
  }
  await deploy(first, 'production', 'The first one goes live');
  await deploy(first, 'beta');
  await deploy(second, 'production', 'Answers are shorter, see run 41');
  return { first, second };
}

const chat = (question: string, answer: string | null) => ({
  operation: 'chat',
  systemInstructions: 'You help customers of a shop for garden tools.',
  input: [{ role: 'user', content: question }],
  ...(answer === null ? {} : { output: [{ role: 'assistant', content: answer }] }),
});

beforeAll(async () => {
  account = await makeAccount();
  await call(inject('operatorToken'), 'PUT', `/operator/accounts/${account.accountId}/consents`, {
    plaintextStorage: true,
  });
  versions = await fillPrompts();
});

async function sendCalls(): Promise<void> {
  const { first, second } = versions;
  const calls = sampleCalls(60, Date.now(), 5) as Record<string, unknown>[];
  for (const [index, record] of calls.entries()) {
    record['error'] = index === 3 ? 'rate_limit_exceeded' : null;
    record['requestMeta'] = {
      ...chat(
        `Order ${index}: my hedge trimmer stopped working. What now?`,
        index === 3
          ? null
          : 'I am sorry to hear that. Please send it back within 30 days,\nand we will repair or replace it.',
      ),
      ...(index < 40 ? { promptId: index % 3 === 0 ? first : second } : {}),
    };
  }
  await sendPatiently(account, calls);
}

/** Created once, for the tests that need them. */
let sent: Promise<void> | null = null;
const callsSent = (): Promise<void> => (sent ??= sendCalls());

const path = `/prompts/${encodeURIComponent(NAME)}`;

/** Signs in with another role, by changing the answer of the session endpoint. */
async function asRole(page: Page, role: 'viewer' | 'member'): Promise<void> {
  await page.route('**/v1/auth/session', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...((await answer.json()) as object), role } });
  });
}

describe('the prompts', () => {
  it(
    'are listed by name, created, deployed, rolled back, renamed and deleted',
    { timeout: 300_000, tags: ['journey'] },
    async () => {
      const { page, faults } = await visit('/prompts', { as: account });
      await page.getByRole('link', { name: 'triage' }).waitFor();
      await shot(page, 'prompts-light');
      await expectAccessible(page);
      await docsShots(page, 'prompts');
      await page.getByRole('list', { name: 'Folders' }).getByRole('link', { name: FOLDER }).click();
      await page.getByRole('link', { name: 'production 2', exact: true }).waitFor();
      await page.getByRole('link', { name: 'All prompts' }).click();
      await page.getByLabel('Find by name').fill('greet');
      await page.getByRole('link', { name: NAME }).click();
      await page.getByRole('heading', { name: 'Version 2' }).waitFor();
      expect(await page.locator('mark').allTextContents()).toEqual([
        '{{name}}',
        '{{language}}',
        '{{company}}',
      ]);
      await page.getByText('Used but not declared').waitFor();
      await shot(page, 'prompt-light');
      await expectAccessible(page);
      await docsShots(page, 'prompt');

      await page.getByRole('button', { name: 'New version' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Version', { exact: true }).fill('3');
      await dialog.getByLabel('Template').fill('Say hello to {{name}} from {{company}}.');
      await dialog.getByLabel('Default of company').fill('Acme');
      expect(await dialog.getByLabel('Default of language').count()).toBe(0);
      await shot(page, 'prompt-new');
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Create' }).click();
      await page.getByRole('heading', { name: 'Version 3' }).waitFor();
      expect(new URL(page.url()).searchParams.get('version')).toMatch(/^\d+$/);

      await page.getByRole('button', { name: 'Deploy' }).click();
      await dialog.getByLabel('Label').fill('production');
      await dialog.getByText('“production” currently points to version 2.').waitFor();
      await dialog.getByLabel('Comment').fill('Try the short one');
      await dialog.getByRole('button', { name: 'Deploy' }).click();
      await page.getByText('“production” points to version 3.').waitFor();

      await page.getByRole('button', { name: 'More actions for this version' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await dialog.getByText(/It is deployed to “production”/).waitFor();
      await dialog.getByRole('link', { name: 'Go to deployments' }).click();
      await page.getByText('Try the short one').waitFor();
      await page.getByRole('button', { name: 'Roll back production' }).click();
      await dialog.getByText(/back from version 3 to version 2/).waitFor();
      await dialog.getByLabel('Comment').fill('Too short');
      await dialog.getByRole('button', { name: 'Roll back' }).click();
      await page.getByText('Too short').waitFor();
      await page.getByText('3 → 2').waitFor();
      await shot(page, 'prompt-deployments-light');
      await expectAccessible(page);
      await page.goBack();
      await page.getByRole('heading', { name: 'Version 3' }).waitFor();

      await page.getByRole('button', { name: 'More actions for this version' }).click();
      await page.getByRole('menuitem', { name: 'Rename' }).click();
      await dialog.getByLabel('Version', { exact: true }).fill('2');
      await dialog.getByRole('button', { name: 'Rename' }).click();
      await dialog.getByRole('alert').waitFor();
      await dialog.getByLabel('Version', { exact: true }).fill('3-draft');
      await dialog.getByRole('button', { name: 'Rename' }).click();
      await page.getByRole('heading', { name: 'Version 3-draft' }).waitFor();
      await page.getByRole('button', { name: 'More actions for this version' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('heading', { name: 'Version 2' }).waitFor();
      expect(faults).toEqual([]);
    },
  );

  it('show what changed between versions and how they perform', async () => {
    const { page, faults } = await visit(`${path}?tab=compare`, { as: account, theme: 'dark' });
    await page.getByText('Be kind and brief.').waitFor();
    await page.getByText('3 lines added').waitFor();
    await page.getByText('2 lines removed').waitFor();
    await shot(page, 'prompt-compare-dark');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Swap' }).click();
    await page.getByText('2 lines added').waitFor();
    expect(new URL(page.url()).searchParams.get('old')).toMatch(/^\d+$/);
    await callsSent();
    await page.getByRole('tab', { name: 'Usage' }).click();
    const row = page.getByRole('row', { name: /^2 production/ });
    await row.getByText('26', { exact: true }).waitFor(PATIENCE);
    const calls = await row.getByRole('link', { name: '26' }).getAttribute('href');
    expect(calls).toMatch(/^\/calls\?/);
    const asked = new URLSearchParams(calls?.split('?')[1]);
    expect([asked.get('promptName'), asked.get('promptVersion')]).toEqual([NAME, '2']);
    await shot(page, 'prompt-usage-dark');
    await expectAccessible(page);
    await page.goto(`/prompts?folder=${FOLDER}`);
    await page.getByRole('link', { name: LEAF }).waitFor();
    await expectAccessible(page);
    expect(faults).toEqual([]);
  }, 300_000);

  it('hold a conversation: a chat prompt is created, shown, and copied to a new version', async () => {
    const { page, faults } = await visit('/prompts', { as: account });
    await page.getByRole('button', { name: 'New prompt' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('chat/support');
    await dialog.getByRole('radio', { name: 'Chat' }).click();
    const reference = '@@@langfusePrompt:name=triage|label=production@@@';
    await dialog.getByLabel('Content of message 1').fill('You help {{name}}. ');
    await dialog.getByRole('button', { name: 'Insert a prompt' }).click();
    await dialog.getByRole('button', { name: 'Prompt to insert' }).click();
    await page.getByRole('option', { name: 'triage', exact: true }).click();
    await dialog.getByLabel('Which version').waitFor();
    await shot(page, 'prompt-insert');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Insert into message 1' }).click();
    expect(await dialog.getByLabel('Content of message 1').inputValue()).toBe(
      `You help {{name}}. ${reference}`,
    );
    await dialog.getByLabel('Role of message 2').selectOption('placeholder');
    await dialog.getByLabel('Name of placeholder 2').fill('history');
    await dialog.getByRole('button', { name: 'Add message' }).click();
    await dialog.getByLabel('Content of message 3').fill('{{question}}');
    await dialog.getByLabel('Default of name').fill('Ann');
    await dialog.getByLabel('Configuration').fill('{"model": ');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByText('This is not a JSON object.').waitFor();
    await dialog.getByLabel('Configuration').fill('{"own": true}');
    await dialog.getByLabel('Model', { exact: true }).fill('gpt-4o-mini');
    await dialog.getByLabel('Temperature').fill('0.2');
    await dialog.getByLabel('Tools').fill('[{"name": "look_up", "parameters": {"type": "object"}}]');
    await dialog.getByLabel('Output schema').fill('{"type": "object"}');
    await dialog.getByLabel('Commit note').fill('The first conversation');
    await dialog.getByRole('button', { name: 'Move message 3 up' }).click();
    await dialog.getByRole('button', { name: 'Move message 2 down' }).click();
    await shot(page, 'prompt-chat-new');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'Version 1' }).waitFor();
    const messages = page.getByRole('list', { name: 'Messages' });
    expect(await messages.getByRole('listitem').count()).toBe(3);
    await messages.getByText('history').waitFor();
    expect(await messages.locator('mark').allTextContents()).toEqual(['{{name}}', reference, '{{question}}']);
    await page.getByText('The first conversation').waitFor();
    await page.getByText('gpt-4o-mini').waitFor();
    await page.getByText('What agents get').click();
    await page.getByText(/Sort .* into one of five queues\./).waitFor();
    await shot(page, 'prompt-chat-light');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'New version' }).click();
    await dialog.getByRole('button', { name: 'Remove message 2' }).click();
    await dialog.getByLabel('Temperature').fill('0.7');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'Version 2' }).waitFor();
    expect(await messages.getByRole('listitem').count()).toBe(2);
    await go(page, '/prompts/chat%2Fsupport?tab=compare');
    await page.getByText('[history]').waitFor();
    await page.getByText('2 lines removed').waitFor();
    await page
      .getByRole('region', { name: 'Differences between the configurations' })
      .getByText('0.7')
      .waitFor();
    await page.getByRole('tab', { name: 'Use in code' }).click();
    await page.getByText('prompt.messages(').waitFor();
    await shot(page, 'prompt-code-light');
    await expectAccessible(page);
    await go(page, '/prompts/triage');
    await page.getByText('Contained in').waitFor();
    await page.getByRole('link', { name: 'chat/support' }).first().waitFor();
    const { prompt } = (await account.api('GET', '/v1/prompts/resolve?name=triage&label=production')) as {
      prompt: { id: number };
    };
    await call(account.apiKey, 'POST', '/v1/eval-datasets', {
      name: 'Triage cases',
      promptRegistryId: prompt.id,
    });
    await page.goto(`/prompts/triage?version=${prompt.id}`);
    await page.getByText('Used by').waitFor();
    await page.getByRole('link', { name: 'Triage cases' }).waitFor();

    await go(page, '/prompts');
    await page.getByRole('button', { name: 'Protected labels' }).click();
    await dialog.getByLabel('Labels').fill('production');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The protected labels are saved.').waitFor();
    await page
      .getByText('production is protected: only admins may move it')
      .first()
      .waitFor({ state: 'attached' });
    await asRole(page, 'member');
    await page.goto('/prompts/triage');
    await page.getByRole('button', { name: 'Deploy' }).click();
    await dialog.getByLabel('Label').fill('production');
    await dialog.getByText('“production” is protected. Only an owner or an admin may move it.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Deploy' }).isDisabled()).toBe(true);
    await shot(page, 'prompt-protected-light');
    await call(account.apiKey, 'PUT', '/v1/prompts/protected-labels', { labels: [] });
    expect(faults).toEqual([]);
  }, 300_000);

  it('fit a phone in Japanese, leave a viewer without buttons, and say what failed', async () => {
    await callsSent();
    const { page } = await visit(BLANK, { width: 390, height: 844, language: 'ja' });
    await account.signIn(page.context());
    await asRole(page, 'viewer');
    await page.goto('/prompts');
    await page.getByRole('link', { name: 'triage' }).waitFor();
    expect(await page.getByRole('button', { name: 'プロンプトを作成' }).count()).toBe(0);
    await shot(page, 'prompts-390-ja');
    await expectFits(page);
    for (const [tab, mark] of Object.entries({
      versions: 'テンプレート',
      compare: '行追加',
      deployments: 'の履歴',
      usage: '1 件あたり',
      code: 'コード中のラベル',
    })) {
      await go(page, `${path}?tab=${tab}`);
      await page.getByText(mark).filter({ visible: true }).first().waitFor(PATIENCE);
      await shot(page, `prompt-${tab}-390-ja`);
      await expectFits(page);
      await expectAccessible(page);
    }
    expect(await page.getByRole('button', { name: '新しいバージョン' }).count()).toBe(0);
    await call(account.apiKey, 'POST', '/v1/prompts', LONG);
    for (const place of ['/prompts?folder=agents', `/prompts/${encodeURIComponent(LONG.name)}`]) {
      await page.goto(place);
      await page.getByText(LONG.description).first().waitFor();
      await shot(page, `prompt-long-390-ja${place.includes('folder') ? '-list' : ''}`);
      await expectFits(page);
    }
    await go(page, '/prompts/no-such-name');
    await page.getByText('この名前のプロンプトはありません').waitFor();
    await page.route('**/v1/prompts/names?*', (route) =>
      route.fulfill({ status: 400, json: { error: 'Not today.', reason: 'no' } }),
    );
    await page.goto('/prompts');
    await page.getByText('Not today.').waitFor();
    await shot(page, 'prompts-error-390-ja');
    await page.unroute('**/v1/prompts/names?*');
    await page.getByRole('button', { name: '再試行' }).click();
    await page.getByRole('link', { name: 'triage' }).waitFor();

    const stranger = await makeAccount();
    const empty = await visit('/prompts', { as: stranger });
    await empty.page.getByText('No prompts yet').waitFor();
    await shot(empty.page, 'prompts-empty');
    await expectAccessible(empty.page);
  }, 300_000);
});

const idInFront = async (page: Page) =>
  (await page.locator('#content section[aria-labelledby] p span.font-mono').first().textContent()) ?? '';

const annotations = async (callId: string) => {
  const response = await fetch(`${inject('serviceUrl')}/v1/annotations?callId=${callId}`, {
    headers: { authorization: `Bearer ${account.apiKey}` },
  });
  return (await response.json()) as {
    qualityScore: number | null;
    label: string | null;
    annotationText: string;
  }[];
};

describe('the review queue', () => {
  it('works by keyboard alone, and the last step can be undone', async () => {
    await callsSent();
    const { page, faults } = await visit('/review', { as: account });
    await page.getByText('The call ended with an error.').waitFor(PATIENCE);
    await page.getByText('rate_limit_exceeded').waitFor();
    await page.getByText('0 of 60 reviewed').waitFor();
    await page
      .getByText(/my hedge trimmer stopped working/)
      .first()
      .waitFor(PATIENCE);
    const failed = await idInFront(page);
    await page.keyboard.press('8');
    await page.keyboard.press('n');
    await page.keyboard.type('Was tried 5 times.');
    await page.keyboard.press('Escape');
    await shot(page, 'review-light');
    await expectAccessible(page);
    await docsShots(page, 'review');
    await page.keyboard.press('2');
    await page.getByText('1 of 60 reviewed (1.6%)').waitFor();
    await page.getByText('It is new and has not been scored.').waitFor();
    await expect
      .poll(() => annotations(failed), POLL)
      .toMatchObject([{ qualityScore: 2, label: 'incomplete', annotationText: 'Was tried 5 times.' }]);

    await page.keyboard.press('u');
    await page.getByText('The call ended with an error.').waitFor();
    expect(await page.getByLabel('Note').inputValue()).toBe('Was tried 5 times.');
    await expect.poll(() => annotations(failed), POLL).toEqual([]);
    await page.keyboard.press('4');
    await expect.poll(() => annotations(failed), POLL).toMatchObject([{ qualityScore: 4 }]);
    const second = await idInFront(page);
    await page.keyboard.press('x');
    await expect.poll(() => idInFront(page), POLL).not.toBe(second);
    await page.keyboard.press('u');
    await expect.poll(() => idInFront(page), POLL).toBe(second);
    // A call of the list goes first; it says what was asked.
    const next = page.getByRole('region', { name: 'Up next' }).getByRole('button').nth(1);
    await next.getByText('my hedge trimmer stopped working').waitFor(PATIENCE);
    const picked = (await next.locator('.font-mono').textContent()) ?? '';
    await next.click();
    await expect.poll(() => idInFront(page), POLL).toBe(picked);
    await page.getByRole('switch', { name: 'Shortcuts' }).click();
    await page.keyboard.press('5');
    expect(await idInFront(page)).toBe(picked);
    expect(faults).toEqual([]);
  }, 300_000);

  it('says why a call is there, brings back what was not saved, and works on a phone', async () => {
    await callsSent();
    const { page } = await visit(BLANK, { width: 390, height: 844, theme: 'dark' });
    await account.signIn(page.context());
    await page.route('**/v1/annotations/review-queue/claim', async (route) => {
      const answer = (await (await route.fetch({ timeout: 90_000 })).json()) as {
        items: Record<string, unknown>[];
      };
      const [first, ...rest] = answer.items;
      const suggested = {
        ...first,
        reason: 'judge_disagreement',
        score: {
          criterionId: 1,
          score: 2,
          normalized: 0.25,
          spread: 0.75,
          label: null,
          reasoning: 'The answer promises a repair that the sources do not mention.',
          judge: 'openai/gpt-5',
        },
        safety: {
          assessmentId: 1,
          labels: ['prompt_injection'],
          score: 0.91,
          reasoning: 'The customer asks to ignore what was said before.',
          classifierId: 'rules',
        },
      };
      await route.fulfill({ json: { ...answer, items: [suggested, ...rest] } });
    });
    await page.goto('/review?days=7');
    await page.getByText(/the scores differ by 75% of the scale/).waitFor(PATIENCE);
    await page
      .getByText(/my hedge trimmer stopped working/)
      .first()
      .waitFor(PATIENCE);
    await shot(page, 'review-390-dark');
    await expectFits(page);
    await expectAccessible(page);
    const inFront = await idInFront(page);
    await page.route('**/v1/annotations', (route) =>
      route.fulfill({ status: 503, json: { error: 'Not available.', reason: 'unavailable' } }),
    );
    await page.getByRole('button', { name: 'Label unsafe' }).click();
    await page.getByRole('button', { name: /^Score 3/ }).click();
    await page.getByText(/was not saved/).waitFor();
    await page.unroute('**/v1/annotations');
    await page.getByRole('button', { name: 'Skip' }).click();
    await expect.poll(() => idInFront(page), POLL).toBe(inFront);
    expect(await page.getByRole('button', { name: 'Label unsafe' }).getAttribute('aria-pressed')).toBe(
      'true',
    );
    await page.getByRole('button', { name: /^Score 3/ }).click();
    await expect.poll(() => annotations(inFront), POLL).toMatchObject([{ qualityScore: 3, label: 'unsafe' }]);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  }, 300_000);

  it('says what to do when it is empty, fails, or is read-only', async () => {
    const stranger = await makeAccount();
    const empty = await visit('/review', { as: stranger, language: 'ja' });
    await empty.page.getByText('この期間に呼び出しはありません').waitFor(PATIENCE);
    await shot(empty.page, 'review-empty-ja');
    await expectAccessible(empty.page);

    await sendPatiently(stranger, sampleCalls(2, Date.now(), 1));
    const { page } = await visit(BLANK);
    await stranger.signIn(page.context());
    await page.route('**/v1/annotations/review-queue/claim', (route) =>
      route.fulfill({ status: 400, json: { error: 'Not today.', reason: 'no' } }),
    );
    await page.goto('/review');
    await page.getByText('Not today.').waitFor();
    await shot(page, 'review-error');
    await page.unroute('**/v1/annotations/review-queue/claim');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('0 of 2 reviewed').waitFor(PATIENCE);
    await page.getByRole('button', { name: 'Skip' }).click();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('Only skipped calls are left').waitFor(PATIENCE);
    await page.getByRole('button', { name: 'Go through them again' }).click();
    await page.getByRole('button', { name: /^Score 5/ }).click();
    await page.getByText('1 of 2 reviewed').waitFor();
    await page.getByRole('button', { name: /^Score 5/ }).click();
    await page.getByText('Everything is reviewed').waitFor(PATIENCE);
    await shot(page, 'review-done');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: /^Score 5/ }).waitFor();
    await asRole(page, 'viewer');
    await page.reload();
    await page.getByText(/Your role is viewer/).waitFor();
    await page.getByRole('button', { name: 'Next' }).waitFor(PATIENCE);
    expect(await page.getByRole('button', { name: /^Score 5/ }).count()).toBe(0);
  }, 300_000);
});
