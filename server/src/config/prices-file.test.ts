import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './env.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'tracewell-prices-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
function written(content: string): { TRACEWELL_PRICES_FILE: string } {
  files += 1;
  const file = path.join(folder, `prices-${files}`);
  writeFileSync(file, content);
  return { TRACEWELL_PRICES_FILE: file };
}

function faultsOf(content: string): string[] {
  try {
    readConfig(written(content));
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}

const PRICES = [
  {
    provider: 'openai',
    model: 'gpt-4o*',
    inputPerMTok: 2.25,
    outputPerMTok: 9,
    cacheReadPerMTok: 1.1,
    cacheWritePerMTok: null,
  },
  {
    provider: null,
    model: 'in-house-*',
    inputPerMTok: 0,
    outputPerMTok: 0,
    cacheReadPerMTok: null,
    cacheWritePerMTok: null,
  },
];

describe('TRACEWELL_PRICES_FILE', () => {
  it('is JSON or YAML, and says its version', () => {
    expect(readConfig({})).toMatchObject({ modelPrices: [], modelPricesVersion: '' });
    const json = readConfig(written(JSON.stringify(PRICES)));
    expect(json.modelPrices).toEqual(PRICES);
    expect(json.modelPricesVersion).toMatch(/^[0-9a-f]{12}$/);
    const yaml = readConfig(
      written(`# Our contract of May
- {provider: openai, model: gpt-4o*, inputPerMTok: 2.25, outputPerMTok: 9, cacheReadPerMTok: 1.1}
- model: in-house-*
  provider: '*'
  inputPerMTok: 0
  outputPerMTok: 0
`),
    );
    expect(yaml.modelPrices).toEqual(PRICES);
    expect(yaml.modelPricesVersion).not.toBe(json.modelPricesVersion);
    expect(readConfig(written('[]')).modelPrices).toEqual([]);
  });

  it('has all its faults reported at once', () => {
    const [price] = PRICES;
    const faults = faultsOf(
      JSON.stringify([
        price,
        { ...price, model: 'gpt-?' },
        { ...price, model: 'x'.repeat(129), provider: 'Open AI' },
        { model: 'a', inputPerMTok: '1', outputPerMTok: -1, cacheReadPerMTok: 1e7 },
        { ...price, model: 'b', currency: 'EUR' },
        'gpt-4o',
      ]),
    );
    expect(faults).toHaveLength(10);
    for (const fault of faults) expect(fault).toMatch(/^TRACEWELL_PRICES_FILE must .*\.$/);
    expect(faults.filter((fault) => fault.includes('entry 4'))).toEqual([
      'TRACEWELL_PRICES_FILE must give inputPerMTok of entry 4 as dollars from 0 to 1000000.',
      'TRACEWELL_PRICES_FILE must give outputPerMTok of entry 4 as dollars from 0 to 1000000.',
      'TRACEWELL_PRICES_FILE must give cacheReadPerMTok of entry 4 as dollars from 0 to 1000000.',
    ]);
    expect(faultsOf(JSON.stringify([price, price]))).toEqual([
      'TRACEWELL_PRICES_FILE must have one price for each model; entry 2 repeats openai, "gpt-4o*".',
    ]);
  });

  it('does not flood the list of faults', () => {
    const faults = faultsOf(JSON.stringify(Array.from({ length: 100 }, () => 7)));
    expect(faults).toHaveLength(11);
    expect(faults.at(-1)).toBe('TRACEWELL_PRICES_FILE must be corrected in 290 more places.');
  });

  it('must be a list in a file that can be read, of a bounded size', () => {
    const [first, ...names] = 'abcdefgh'.split('');
    const each = names.map((name, index) => {
      const before = `*${'abcdefg'.charAt(index)}`;
      return `${name}: &${name} [${Array.from({ length: 9 }, () => before).join(', ')}]`;
    });
    const aliases = [`${first}: &${first} [1, 1, 1]`, ...each].join('\n');
    for (const content of [
      '',
      '{"prices": []}',
      'prices',
      '[{"model": ',
      '- a: 1\n  - b',
      aliases,
      `[${'{},'.repeat(5_000)}{}]`,
      ' '.repeat(1024 * 1024 + 1),
    ]) {
      const faults = faultsOf(content);
      expect([content.slice(0, 20), faults.length]).toEqual([content.slice(0, 20), 1]);
      expect(faults[0]).toMatch(/^TRACEWELL_PRICES_FILE must .*\.$/);
    }
    for (const file of [path.join(folder, 'missing'), folder]) {
      expect(() => readConfig({ TRACEWELL_PRICES_FILE: file })).toThrow(
        /TRACEWELL_PRICES_FILE must name a file/,
      );
    }
  });
});
