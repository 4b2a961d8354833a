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
    for (const fault of faults)
      expect(fault).toMatch(/^TRACEWELL_PRICES_FILE must be corrected in .*[^.]\.$/);
    expect(faults).toEqual([
      expect.stringContaining(' entry 2, model: '),
      expect.stringContaining(' entry 3, provider: '),
      expect.stringContaining(' entry 3, model: '),
      'TRACEWELL_PRICES_FILE must be corrected in entry 4, inputPerMTok: must be number.',
      'TRACEWELL_PRICES_FILE must be corrected in entry 4, outputPerMTok: must be >= 0.',
      'TRACEWELL_PRICES_FILE must be corrected in entry 4, cacheReadPerMTok: must be <= 1000000.',
      'TRACEWELL_PRICES_FILE must be corrected in entry 5, currency: is not a known field.',
      'TRACEWELL_PRICES_FILE must be corrected in entry 6: must be object.',
    ]);
    expect(faultsOf(JSON.stringify([price, price]))).toEqual([
      'TRACEWELL_PRICES_FILE must be corrected in entry 2, model: An earlier entry already has a price for this provider and model.',
    ]);
  });

  it('can tell prices by length, of one-hour cache writes, tools and service tiers', () => {
    const more = `
- model: gpt-6.1-sol
  inputPerMTok: 5
  outputPerMTok: 30
  cacheWrite1hPerMTok: 8
  webSearchPerThousand: 12
  longInput:
    - { aboveTokens: 500000, inputPerMTok: 20, outputPerMTok: 60 }
    - { aboveTokens: 272000, inputPerMTok: 10, outputPerMTok: 45, cacheReadPerMTok: 1, cacheWrite1hPerMTok: null }
  tiers: { flex: { inputPerMTok: 3, outputPerMTok: 18 } }
`;
    expect(readConfig(written(more)).modelPrices).toEqual([
      {
        provider: null,
        model: 'gpt-6.1-sol',
        inputPerMTok: 5,
        outputPerMTok: 30,
        cacheReadPerMTok: null,
        cacheWritePerMTok: null,
        cacheWrite1hPerMTok: 8,
        webSearchPerThousand: 12,
        longInput: [
          {
            aboveTokens: 272_000,
            inputPerMTok: 10,
            outputPerMTok: 45,
            cacheReadPerMTok: 1,
            cacheWritePerMTok: null,
          },
          {
            aboveTokens: 500_000,
            inputPerMTok: 20,
            outputPerMTok: 60,
            cacheReadPerMTok: null,
            cacheWritePerMTok: null,
          },
        ],
        tiers: {
          flex: { inputPerMTok: 3, outputPerMTok: 18, cacheReadPerMTok: null, cacheWritePerMTok: null },
        },
      },
    ]);
    for (const [fault, wrong] of [
      ['longInput: Each aboveTokens may occur once', more.replace('500000', '272000')],
      ['longInput.0.aboveTokens: must be >= 1', more.replace('500000', '0')],
      ['longInput.0.outputPerMTok: is required', more.replace(', outputPerMTok: 60', '')],
      ['webSearchPerThousand: must be >= 0', more.replace(': 12', ': -1')],
      ['tiers.flex.currency: is not a known field', more.replace(': 18', ': 18, currency: EUR')],
      ['tiers.default: The standard prices are those of the entry', more.replace('flex', 'default')],
    ] as const)
      expect(faultsOf(wrong)).toEqual([`TRACEWELL_PRICES_FILE must be corrected in entry 1, ${fault}.`]);
  });

  it('does not flood the list of faults', () => {
    const faults = faultsOf(JSON.stringify(Array.from({ length: 100 }, () => 7)));
    expect(faults).toHaveLength(11);
    expect(faults.at(-1)).toBe('TRACEWELL_PRICES_FILE must be corrected in 90 more places.');
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
