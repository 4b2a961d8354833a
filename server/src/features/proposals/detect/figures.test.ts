// Each kind sends every number of its title and detail as a figure, so clients can word them.
import { Check } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import {
  classFigures,
  facts,
  PRICES,
  repeatFigures,
  scored,
  usage,
  versionFigures,
} from '#test/support/proposal-figures';
import { ProposalFigures } from '../figures.ts';
import { PROPOSAL_KINDS } from '../kinds.ts';
import type { ProposalFacts, FoundProposal } from './facts.ts';
import { detectAll } from './index.ts';

const ofClass = { provider: 'openai', model: 'gpt-4o', classKind: 'prompt', className: 'classify' };
const large = { p05: 4_600, p50: 5_000, p75: 5_200, p95: 5_400, max: 6_000 };
const greet = (version: string, mean: number) =>
  scored(30, mean, { prompt: 'greet', version, source: 'human' });

const FOUND: [FoundProposal['kind'], Partial<ProposalFacts>, Record<string, unknown>][] = [
  [
    'cheaper_model',
    { classes: [classFigures({ withTools: 3 })] },
    { ...ofClass, proposedModel: 'gpt-4o-mini', basis: 'simple', spentUsd: 8, toolCalls: 3, errorRate: 0 },
  ],
  [
    'cheaper_model',
    {
      classes: [classFigures({ withTools: 900 })],
      scores: [...scored(25, 0.8), ...scored(30, 0.8, { model: 'gpt-4o-mini' })],
    },
    {
      basis: 'scores',
      'score:4:gpt-4o': 0.8,
      'scores:4:gpt-4o': 25,
      'scores:4:gpt-4o-mini': 30,
      'score:4:gpt-4o-mini': 0.8,
    },
  ],
  [
    'prompt_caching',
    {
      classes: [
        classFigures({
          provider: 'anthropic',
          model: 'claude-sonnet-5',
          costUsd: 53,
          usage: usage({ uncachedInput: 5_000_000, outputText: 100_000 }),
          input: large,
          outputP95: 900,
          dailyLeastInput: [4_500, 4_510, 4_490],
          slots: 100,
        }),
      ],
    },
    // 36.45 saved by reads, 1.125 paid for writes.
    {
      caching: 'explicit',
      hits: 900,
      writes: 100,
      cacheableTokens: 4_500,
      spentUsd: 53,
      cachedUsd: 17.675,
      extraPerWriteUsd: expect.closeTo(0.01125, 6),
    },
  ],
  [
    'repeated_calls',
    { repeats: [repeatFigures()] },
    { ...ofClass, sameAnswer: 'unknown', repeats: 400, calls: 500, mostInADay: 40, repeatsCostUsd: 3.2 },
  ],
  [
    'repeated_calls',
    { repeats: [repeatFigures({ model: 'text-embedding-3-small' })] },
    { sameAnswer: 'certain' },
  ],
  [
    'failing_prompt_version',
    {
      versions: [versionFigures(), versionFigures({ version: '2', errors: 60 })],
      scores: [...greet('1', 0.8), ...greet('2', 0.6)],
    },
    {
      prompt: 'greet',
      version: '2',
      versionBefore: '1',
      errorRate: 0.06,
      errorRateBefore: 0.01,
      callsBefore: 1_000,
      scoredBy: 'human',
      scoredVersionBefore: '1',
      meanScore: 0.6,
      scoresBefore: 30,
      pValue: expect.any(Number),
    },
  ],
  [
    'long_context',
    {
      classes: [
        classFigures({
          withTools: 900,
          input: { p05: 500, p50: 2_000, p75: 4_000, p95: 20_000, max: 30_000 },
        }),
      ],
      longContexts: [
        {
          project: 1,
          ...ofClass,
          threads: 8,
          longCalls: 100,
          costUsd: 20.3,
          usage: usage({ uncachedInput: 2_000_000, outputText: 10_000 }),
          excessTokens: 1_600_000,
          longest: 30_000,
          callIds: [],
          traceIds: [],
        },
      ],
    },
    {
      threads: 8,
      longestInputTokens: 30_000,
      medianInputTokens: 2_000,
      spentUsd: 20.3,
      listedUsd: 20.3,
      cutUsd: 4.3,
    },
  ],
];

describe('figures', () => {
  it('are declared for every kind and tested here', () => {
    expect(Object.keys(ProposalFigures.properties).toSorted()).toEqual([...PROPOSAL_KINDS].toSorted());
    expect([...new Set(FOUND.map(([kind]) => kind))].toSorted()).toEqual([...PROPOSAL_KINDS].toSorted());
  });

  it.each(FOUND)('of %s cover all numbers of the sentences', (kind, changes, values) => {
    const found = detectAll(facts(changes), PRICES, 1).find((each) => each.kind === kind);
    expect(found?.values).toMatchObject(values);
    expect(Check(ProposalFigures.properties[kind], found?.values)).toBe(true);
  });
});
