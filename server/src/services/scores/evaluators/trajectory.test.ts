import { describe, expect, test } from 'vitest';
import type { TrajectoryFigures } from './evaluator.ts';
import { compile } from './index.ts';

const TRACE: TrajectoryFigures = {
  steps: 6,
  failedSteps: 0,
  costUsd: 0.02,
  durationMs: 4_000,
  isCut: false,
  endsWithAnswer: true,
  tools: [
    { name: 'search', key: '1' },
    { name: 'search', key: '2' },
    { name: 'search', key: '1' },
    { name: 'answer', key: '1' },
  ],
};
const run = (rubric: object, changes: Partial<TrajectoryFigures> = {}, scoreType?: 'boolean') =>
  compile({
    type: 'trajectory',
    rubric: JSON.stringify(rubric),
    scaleMin: 0,
    scaleMax: 1,
    ...(scoreType === undefined ? {} : { scoreType }),
  })({ output: '', expectedOutput: null, trace: { ...TRACE, ...changes } });

describe('each check', () => {
  test.each<[rubric: object, changes: Partial<TrajectoryFigures>, failure: string | null]>([
    [{ maxSteps: 6 }, {}, null],
    [{ maxSteps: 5 }, {}, 'maxSteps 6 > 5'],
    [{ maxRepeats: 2 }, {}, null],
    [{ maxRepeats: 1 }, {}, 'maxRepeats 2 > 1'],
    [{ maxRepeats: 1 }, { tools: [] }, null],
    [{ mustCall: ['answer', 'search'] }, {}, null],
    [{ mustCall: ['search', 'pay', 'mail'] }, {}, 'mustCall pay, mail'],
    [{ mustNotCall: ['pay'] }, {}, null],
    [{ mustNotCall: ['pay', 'search'] }, {}, 'mustNotCall search'],
    [{ order: ['search', 'answer'] }, {}, null],
    [{ order: ['search', 'search', 'search', 'answer'] }, {}, null],
    [{ order: ['answer', 'search'] }, {}, 'order 1 of 2'],
    [{ endsWithAnswer: true }, {}, null],
    [{ endsWithAnswer: true }, { endsWithAnswer: false }, 'endsWithAnswer'],
    [{ noFailedStep: true }, {}, null],
    [{ noFailedStep: true }, { failedSteps: 3 }, 'noFailedStep 3'],
    [{ maxCostUsd: 0.02 }, {}, null],
    [{ maxCostUsd: 0.01 }, { costUsd: 0.1 + 0.2 }, 'maxCostUsd 0.3 > 0.01'],
    [{ maxCostUsd: 0 }, { costUsd: 0 }, null],
    [{ maxDurationMs: 4_000 }, {}, null],
    [{ maxDurationMs: 3_999 }, {}, 'maxDurationMs 4000 > 3999'],
  ])('%j with %j: %s', (rubric, changes, failure) => {
    const verdict = run(rubric, changes);
    expect(verdict.score).toBe(failure === null ? 1 : 0);
    expect(verdict.reasoning).toMatchObject(
      failure === null
        ? { code: 'trajectory_holds', values: { checks: 1 } }
        : { code: 'trajectory_fails', values: { held: 0, checks: 1, failures: failure } },
    );
  });
});

describe('together', () => {
  const rubric = { maxSteps: 5, mustCall: ['search'], noFailedStep: true, maxDurationMs: 10 };

  test('the score is the share that holds, and a boolean one needs all', () => {
    expect(run(rubric)).toMatchObject({
      score: 0.5,
      reasoning: { message: '2 of 4 checks hold, but not: maxSteps 6 > 5; maxDurationMs 4000 > 10.' },
    });
    expect(run(rubric, {}, 'boolean').score).toBe(0);
    expect(run({ maxSteps: 6, noFailedStep: true }, {}, 'boolean').score).toBe(1);
  });

  test('checks of tools and answers need content, the others do not', () => {
    const unknown = { tools: null, endsWithAnswer: null };
    for (const check of [{ maxRepeats: 1 }, { mustNotCall: ['a'] }, { endsWithAnswer: true }])
      expect(run({ maxSteps: 9, ...check }, unknown)).toMatchObject({ score: null, reason: 'no_content' });
    expect(run({ maxSteps: 9, maxCostUsd: 1, noFailedStep: true }, unknown).score).toBe(1);
  });

  test('a trace that is too long fails by its steps, or has no score', () => {
    const cut = { isCut: true, steps: 2_000 };
    expect(run({ maxSteps: 30, noFailedStep: true }, cut)).toMatchObject({
      score: 0,
      reasoning: { message: '0 of 2 checks hold, but not: maxSteps 2000 > 30.' },
    });
    expect(run({ noFailedStep: true }, cut)).toMatchObject({ score: null, reason: 'output_too_long' });
    expect(run({ maxSteps: 9_000 }, cut)).toMatchObject({ score: null, reason: 'output_too_long' });
  });

  test('long lists of names are cut', () => {
    const names = Array.from({ length: 50 }, (_, at) => `${'tool'.repeat(40)}${at}`);
    const { reasoning } = run({ mustCall: names });
    expect(reasoning.message.length).toBeLessThan(500);
    expect(reasoning.code).toBe('trajectory_fails');
    expect(reasoning.values['failures']).toHaveLength(300);
  });
});

describe('the rubric', () => {
  test.each<[rubric: string, problem: RegExp]>([
    ['nonsense', /not valid JSON/],
    ['[]', /must be a JSON object/],
    ['{}', /has no check; possible are maxSteps/],
    ['{"maxStep": 3}', /"maxStep" is not a member/],
    ['{"maxSteps": 0}', /maxSteps must be a whole number from 1 to 10000/],
    ['{"maxSteps": 1.5}', /maxSteps must be a whole number/],
    ['{"maxSteps": "3"}', /maxSteps must be/],
    ['{"maxSteps": null}', /maxSteps must be/],
    ['{"maxRepeats": 0}', /maxRepeats must be/],
    ['{"mustCall": []}', /mustCall must be a list of 1 to 50/],
    ['{"mustCall": "search"}', /mustCall must be a list/],
    ['{"mustCall": ["a", 5]}', /mustCall\[1\] must be a name/],
    ['{"order": ["a"]}', /order must be a list of 2 to 50/],
    ['{"endsWithAnswer": false}', /endsWithAnswer must be true/],
    ['{"noFailedStep": 1}', /noFailedStep must be true/],
    ['{"maxCostUsd": -1}', /maxCostUsd must be a number from 0/],
    ['{"maxDurationMs": 0}', /maxDurationMs must be/],
    ['{"maxSteps": 1, "maxSteps": 2}', /key/],
  ])('%s', (rubric, problem) => {
    expect(() => compile({ type: 'trajectory', rubric, scaleMin: 0, scaleMax: 1 })).toThrow(problem);
  });
});
