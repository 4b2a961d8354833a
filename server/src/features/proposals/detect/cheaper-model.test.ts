import { describe, expect, it } from 'vitest';
import { classFigures, facts, PRICES, scored, usage } from '#test/support/proposal-figures';
import { detectCheaperModels } from './cheaper-model.ts';
import type { ScoredCall } from './facts.ts';
import type { ClassFigures } from '../records/class-figures.ts';

const detect = (changes: Partial<ClassFigures> = {}, scores: ScoredCall[] = []) =>
  detectCheaperModels(facts({ classes: [classFigures(changes)], scores }), PRICES);

const LONG: Partial<ClassFigures> = { outputP95: 2_000 };

describe('a cheaper model', () => {
  it('is proposed for a simple class, with the saving at list prices', () => {
    const [found, ...more] = detect();
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      kind: 'cheaper_model',
      project: 1,
      cause: ['openai', 'gpt-4o', 'prompt', 'classify'],
      title: 'Use gpt-4o-mini instead of gpt-4o for prompt “classify”',
      values: { proposedModel: 'gpt-4o-mini', basis: 'simple', spentUsd: 8, listedUsd: 8, proposedUsd: 0.8 },
      confidence: 0.6,
      callIds: ['c1', 'c2'],
    });
    expect(found?.savingUsd).toBeCloseTo(7.2, 9);
  });

  it('scales the saving if the client reported another cost, and counts no failed call', () => {
    expect(detect({ costUsd: 4 })[0]?.savingUsd).toBeCloseTo(3.6, 9);
    const [found] = detect({ calls: 1_010, errors: 10 });
    expect(found?.savingUsd).toBeCloseTo(7.2, 9);
    expect(found?.values).toMatchObject({ calls: 1_000 });
  });

  it.each<[string, Partial<ClassFigures>]>([
    ['few calls', { calls: 99 }],
    ['long outputs', LONG],
    ['long inputs', { input: { p05: 0, p50: 3_000, p75: 4_000, p95: 9_000, max: 20_000 } }],
    ['tools', { withTools: 11 }],
    ['errors', { errors: 21 }],
    ['reasoning', { usage: usage({ uncachedInput: 500_000, outputText: 70_000, reasoning: 30_000 }) }],
    ['audio', { usage: usage({ uncachedInput: 500_000, outputText: 100_000, audio: 10 }) }],
    ['no output', { usage: usage({ uncachedInput: 500_000 }), outputP95: 0 }],
    ['no cost', { costUsd: 0 }],
    ['a model without a smaller one', { model: 'gpt-4o-mini' }],
    ['an unknown model', { model: 'my-model' }],
    ['an unknown provider', { provider: '__proto__' }],
  ])('is not proposed: %s', (_, changes) => {
    expect(detect(changes)).toEqual([]);
  });

  const mini = (mean: number, changes: Partial<ScoredCall> = {}) =>
    scored(25, mean, { model: 'gpt-4o-mini-2024-07-18', ofEvalRun: true, ...changes });

  it('is proposed for any class with equal scores, with more confidence', () => {
    const [found] = detect(LONG, [...scored(25, 0.8), ...mini(0.8)]);
    expect(found).toMatchObject({
      confidence: 0.9,
      values: { basis: 'scores', 'score:4:gpt-4o': 0.8, 'score:4:gpt-4o-mini': 0.8 },
    });
    expect(found?.detail).toContain('0.80 (25 scores) against 0.80 (25)');
  });

  it.each<[string, ScoredCall[]]>([
    ['scored lower', [...scored(25, 0.8), ...mini(0.78)]],
    ['too few scores', [...scored(25, 0.8), ...mini(0.9).slice(0, 19)]],
    ['scores of another prompt', [...scored(25, 0.8), ...mini(0.9, { className: 'other' })]],
    ['scores by another criterion', [...scored(25, 0.8), ...mini(0.9, { source: '5' })]],
    ['scores of another project', [...scored(25, 0.8), ...mini(0.9, { project: 2 })]],
    [
      'one of two criteria lower',
      [
        ...scored(25, 0.8),
        ...mini(0.9),
        ...scored(25, 0.8, { source: 'human' }),
        ...mini(0.4, { source: 'human' }),
      ],
    ],
  ])('is not proposed for a class that is not simple: %s', (_, scores) => {
    expect(detect(LONG, scores)).toEqual([]);
  });

  it('is not proposed for a simple class if its scores were worse', () => {
    expect(detect({}, [...scored(25, 0.8), ...mini(0.5)])).toEqual([]);
    // A tiny difference proves nothing, and the class is still simple.
    expect(detect({}, [...scored(25, 0.8), ...mini(0.79)])).toHaveLength(1);
  });

  it('does not compare calls without a named use', () => {
    const untold = { classKind: '', className: '' };
    expect(detect({ ...LONG, ...untold }, [...scored(25, 0.8, untold), ...mini(0.9, untold)])).toEqual([]);
    expect(detect(untold)[0]?.title).toContain('calls without a prompt or a feature tag');
  });
});
