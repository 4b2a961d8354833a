// The figures of each kind of proposal: every number in its title and detail, over the window.
import { Type, type Static } from 'typebox';
import { figuresByCode } from '#lib/figures';
import { OneOf } from '#lib/schema';
import type { ProposalKind } from './kinds.ts';

const Count = Type.Number();
const Usd = Type.Number();
const Share = Type.Number();
const Name = Type.String();

const ofClass = {
  provider: Name,
  model: Name,
  classKind: Type.String({
    examples: ['prompt', 'feature', ''],
    description: 'prompt, or the key of the tag that names the use; empty if neither',
  }),
  className: Name,
};

export const ProposalFigures = figuresByCode('ProposalFigures', {
  cheaper_model: {
    ...ofClass,
    proposedModel: Name,
    basis: OneOf(
      ['scores', 'simple'],
      'With scores, `score:<source>:<model>` is a mean and `scores:<source>:<model>` a count; the source is human or the id of a criterion',
    ),
    calls: Count,
    spentUsd: Usd,
    listedUsd: Usd,
    proposedUsd: Usd,
    inputP95: Count,
    outputP95: Count,
    toolCalls: Type.Number({ description: 'Calls that called a tool' }),
    errorRate: Share,
  },
  prompt_caching: {
    ...ofClass,
    caching: OneOf(['explicit', 'automatic'], 'Whether the request must mark the part to cache'),
    calls: Count,
    hits: Count,
    writes: Count,
    cacheableTokens: Count,
    medianInputTokens: Count,
    cachedShare: Share,
    spentUsd: Usd,
    cachedUsd: Type.Number({ description: 'Cost of the calls with the cache' }),
    listedUsd: Usd,
    savedPerHitUsd: Usd,
    extraPerWriteUsd: Usd,
  },
  repeated_calls: {
    ...ofClass,
    sameAnswer: OneOf(['certain', 'unknown'], 'Whether the same input has the same answer'),
    calls: Count,
    repeats: Count,
    mostInADay: Count,
    repeatsCostUsd: Usd,
  },
  failing_prompt_version: {
    prompt: Name,
    version: Name,
    versionBefore: Type.String({ description: 'The version it is compared with' }),
    calls: Count,
    errorsCostUsd: Usd,
    errors: Type.Optional(
      Type.Number({ description: 'This and the next are set if more of its calls fail' }),
    ),
    errorRate: Type.Optional(Share),
    errorRateLow: Type.Optional(Share),
    callsBefore: Type.Optional(Count),
    errorsBefore: Type.Optional(Count),
    errorRateBefore: Type.Optional(Share),
    errorRateBeforeHigh: Type.Optional(Share),
    scoredBy: Type.Optional(
      Type.String({
        description: 'This and the next are set if it is scored lower. human, or the id of a criterion',
        examples: ['human', '12'],
      }),
    ),
    scoredVersionBefore: Type.Optional(Name),
    meanScore: Type.Optional(Type.Number({ description: '0 to 1' })),
    scores: Type.Optional(Count),
    meanScoreBefore: Type.Optional(Type.Number()),
    scoresBefore: Type.Optional(Count),
    pValue: Type.Number(),
  },
  long_context: {
    ...ofClass,
    threads: Count,
    longCalls: Count,
    longestInputTokens: Count,
    medianInputTokens: Count,
    cutToTokens: Count,
    excessTokens: Count,
    spentUsd: Usd,
    listedUsd: Usd,
    cutUsd: Type.Number({ description: 'At list prices; the real spend may differ in proportion' }),
  },
} satisfies Record<ProposalKind, unknown>);

type ByKind = Static<typeof ProposalFigures>;

/** A kind with its figures. */
export type ProposalFigures = { [K in ProposalKind]: { kind: K; values: ByKind[K] } }[ProposalKind];
