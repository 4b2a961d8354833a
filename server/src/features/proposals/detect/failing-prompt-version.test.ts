import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#lib/clock';
import { END_MS, facts, scored, versionFigures } from '#test/support/proposal-figures';
import type { ProposalFacts, ScoredCall } from './facts.ts';
import { detectFailingVersions } from './failing-prompt-version.ts';
import { inOrder } from './version-order.ts';
import type { VersionFigures } from '../records/prompt-versions.ts';

const next = (changes: Partial<VersionFigures> = {}) =>
  versionFigures({
    version: '2',
    errors: 60,
    errorsCostUsd: 0.6,
    callIds: ['f1'],
    traceIds: ['t1'],
    ...changes,
  });

const detect = (changes: Partial<ProposalFacts>) => detectFailingVersions(facts(changes));

describe('a failing version', () => {
  it('is proposed if its error rate differs clearly from the previous version', () => {
    const [found, ...more] = detect({ versions: [next(), versionFigures()] });
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      kind: 'failing_prompt_version',
      cause: ['greet', '2'],
      title: 'Version “2” of prompt “greet” fails more often than version “1”',
      savingUsd: 0.6,
      failures: 60,
      confidence: 0.99,
      callIds: ['f1'],
      traceIds: ['t1'],
      values: { errorRate: 0.06, errorRateBefore: 0.01, calls: 1_000, callsBefore: 1_000 },
    });
  });

  it('is compared with the nearest previous version with enough calls', () => {
    const versions = [
      versionFigures({ version: '1', errors: 200 }),
      versionFigures({ version: '2', errors: 10 }),
      versionFigures({ version: '3', calls: 10, errors: 9 }),
      versionFigures({ version: '10', errors: 60 }),
    ];
    expect(
      detect({ versions }).map(({ values }) => 'version' in values && [values.version, values.versionBefore]),
    ).toEqual([['10', '2']]);
  });

  it.each<[string, VersionFigures[]]>([
    ['no version before', [next()]],
    ['as many errors', [versionFigures(), next({ errors: 12 })]],
    ['by chance', [versionFigures(), next({ errors: 22 })]],
    ['fewer errors', [versionFigures({ errors: 60 }), next({ errors: 10 })]],
    ['few calls', [versionFigures({ errors: 0 }), next({ calls: 99, errors: 40 })]],
    ['few errors', [versionFigures({ errors: 0, calls: 100_000 }), next({ errors: 4 })]],
    ['a version without recent calls', [versionFigures(), next({ lastSeenMs: END_MS - 8 * DAY_MS })]],
    ['another prompt', [versionFigures({ prompt: 'other' }), next()]],
    ['another project', [versionFigures({ project: 2 }), next()]],
  ])('is not proposed: %s', (_, versions) => {
    expect(detect({ versions })).toEqual([]);
  });

  const given = (version: string, mean: number, changes: Partial<ScoredCall> = {}) =>
    scored(30, mean, { prompt: 'greet', version, source: 'human', ...changes });
  const versions = [versionFigures(), next({ errors: 10, errorsCostUsd: 0 })];

  it('is proposed without a saving if its scores dropped', () => {
    const [found] = detect({ versions, scores: [...given('1', 0.8), ...given('2', 0.6)] });
    expect(found).toMatchObject({
      title: 'Version “2” of prompt “greet” is scored lower than version “1”',
      savingUsd: 0,
      failures: 30,
      values: { meanScore: 0.6, meanScoreBefore: 0.8, scores: 30 },
    });
    expect(found?.detail).toContain('People gave it 0.60');
    expect(found?.confidence).toBeGreaterThan(0.98);
  });

  it('reports errors and scores in one proposal', () => {
    const found = detect({
      versions: [versionFigures(), next()],
      scores: [...given('1', 0.8, { source: '4' }), ...given('2', 0.6, { source: '4' })],
    });
    expect(found).toHaveLength(1);
    expect(found[0]?.detail).toMatch(/failed, against .*; criterion 4 gave it/);
  });

  it.each<[string, ScoredCall[]]>([
    ['by too little', [...given('1', 0.8), ...given('2', 0.77)]],
    ['few scores', [...given('1', 0.8).slice(0, 19), ...given('2', 0.4)]],
    ['another source', [...given('1', 0.8), ...given('2', 0.4, { source: '4' })]],
    ['evaluation runs', [...given('1', 0.8), ...given('2', 0.4, { ofEvalRun: true })]],
  ])('is not proposed by scores: %s', (_, scores) => {
    expect(detect({ versions, scores })).toEqual([]);
  });
});

describe('the order of versions', () => {
  const named = (...versions: string[]) =>
    versions.map((version, at) => versionFigures({ version, firstSeenMs: at }));
  const names = (versions: VersionFigures[]) => versions.map(({ version }) => version);

  it('follows the registry, else numbers, else the first call', () => {
    const registry = ['b', 'a'].map((version, id) => ({ id, name: 'greet', version }));
    expect(names(inOrder(named('a', 'b'), registry))).toEqual(['b', 'a']);
    expect(names(inOrder(named('v10', '2', '1.10', '1.9'), []))).toEqual(['1.9', '1.10', '2', 'v10']);
    expect(names(inOrder(named('1.2.1', '1.2.0.1', '1.2'), []))).toEqual(['1.2', '1.2.0.1', '1.2.1']);
    expect(names(inOrder(named('z', '1', 'a'), registry))).toEqual(['z', '1', 'a']);
  });
});
