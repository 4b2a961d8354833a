import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pino } from 'pino';
import { readConfig } from '#config';
import { deriveCost, priceBook, shippedTable, useTable } from '#otlp';
import { compareTables } from './compare-tables.ts';
import { mergedTable } from './merged-table.ts';
import { PriceRenewal } from './price-renewal.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tracewell-prices-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  useTable(shippedTable());
});

const none = { uncachedInput: 0, cacheRead: 0, cacheWrite: 0, outputText: 0, reasoning: 0, audio: 0 };
const priceOf = (model: string) =>
  deriveCost(
    { provider: 'openai', model, atMs: Date.UTC(2026, 10, 19), usage: { ...none, uncachedInput: 1_000 } },
    priceBook(),
  ).pricing;

/** The table of the release with one more model. */
function renewedWith(model: string, input: number): string {
  const table = structuredClone(shippedTable()) as unknown as {
    date: string;
    sellers: { id: string; models: object[] }[];
  };
  table.date = '2027-01-01';
  table.sellers.find(({ id }) => id === 'openai')?.models.push({ id: model, prices: { input, output: 2 } });
  return JSON.stringify(table);
}

function renewal(settings: Record<string, string>) {
  const warned: object[] = [];
  const config = readConfig({ TRACEWELL_DATA_DIR: folder, ...settings });
  const log = pino(
    { level: 'warn' },
    { write: (line: string) => void warned.push(JSON.parse(line) as object) },
  );
  return { config, warned, renewal: new PriceRenewal({ config, log }) };
}

describe('prices that are renewed while the service runs', () => {
  it('a new table applies from the next look on; a faulty one changes nothing and is told once', async () => {
    const file = path.join(folder, 'table.json');
    writeFileSync(file, renewedWith('gpt-99', 7));
    const { renewal: prices, warned } = renewal({ TRACEWELL_PRICE_TABLE: file });
    expect(priceOf('gpt-99')).toBeNull();
    await prices.look();
    expect(priceOf('gpt-99')).toMatchObject({ inputPerMTok: 7, version: '2027-01-01' });
    writeFileSync(file, renewedWith('gpt-99', 8));
    await prices.look();
    expect(priceOf('gpt-99')).toMatchObject({ inputPerMTok: 8 });
    writeFileSync(file, '{"sellers": []}');
    await prices.look();
    await prices.look();
    expect(priceOf('gpt-99')).toMatchObject({ inputPerMTok: 8 });
    expect(warned).toHaveLength(1);
  });

  it('the own prices of the operator too', async () => {
    const file = path.join(folder, 'prices.yaml');
    writeFileSync(file, '- { model: "a*", inputPerMTok: 1, outputPerMTok: 1 }');
    const { renewal: prices, config, warned } = renewal({ TRACEWELL_PRICES_FILE: file });
    const before = config.modelPricesVersion;
    writeFileSync(file, '- { model: "a*", inputPerMTok: 2, outputPerMTok: 12 }');
    await prices.look();
    expect(config.modelPrices).toMatchObject([{ inputPerMTok: 2, outputPerMTok: 12 }]);
    expect(config.modelPricesVersion).not.toBe(before);
    writeFileSync(file, '- { model: "a*", inputPerMTok: -1 }');
    await prices.look();
    expect(config.modelPrices).toMatchObject([{ inputPerMTok: 2 }]);
    expect(warned).toHaveLength(1);
  });

  it('a table is made of the two public lists, from files too', async () => {
    const genai = path.join(folder, 'data.json');
    const litellm = path.join(folder, 'litellm.json');
    const models = Array.from({ length: 120 }, (_, at) => ({
      id: `gpt-${at}`,
      match: { equals: `gpt-${at}` },
      prices: { input_mtok: 1, output_mtok: 4 },
    }));
    writeFileSync(genai, JSON.stringify([{ id: 'openai', models }]));
    const entry = {
      litellm_provider: 'openai',
      mode: 'chat',
      input_cost_per_token: 1e-6,
      output_cost_per_token: 4e-6,
    };
    writeFileSync(
      litellm,
      JSON.stringify({
        'gpt-1': { ...entry, cache_read_input_token_cost: 1e-7 },
        'gpt-2': { ...entry, input_cost_per_token: 3e-6 },
        'gpt-new': entry,
      }),
    );
    const lists = { genaiPrices: genai, liteLlm: litellm };
    const { table, differences } = await mergedTable(lists, null as never, Date.UTC(2026, 10, 19));
    const openai = table.sellers.find(({ id }) => id === 'openai');
    const of = (id: string) => openai?.models.find((model) => model.id === id)?.prices;
    expect(of('gpt-1')).toEqual({ input: 1, output: 4, cacheRead: 0.1 });
    expect(of('gpt-2')).toEqual({ input: 1, output: 4 });
    expect(of('gpt-new')).toEqual({ input: 1, output: 4 });
    expect(differences).toMatchObject([{ model: 'gpt-2', taken: 'genai-prices' }]);
    const renewed = structuredClone(table) as unknown as { sellers: { models: { prices: object }[] }[] };
    Object.assign(renewed.sellers[0]?.models[0]?.prices ?? {}, { input: 9 });
    expect(compareTables(table, renewed as never)).toHaveLength(1);
    await expect(
      mergedTable({ ...lists, liteLlm: path.join(folder, 'none') }, null as never, 0),
    ).rejects.toThrow('none');
  });
});
