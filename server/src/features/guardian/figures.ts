// The figures of each kind of finding: every number in its title and detail.
import { Type, type Static } from 'typebox';
import { figuresByCode } from '#lib/figures';
import { OneOf, Timestamp } from '#lib/schema';
import { REDACTION_KINDS } from './detect/redaction-kinds.ts';
import type { FindingKind } from './kinds.ts';

const Count = Type.Number();
const Usd = Type.Number();
const Name = Type.String();

/** For a finding that merges all others of its kind on a day. */
const others = {
  day: Type.Optional(
    Type.String({ format: 'date', description: 'The finding merges the others of this day' }),
  ),
  ownFindings: Type.Optional(Type.Number({ description: 'Number of separate findings on that day' })),
};

const Redaction = Type.String({ examples: Object.keys(REDACTION_KINDS) });

export const FindingFigures = figuresByCode('FindingFigures', {
  tool_loop: {
    tool: Type.String({ description: 'Empty if the tool has no name' }),
    repeats: Count,
    threshold: Count,
    traceId: Name,
    ...others,
  },
  runaway_trace: {
    traceId: Name,
    over: OneOf(['spans', 'cost', 'both'], 'The limits that the trace exceeds'),
    spans: Count,
    calls: Count,
    costUsd: Usd,
    spanLimit: Count,
    costLimitUsd: Usd,
    usualSpans: Type.Number({ description: '0 if there is no baseline' }),
    usualCostUsd: Usd,
    ...others,
  },
  error_burst: {
    errors: Count,
    calls: Count,
    errorRate: Type.Number({ description: 'Failures of the same input count once' }),
    usualErrorRate: Type.Optional(Type.Number()),
    error: Type.Optional(Type.String({ description: 'Error of one of the failed calls' })),
    provider: Type.Optional(Name),
    model: Type.Optional(Type.String({ description: 'Model of most of the failed calls' })),
    startAt: Timestamp,
    windowMinutes: Count,
    ...others,
  },
  cost_spike: {
    costUsd: Usd,
    limitUsd: Usd,
    usualCostUsd: Usd,
    highestUsualCostUsd: Usd,
    calls: Count,
    provider: Type.Optional(Name),
    model: Type.Optional(Type.String({ description: 'Model with the largest share of the cost' })),
    modelCostUsd: Type.Optional(Usd),
    startAt: Timestamp,
    windowMinutes: Count,
    ...others,
  },
  latency_spike: {
    provider: Name,
    model: Name,
    p75LatencyMs: Type.Number(),
    limitMs: Type.Number(),
    usualP50Ms: Type.Number(),
    usualP95Ms: Type.Number(),
    calls: Count,
    startAt: Timestamp,
    windowMinutes: Count,
    ...others,
  },
  retry_storm: {
    provider: Name,
    model: Name,
    attempts: Count,
    failures: Count,
    windowMinutes: Count,
    ...others,
  },
  pii_leak: {
    redaction: Redaction,
    calls: Count,
    foundIn: OneOf(['output', 'input_and_output']),
    ...others,
  },
  prompt_injection: {
    label: Name,
    highestScore: Type.Number(),
    calls: Count,
    flaggedAs: OneOf(
      ['attack', 'content'],
      'Whether the label names an attack on the model or harmful content',
    ),
    ...others,
  },
  secret_in_prompt: { redaction: Redaction, calls: Count, ...others },
  silent_model_change: {
    provider: Name,
    requestedModel: Name,
    from: Name,
    to: Name,
    callsBefore: Count,
    callsAfter: Count,
    changedAt: Timestamp,
    ...others,
  },
} satisfies Record<FindingKind, unknown>);

type ByKind = Static<typeof FindingFigures>;

/** A kind with its figures. */
export type FindingFigures = { [K in FindingKind]: { kind: K; values: ByKind[K] } }[FindingKind];
