import { describe, expect, test } from 'vitest';
import { readTable } from './read-table.ts';
import { shippedTable } from './shipped.ts';
import type { CatalogTable } from './form.ts';

const plain = (): CatalogTable => structuredClone(shippedTable());
const read = (change: (table: CatalogTable) => unknown) => {
  const table = plain();
  change(table);
  return () => readTable(JSON.stringify(table));
};
const firstModel = ({ sellers }: CatalogTable) => sellers[0]?.models[0] as unknown as Record<string, unknown>;

describe('a renewed price table', () => {
  test('like that of the release is read', () => {
    expect(read(() => undefined)()).toEqual(shippedTable());
  });

  test.for([
    ['not JSON', () => readTable('<html>')],
    ['another list', () => readTable('{"gpt-4o": {"input_cost_per_token": 1}}')],
    ['cut off', read((table) => Object.assign(table, { sellers: table.sellers.slice(0, 1) }))],
    ['without a day', read((table) => Object.assign(table, { date: 'yesterday' }))],
    ['a negative price', read((table) => Object.assign(firstModel(table), { prices: { input: -1 } }))],
    ['a price as text', read((table) => Object.assign(firstModel(table), { prices: { input: '1' } }))],
    ['a tier without a price', read((table) => Object.assign(firstModel(table), { tiers: { flex: 1 } }))],
    ['an unknown rule', read((table) => Object.assign(firstModel(table), { match: { sounds_like: 'a' } }))],
    [
      'a pattern that could take forever',
      read((table) => Object.assign(firstModel(table), { match: { regex: '^(a+)+$' } })),
    ],
    [
      'rules without an end',
      read((table) => {
        let match: object = { equals: 'a' };
        for (let depth = 0; depth < 9; depth += 1) match = { or: [match] };
        Object.assign(firstModel(table), { match });
      }),
    ],
  ] as const)('%s: is refused with a reason', ([, attempt]) => {
    expect(attempt).toThrow(/^(?:It|A price|A seller|The names)/);
  });
});
