// Sentences of the service, translated by the page: a finding, a proposal, a diagnostics hint, a gate reason,
// a rule's verdict, a failed delivery.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { makeAccount, type Account } from './account.ts';
import { expectAccessible, shot, visit } from './browser.ts';

const PATIENCE = { timeout: 50_000 };
const SLOW_MS = 240_000;

async function call(token: string, method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(inject('serviceUrl') + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text === '' ? null : JSON.parse(text);
}

const record = (id: string, more: object = {}) => ({
  id,
  provider: 'openai',
  model: 'gpt-4o',
  timestamp: new Date(Date.now() - 60_000).toISOString(),
  promptTokens: 400,
  completionTokens: 20,
  totalTokens: 420,
  costUsd: 0.05,
  latencyMs: 300,
  tags: { feature: 'triage' },
  ...more,
});

let account: Account;
let runId = 0;

/** Scored by rules: one call with an answer and one without. */
async function scoredRun(): Promise<number> {
  const later = { timestamp: new Date().toISOString(), tags: {} };
  await account.send([
    record('answered', { ...later, requestMeta: { input: 'Weather?', output: '{"answer":1}' } }),
    record('silent', later),
  ]);
  const ids: number[] = [];
  for (const [name, type, rubric] of [
    ['Schema', 'json_schema', '{"required":["source"]}'],
    ['Path', 'json_path', '$.answer == 2'],
    ['Pattern', 'regex', 'answer'],
  ] as const) {
    const { criteria } = (await call(account.apiKey, 'POST', '/v1/eval-criteria', {
      name,
      type,
      rubric,
      scaleMin: 0,
      scaleMax: 1,
      scoreType: 'boolean',
    })) as { criteria: { id: number; name: string }[] };
    ids.push(...criteria.filter((one) => one.name === name).map(({ id }) => id));
  }
  const { summary } = (await call(account.apiKey, 'POST', '/v1/eval-runs', {
    name: 'Nightly',
    recentCount: 2,
    criterionIds: ids,
  })) as { summary: { id: number } };
  return summary.id;
}

beforeAll(async () => {
  account = await makeAccount();
  await call(inject('operatorToken'), 'PUT', `/operator/accounts/${account.accountId}/consents`, {
    plaintextStorage: true,
  });
  await account.send([
    ...Array.from({ length: 120 }, (_, index) => record(`triage-${index}`)),
    ...Array.from({ length: 8 }, (_, index) =>
      record(`loop-${index}`, {
        traceId: 'looping',
        // Calls with tools do not count as simple.
        tags: { feature: 'weather' },
        toolCalls: [{ id: `call_${index}`, name: 'get_weather', arguments: { city: 'Graz' }, result: 'Sun' }],
      }),
    ),
  ]);
  await call(account.apiKey, 'POST', '/v1/ingest', {
    records: [record('unknown', { provider: 'deepthought' }), record('slow', { latencyMs: -1 })],
  });
  await call(account.apiKey, 'POST', '/v1/gate/policies', {
    name: 'Nothing is deleted unasked',
    effect: 'require_approval',
    match: { tools: ['delete_*'] },
  });
  await call(account.apiKey, 'POST', '/v1/gate/budgets', {
    name: 'Support chat',
    limitUsd: 0.25,
    period: 'month',
    action: 'require_approval',
    scope: {},
  });
  await call(account.apiKey, 'POST', '/v1/gate/check', { tool: 'delete_user', estimatedCostUsd: 1 });
  await call(account.apiKey, 'POST', '/v1/webhooks', {
    url: 'https://hooks.nowhere.invalid/x',
    events: ['eval_run.completed'],
  });
  runId = await scoredRun();
  await call(inject('operatorToken'), 'POST', '/operator/jobs/guardian/run');
  await call(inject('operatorToken'), 'POST', '/operator/jobs/proposals/run');
}, SLOW_MS);

/**
 * Matches three English words in a row; no name here has that many. Quoted answers to clients stay in
 * English.
 */
async function englishIn(page: Page): Promise<string[]> {
  const texts = await page.locator('main').evaluate((main) => {
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!node.parentElement?.closest('code')) found.push(node.textContent ?? '');
    return found;
  });
  return texts.filter((text) =>
    /\b[a-z]{2,} [a-z]{2,} [a-z]{2,}\b/i.test(text.replace('Nothing is deleted unasked', '')),
  );
}

