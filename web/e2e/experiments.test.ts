// Experiments on the real service, with a model on a socket that answers by its prompt.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startScriptedModel, type ScriptedModel } from '../../server/test/support/scripted-model.ts';
import { makeAccount, type Account } from './account.ts';
import { expectAccessible, expectFits, shot, visit } from './browser.ts';

const SOON = { timeout: 30_000 };
let model: ScriptedModel;
let account: Account;
beforeAll(async () => {
  model = await startScriptedModel(
    ({ system, last }) =>
      system.includes('rude')
        ? `No, the answer to ${last} is secret.`
        : `Yes, the answer to ${last} is simple.`,
    '127.0.0.7',
  );
  account = await makeAccount();
});
afterAll(() => model.close());

async function prepare(): Promise<void> {
  await account.api('POST', '/v1/model-connections', {
    name: 'Fake',
    provider: 'openai-compatible',
    baseUrl: model.url,
    // Not the judge: its scores would not be scores.
    isDefault: false,
    defaultModel: 'gpt-4o-mini',
    test: false,
  });
  await account.api('POST', '/v1/eval-datasets', {
    name: 'Questions',
    items: Array.from({ length: 12 }, (_, at) => ({ inputText: `Question ${at}`, expectedOutput: 'Yes' })),
  });
  await account.api('POST', '/v1/eval-criteria', {
    name: 'Says yes',
    type: 'contains',
    rubric: 'Yes',
    scaleMin: 0,
    scaleMax: 1,
    scoreType: 'boolean',
  });
  for (const [version, manner] of [
    ['1', 'rude'],
    ['2', 'polite'],
  ])
    await account.api('POST', '/v1/prompts', {
      name: 'asker',
      version,
      type: 'chat',
      messages: [
        { role: 'system', content: `Be ${manner}.` },
        { role: 'user', content: '{{input}}' },
      ],
      // The answers are no JSON, so they do not match.
      ...(version === '2' ? { config: { outputSchema: { type: 'object' } } } : {}),
    });
}

it(
  'is made with an estimate, runs, is compared word by word, judged by a person, and shipped',
  { tags: ['journey'] },
  async () => {
    await prepare();
    const { page, faults } = await visit('/evaluations?tab=experiments', { as: account, width: 1440 });
    await page.getByText('No experiments yet').waitFor(SOON);
    await page.getByRole('link', { name: 'New experiment' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Manners');
    for (const [at, version] of ['asker · 1', 'asker · 2'].entries())
      await page
        .getByRole('group', { name: `Variant ${at + 1}`, exact: true })
        .getByLabel('Prompt version')
        .selectOption({ label: version });
    await page.getByRole('button', { name: 'Estimate the cost' }).click();
    await page.getByText(/^About /).waitFor(SOON);
    await page.getByText('24 answers').waitFor(SOON);
    await shot(page, 'experiment-new-light-1440');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save and start' }).click();
    await page.waitForURL(/\/experiments\/exp_/);
    await page.getByText('Done', { exact: true }).waitFor(SOON);
    await page.getByText('24 of 24').waitFor(SOON);
    const board = page.getByRole('region', { name: 'Leaderboard' });
    await board.getByText('Better').waitFor(SOON);
    await board.getByText('Gate passes').waitFor(SOON);

    await page.getByLabel('Sort by').selectOption('disagreement');
    const grid = page.getByRole('grid', { name: /Items and the answers/ });
    await grid.locator('ins', { hasText: 'Yes' }).first().waitFor(SOON);
    await grid.focus();
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('complementary', { name: /^Item / });
    const second = drawer.getByRole('region', { name: 'asker 2 · gpt-4o-mini' });
    await second.locator('del', { hasText: 'secret' }).waitFor(SOON);
    await second.getByText('Does not match the schema').waitFor(SOON);
    await board.getByText('12 not as the schema').waitFor(SOON);
    await second.getByRole('button', { name: 'Good' }).click();
    await expect
      .poll(() => second.getByRole('button', { name: 'Good' }).getAttribute('aria-pressed'))
      .toBe('true');
    await shot(page, 'experiment-item-light-1440');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await board.getByText('1 good, 0 bad').waitFor(SOON);
    await shot(page, 'experiment-light-1440');
    await expectAccessible(page);

    await board
      .getByRole('row', { name: /asker 2/ })
      .getByRole('button', { name: 'Ship this version' })
      .click();
    await page.getByRole('dialog').getByLabel('Label').fill('live');
    await page.getByRole('dialog').getByRole('button', { name: 'Ship this version' }).click();
    await page.getByText('Shipped: asker 2 to live').waitFor(SOON);
    const { prompt } = (await account.api('GET', '/v1/prompts/resolve?name=asker&label=live')) as {
      prompt: { version: string };
    };
    expect(prompt.version).toBe('2');

    const { page: narrow } = await visit(new URL(page.url()).pathname, {
      as: account,
      theme: 'dark',
      width: 390,
      language: 'ja',
    });
    await narrow.getByRole('region', { name: '順位表' }).getByText('改善').waitFor(SOON);
    await shot(narrow, 'experiment-dark-ja-390');
    await expectFits(narrow);
    await expectAccessible(narrow);
    expect(faults).toEqual([]);
  },
);
