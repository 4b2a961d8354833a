import { describe, expect, it } from 'vitest';
import { classFigures, facts, PRICES, usage } from '#test/support/proposal-figures';
import { detectLongContexts, longContextQuestion } from './long-context.ts';
import type { LongContextFigures } from '../records/long-contexts.ts';

const figures = classFigures({ input: { p05: 500, p50: 2_000, p75: 4_000, p95: 20_000, max: 30_000 } });

/** 100 calls of 20,000 tokens, of which 4,000 are enough: 100 x (0.2 + 0.003) = 20.30 dollars. */
const long = (changes: Partial<LongContextFigures> = {}): LongContextFigures => ({
  project: 1,
  provider: 'openai',
  model: 'gpt-4o',
  classKind: 'prompt',
  className: 'classify',
  threads: 8,
  longCalls: 100,
  costUsd: 20.3,
  usage: usage({ uncachedInput: 2_000_000, outputText: 10_000 }),
  excessTokens: 1_600_000,
  longest: 30_000,
  callIds: ['c1'],
  traceIds: ['t1', 't2'],
  ...changes,
});

const detect = (changes: Partial<LongContextFigures> = {}) =>
  detectLongContexts(facts({ classes: [figures], longContexts: [long(changes)] }), PRICES);

describe('a long context', () => {
  it('is proposed with the tokens beyond a sufficient length', () => {
    const [found] = detect();
    expect(found).toMatchObject({
      kind: 'long_context',
      traceIds: ['t1', 't2'],
      values: { cutToTokens: 4_000, medianInputTokens: 2_000, longCalls: 100, spentUsd: 20.3, cutUsd: 4.3 },
    });
    expect(found?.savingUsd).toBeCloseTo((1_600_000 * 10) / 1e6, 9);
    expect(found?.detail).toContain('they would cost $4.30');
  });

  it('saves less on tokens read from a cache', () => {
    const cached = { provider: 'anthropic', model: 'claude-sonnet-5' };
    const classes = [{ ...figures, ...cached }];
    const each = long({
      ...cached,
      usage: usage({ uncachedInput: 1_000_000, cacheRead: 1_000_000, outputText: 10_000 }),
      costUsd: 11.3,
    });
    const [found] = detectLongContexts(facts({ classes, longContexts: [each] }), PRICES);
    expect(found?.savingUsd).toBeCloseTo((800_000 * 10 + 800_000 * 1) / 1e6, 9);
  });

  it('saves more on tokens written to a cache', () => {
    const cached = { provider: 'anthropic', model: 'claude-sonnet-5' };
    const each = long({
      ...cached,
      usage: usage({ uncachedInput: 1_000_000, cacheWrite: 1_000_000, outputText: 10_000 }),
      costUsd: 22.8,
    });
    const [found] = detectLongContexts(
      facts({ classes: [{ ...figures, ...cached }], longContexts: [each] }),
      PRICES,
    );
    expect(found?.savingUsd).toBeCloseTo((800_000 * 10 + 800_000 * 12.5) / 1e6, 9);
  });

  it('queries at most the fifty most expensive classes', () => {
    const many = Array.from({ length: 60 }, (_, at) => ({ ...figures, className: `class-${at}` }));
    const { classes } = longContextQuestion(many);
    expect(classes.map(({ className }) => className)).toEqual(
      many.slice(0, 50).map(({ className }) => className),
    );
  });

  it.each<[string, Partial<LongContextFigures>]>([
    ['few threads', { threads: 2 }],
    ['few calls', { longCalls: 19 }],
    ['nothing beyond', { excessTokens: 0 }],
    ['no price', { model: 'my-model' }],
    ['a class that is not known', { className: 'other' }],
    ['no input', { usage: usage({ outputText: 10 }) }],
  ])('is not proposed: %s', (_, changes) => {
    expect(detect(changes)).toEqual([]);
  });

  it('queries only classes with a call far above the median', () => {
    const input = { p05: 0, p50: 2_000, p75: 4_000, p95: 5_000, max: 7_999 };
    const question = longContextQuestion([
      figures,
      classFigures({ input }),
      classFigures({ calls: 49, input: { ...input, max: 90_000 } }),
      classFigures({ className: 'long', input: { ...input, p50: 5_000, max: 14_999 } }),
    ]);
    expect(question.classes.map(({ className, reaches, cutTo }) => [className, reaches, cutTo])).toEqual([
      ['classify', 8_000, 4_000],
    ]);
  });
});
