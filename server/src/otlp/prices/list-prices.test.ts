// Every price of the list in server/test/prices, which was written down from price pages, against what a call
// of a million tokens costs.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { TokenUsage } from '#records';
import { deriveCost, priceBook } from './prices.ts';

const AT = Date.UTC(2026, 10, 15, 12);
const MILLION = 1_000_000;
const NONE: TokenUsage = {
  uncachedInput: 0,
  cacheRead: 0,
  cacheWrite: 0,
  outputText: 0,
  reasoning: 0,
  audio: 0,
};
const COLUMNS = ['uncachedInput', 'outputText', 'cacheRead', 'cacheWrite'] as const;

const rows = readFileSync(new URL('../../../test/prices/list-prices.csv', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [provider = '', gateway = '', model = '', ...prices] = line.split(',');
    return { provider, gateway, model, prices };
  });

// Longer inputs cost more with some vendors: a thousand calls of a thousand tokens each.
function perMillion(row: (typeof rows)[number], column: (typeof COLUMNS)[number]) {
  const { provider, model, gateway } = row;
  const usage = { ...NONE, [column]: MILLION / 1_000 };
  const { costUsd, pricing } = deriveCost(
    { provider, model, gateway: gateway || null, atMs: AT, usage },
    priceBook(),
  );
  return pricing === null ? 'unpriced' : Number((costUsd * 1_000).toPrecision(9));
}

test('the list has 300 names at least, each once', () => {
  const names = rows.map(({ provider, gateway, model }) => `${provider} ${gateway} ${model}`);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThanOrEqual(300);
});

describe.for([...Map.groupBy(rows, ({ provider, gateway }) => gateway || provider)])('%s', ([, group]) => {
  test.for(group.map((row) => [row.model, row] as const))('%s', ([, row]) => {
    const asked = COLUMNS.filter((_, at) => row.prices[0] === 'unpriced' || row.prices[at] !== '-');
    const found = asked.map((column) => [column, perMillion(row, column)]);
    expect(found).toEqual(
      asked.map((column) => [
        column,
        row.prices[0] === 'unpriced' ? 'unpriced' : Number(row.prices[COLUMNS.indexOf(column)]),
      ]),
    );
  });
});
