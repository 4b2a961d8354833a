import { describe, expect, test } from 'vitest';
import { CORRECTIONS, priceBook, catalogInUse, deriveCost } from '#otlp';
import { listModelPrices as listFrom, type ModelPrice } from './model-prices.ts';

const DEFAULT = ['openai', 'anthropic', 'google', 'mistral'];
const AT = Date.UTC(2026, 10, 15, 12);

const catalog = catalogInUse();
const listModelPrices = (providers: readonly string[], atMs: number) => listFrom(catalog, providers, atMs);

function priceOf(provider: string, model: string, atMs = AT): ModelPrice {
  const row = listModelPrices([provider], atMs).prices.find((price) => price.model === model);
  if (row === undefined) throw new Error(`${provider} ${model} is not in the table`);
  return row;
}

describe('listModelPrices', () => {
  test('has the version, the date and the sources of the table', () => {
    const { version, date, sources } = listModelPrices(DEFAULT, AT);
    expect(version).toBe(catalog.version);
    expect(version.startsWith(`${date}+`)).toBe(true);
    expect(date).toMatch(/^2026-\d\d-\d\d$/);
    expect(sources).toEqual([
      expect.stringMatching(/^genai-prices \d/),
      expect.stringMatching(/^LiteLLM \d/),
    ]);
  });

  test('every model of each configured provider, sorted, each once', () => {
    const { prices } = listModelPrices(DEFAULT, AT);
    const keys = prices.map(({ provider, model }) => `${provider}\0${model}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).toEqual([...keys].sort());
    expect(new Set(prices.map(({ provider }) => provider))).toEqual(new Set(DEFAULT));
    const models = DEFAULT.map((provider) => catalog.index.seller(provider)?.models.length ?? 0);
    // Names added by corrections.
    const added = [
      'ministral-3b-2410',
      'ministral-3b-latest',
      'codestral-embed',
      'davinci-002',
      'pixtral-12b-2409',
    ];
    for (const model of added.filter((name) => CORRECTIONS.some(({ model }) => model === name)))
      expect(prices.filter((price) => price.model === model)).toHaveLength(1);
    const listed = models.reduce((sum, count) => sum + count);
    expect(keys.length).toBeGreaterThan(listed);
    expect(keys.length).toBeLessThan(listed + CORRECTIONS.length);
  });

  test('every price is null or a plausible amount', () => {
    const { prices } = listModelPrices([...DEFAULT, 'deepseek'], AT);
    const plausible = (price: number | null) =>
      price === null || (Number.isFinite(price) && price >= 0 && price <= 1_000);
    const odd = prices.filter(
      (row) =>
        !plausible(row.inputPerMTok) ||
        !plausible(row.outputPerMTok) ||
        !plausible(row.cacheReadPerMTok) ||
        !plausible(row.cacheWritePerMTok) ||
        (row.cacheReadPerMTok ?? 0) > (row.inputPerMTok ?? Infinity) ||
        !((row.contextWindow ?? 1) > 0),
    );
    expect(odd).toEqual([]);
  });

  test.each([
    ['openai', 'gpt-4o'],
    ['openai', 'gpt-4o-mini'],
    ['openai', 'gpt-5.5'],
    ['openai', 'o3'],
    ['anthropic', 'claude-sonnet-4-5'],
    ['anthropic', 'claude-opus-4-6'],
    ['anthropic', 'claude-3-5-haiku-latest'],
    ['google', 'gemini-2.5-pro'],
    ['google', 'gemini-2.5-flash'],
    ['mistral', 'mistral-medium-latest'],
  ])('%s %s: the row is what a call costs', (provider, model) => {
    const row = priceOf(provider, model);
    const none = { uncachedInput: 0, cacheRead: 0, cacheWrite: 0, outputText: 0, reasoning: 0, audio: 0 };
    // A thousand tokens stay inside the base tier.
    const cost = (kind: 'uncachedInput' | 'outputText' | 'cacheRead' | 'cacheWrite') =>
      deriveCost({ provider, model, atMs: AT, usage: { ...none, [kind]: 1_000 } }, priceBook()).costUsd;
    expect(row.inputPerMTok).toBeGreaterThan(0);
    expect(cost('uncachedInput')).toBeCloseTo((row.inputPerMTok ?? Number.NaN) / 1_000, 12);
    expect(cost('outputText')).toBeCloseTo((row.outputPerMTok ?? Number.NaN) / 1_000, 12);
    const cached = row.cacheReadPerMTok ?? row.inputPerMTok ?? Number.NaN;
    expect(cost('cacheRead')).toBeCloseTo(cached / 1_000, 12);
    const written = row.cacheWritePerMTok ?? row.inputPerMTok ?? Number.NaN;
    expect(cost('cacheWrite')).toBeCloseTo(written / 1_000, 12);
  });

  test('tiered prices give the base tier', () => {
    expect(priceOf('anthropic', 'claude-sonnet-4-5')).toEqual({
      provider: 'anthropic',
      model: 'claude-sonnet-4-5',
      inputPerMTok: 3,
      outputPerMTok: 15,
      cacheReadPerMTok: 0.3,
      cacheWritePerMTok: 3.75,
      contextWindow: expect.any(Number),
      toolsPerThousand: { webSearch: 10 },
    });
  });

  test('dated prices follow the given day', () => {
    expect(priceOf('openai', 'o3', Date.UTC(2025, 5, 9, 23, 59)).inputPerMTok).toBe(10);
    expect(priceOf('openai', 'o3', Date.UTC(2025, 5, 10)).inputPerMTok).toBe(2);
    expect(priceOf('openai', 'o3', Date.UTC(2025, 5, 9)).inputPerMTok).toBe(10);
  });

  test('hourly prices give the price of most of the day at any hour', () => {
    for (let hour = 0; hour < 24; hour += 1) {
      const at = Date.UTC(2026, 10, 15, hour);
      expect(priceOf('deepseek', 'deepseek-v4-flash', at)).toMatchObject({
        inputPerMTok: 0.15,
        outputPerMTok: 0.6,
      });
    }
  });

  test('corrections apply, including those that remove a price or start on a date', () => {
    const chat = (at: number) => priceOf('deepseek', 'deepseek-chat', at);
    expect(chat(Date.UTC(2025, 5, 1))).toMatchObject({ inputPerMTok: 0.27, outputPerMTok: 1.1 });
    expect(chat(Date.UTC(2025, 8, 20))).toMatchObject({ inputPerMTok: 0.56, outputPerMTok: 1.68 });
    expect(chat(AT)).toMatchObject({ inputPerMTok: 0.28, outputPerMTok: 0.42, cacheReadPerMTok: 0.028 });
    expect(priceOf('openai', 'gpt-oss-120b')).toMatchObject({ inputPerMTok: null, outputPerMTok: null });
    expect(priceOf('google', 'gemini-pro')).toMatchObject({ inputPerMTok: 0.5, outputPerMTok: 1.5 });
    expect(priceOf('mistral', 'mistral-small-2503')).toMatchObject({ inputPerMTok: 0.1, outputPerMTok: 0.3 });
  });

  test('a missing price is null, not zero', () => {
    expect(priceOf('openai', 'whisper-1')).toMatchObject({ inputPerMTok: null, outputPerMTok: null });
    expect(priceOf('openai', 'gpt-4')).toMatchObject({ cacheReadPerMTok: null, cacheWritePerMTok: null });
  });

  test('rows have the configured identifier; an unknown provider has no rows', () => {
    expect(listModelPrices(['xai'], AT).prices.every(({ provider }) => provider === 'xai')).toBe(true);
    expect(listModelPrices(['xai'], AT).prices.length).toBeGreaterThan(0);
    expect(listModelPrices(['house-model'], AT).prices).toEqual([]);
    expect(listModelPrices(['mistral', 'mistral'], AT).prices).toEqual(
      listModelPrices(['mistral'], AT).prices,
    );
  });

  test('is computed once per provider list and day', () => {
    const first = listModelPrices(DEFAULT, AT);
    expect(listModelPrices([...DEFAULT], AT + 3_600_000)).toBe(first);
    expect(listModelPrices(['openai'], AT)).not.toBe(first);
    expect(listModelPrices(DEFAULT, AT + 86_400_000)).not.toBe(first);
  });
});
