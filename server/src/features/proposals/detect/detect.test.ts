// All detectors together: proposals worth making, none for a good account, and none for noise.
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#lib/clock';
import {
  classFigures,
  END_MS,
  facts,
  PRICES,
  repeatFigures,
  versionFigures,
} from '#test/support/proposal-figures';
import { factsOf, randomFrom, type MadeCall } from '#test/support/proposal-traffic';
import { detectAll } from './index.ts';

const proposed = (changes: Parameters<typeof facts>[0], windowsPerMonth = 1) =>
  detectAll(facts(changes), PRICES, windowsPerMonth).map(({ kind, savingUsd }) => [
    kind,
    Math.round(savingUsd * 1e6) / 1e6,
  ]);

describe('what is worth proposing', () => {
  it('saves a dollar a month and 2 % of what the project spends', () => {
    const classes = [classFigures({ projectCostUsd: 100 })];
    expect(proposed({ classes })).toEqual([['cheaper_model', 7.2]]);
    expect(proposed({ classes: [classFigures({ projectCostUsd: 361 })] })).toEqual([]);
    expect(proposed({ classes: [classFigures({ costUsd: 1.1, projectCostUsd: 2 })] })).toEqual([]);
    expect(proposed({ classes: [classFigures({ costUsd: 1.12, projectCostUsd: 2 })] })).toEqual([
      ['cheaper_model', 1.008],
    ]);
    expect(proposed({ classes: [], repeats: [repeatFigures({ repeatsCostUsd: 0.99 })] })).toEqual([]);
  });

  it('is scaled to a month if retention is shorter', () => {
    const classes = [classFigures({ costUsd: 0.28, projectCostUsd: 0.5 })];
    expect(proposed({ classes }, 30 / 7)).toEqual([['cheaper_model', 1.08]]);
    expect(proposed({ classes })).toEqual([]);
  });

  it('includes a worse prompt version without a saving', () => {
    const worse = versionFigures({ version: '2', errors: 60, errorsCostUsd: 0 });
    expect(proposed({ classes: [], versions: [versionFigures(), worse] })).toEqual([
      ['failing_prompt_version', 0],
    ]);
  });
});

const DAYS = 30;
const CLASSES = ['summarise', 'answer', 'extract', 'rank', 'plan'];

/** Six hundred calls a day of five prompts in two versions, with random lengths, times, errors and scores. */
function traffic(seed: number): MadeCall[] {
  const random = randomFrom(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Array.from({ length: DAYS * 600 }, (_, at) => {
    const input = Math.round(3_000 * Math.exp(normal() * 0.6));
    const output = Math.round(500 * Math.exp(normal() * 0.7));
    const failed = random() < 0.02;
    return {
      model: random() < 0.5 ? 'gpt-4o' : 'gpt-4.1',
      className: CLASSES[Math.floor(random() * CLASSES.length)] ?? '',
      version: random() < 0.5 ? '1' : '2',
      atMs: END_MS - random() * DAYS * DAY_MS,
      input: failed ? 0 : input,
      output: failed ? 0 : output,
      costUsd: failed ? 0 : (input * 10 + output * 30) / 1e6,
      failed,
      inputHash: at,
      score: random() < 0.05 ? Math.round(random() * 4) / 4 : null,
    };
  });
}

describe('nothing is proposed', () => {
  it('for an account without calls', () => {
    expect(proposed({})).toEqual([]);
  });

  it.each([1, 2, 3, 4, 5])('for noise (seed %i)', (seed) => {
    expect(detectAll(factsOf(traffic(seed)), PRICES, 1)).toEqual([]);
  });

  it('for an account that already does well', () => {
    const well = traffic(6).map((call) => Object.assign(call, { model: 'gpt-4o-mini', output: 20 }));
    expect(detectAll(factsOf(well), PRICES, 1)).toEqual([]);
  });
});

it('planted problems are found in noise, and nothing else', () => {
  const random = randomFrom(7);
  const planted = traffic(7).map((call): MadeCall => {
    // One prompt is short and asks the same few things; another fails in its second version.
    if (call.className === 'rank')
      return Object.assign(call, {
        input: 3_000,
        output: 20,
        costUsd: (3_000 * 10 + 20 * 30) / 1e6,
        inputHash: Math.floor(random() * 20),
        failed: false,
      });
    if (call.className === 'plan' && call.version === '2')
      return Object.assign(call, { failed: call.failed || random() < 0.05 });
    return call;
  });
  const found = detectAll(factsOf(planted), PRICES, 1).map(({ kind, cause }) => [kind, ...cause].join(' '));
  expect(found.toSorted()).toEqual([
    'cheaper_model openai gpt-4.1 prompt rank',
    'cheaper_model openai gpt-4o prompt rank',
    'failing_prompt_version plan 2',
    'repeated_calls openai gpt-4.1 prompt rank',
    'repeated_calls openai gpt-4o prompt rank',
  ]);
});