interface Room {
  path: string;
  ja: RegExp;
  en: RegExp;
}

const ROOMS: Record<string, Room> = {
  guardian: {
    path: '/guardian?kind=tool_loop',
    ja: /^get_weather が同じ引数で 8 回呼び出されました$/,
    en: /^get_weather was called 8 times with the same arguments$/,
  },
  proposals: {
    path: '/proposals',
    ja: /^タグ feature「triage」に gpt-4o ではなく gpt-4o-mini を使う$/,
    en: /^Use gpt-4o-mini instead of gpt-4o for feature “triage”$/,
  },
  diagnostics: { path: '/diagnostics', ja: /^不明なプロバイダー$/, en: /^Unknown provider$/ },
  gate: {
    path: '/gate',
    ja: /^ポリシー「Nothing is deleted unasked」により担当者の承認が必要です。$/,
    en: /^The policy “Nothing is deleted unasked” requires approval for this\.$/,
  },
};

describe.each(Object.entries(ROOMS))('%s', (name, { path, ja, en }) => {
  it('is shown in the language of the page', { timeout: SLOW_MS }, async () => {
    const { page, faults } = await visit(path, { as: account, language: 'ja' });
    await page.getByText(ja).first().waitFor(PATIENCE);
    if (name === 'guardian') {
      await page.getByRole('button', { name: /get_weather/ }).click();
      await page.getByText(/^トレース looping で、ツール get_weather がまったく同じ引数で 8 回/).waitFor();
    }
    if (name === 'proposals')
      await page.getByText(/^\d+ 件の呼び出しに \$[\d.]+ かかりました。同じトークン数なら/).waitFor();
    if (name === 'diagnostics') {
      await page.getByText(/^1 件の記録に、この環境が知らないプロバイダー（deepthought）/).waitFor();
      await page.getByText(/^項目 latencyMs が不正$/).waitFor();
    }
    if (name === 'gate')
      await page.getByText(/^予算「Support chat」（1 か月 \$0.25）が不足しています。/).waitFor();
    expect(await englishIn(page)).toEqual([]);
    await shot(page, `words-${name}-ja`);
    await expectAccessible(page);
    const english = await visit(path, { as: account });
    await english.page.getByText(en).first().waitFor(PATIENCE);
    if (name === 'guardian') {
      await english.page.getByRole('button', { name: /get_weather/ }).click();
      await english.page.getByRole('heading', { name: en }).waitFor();
    }
    await shot(english.page, `words-${name}-en`);
    expect([...faults, ...english.faults]).toEqual([]);
  });
});

describe('a score of a rule', () => {
  it(
    'says why in the language of the page, and so does what has no score',
    { timeout: SLOW_MS },
    async () => {
      const { page, faults } = await visit(`/evaluations/runs/${runId}`, { as: account, language: 'ja' });
      await page.getByText('判定する内容が保存されていません').first().waitFor(PATIENCE);
      await page.getByText(/^この呼び出しの出力は保存されていないため、判定できません。/).waitFor();
      await page.getByRole('button', { name: /answered/ }).click();
      await page
        .getByText('出力がスキーマに適合しません: 最上位 にプロパティ「source」が必要です。')
        .waitFor(PATIENCE);
      await page.getByText(/^\$\['answer'\] は数値で、期待する値ではありません。$/).waitFor();
      await page.getByText('パターンは出力の 3 文字目から 8 文字目に一致します。').waitFor();
      expect(await englishIn(page)).toEqual([]);
      await shot(page, 'words-run-ja');
      await expectAccessible(page);
      const english = await visit('/calls/answered?tab=scores', { as: account });
      await english.page
        .getByText('The output does not match the schema: the top level must have the property “source”.')
        .waitFor(PATIENCE);
      expect([...faults, ...english.faults]).toEqual([]);
    },
  );
});

describe('a delivery that failed', () => {
  it('says why in the language of the page', { timeout: SLOW_MS }, async () => {
    const { page, faults } = await visit('/settings/webhooks', { as: account, language: 'ja' });
    await page.getByRole('button', { name: '配信' }).click();
    await page.locator('summary').first().click();
    await page
      .getByText(/^hooks\.nowhere\.invalid の名前(?:が見つかりません|を 10 秒以内に解決できませんでした)。$/)
      .first()
      .waitFor(PATIENCE);
    expect(await englishIn(page)).toEqual([]);
    expect(faults).toEqual([]);
  });
});
