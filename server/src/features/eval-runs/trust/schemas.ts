import { Type, type Static } from 'typebox';
import { Nullable } from '#lib/schema';

const Count = Type.Integer({ minimum: 0 });
const Rating = Type.Number({ minimum: 1, maximum: 5 });
const Percent = Type.Number({ minimum: 0, maximum: 100 });
const Kappa = (description: string) => Nullable(Type.Number({ minimum: -1, maximum: 1, description }));

const AgreementPair = Type.Object(
  {
    callId: Type.String(),
    human: Type.Number({ minimum: 1, maximum: 5, description: 'Mean of the quality scores of people' }),
    judge: Type.Number({
      minimum: 1,
      maximum: 5,
      description: 'Mean of the judge’s scores, from the scales of the criteria to 1-5',
    }),
    diff: Type.Number({ description: 'Judge minus human' }),
  },
  { title: 'JudgeAgreementPair' },
);

export const JudgeAgreement = Type.Object(
  {
    pairedCalls: Type.Integer({
      minimum: 0,
      description: 'Calls that people and a judge have scored; the newest 5,000 count',
    }),
    meanHuman: Nullable(Rating),
    meanJudge: Nullable(Rating),
    meanAbsDiff: Nullable(Type.Number({ minimum: 0 })),
    agreementPctWithin1: Nullable(
      Type.Number({ minimum: 0, maximum: 100, description: 'Share of calls with at most one point between' }),
    ),
    agreementLow: Nullable(Percent),
    agreementHigh: Nullable(Percent),
    kappa: Kappa(
      'Cohen’s, with quadratic weights, of the ratings rounded to 1-5: agreement beyond chance. Null where both always gave one and the same',
    ),
    kappaLow: Kappa('With kappaHigh: 95 % confidence'),
    kappaHigh: Kappa('With kappaLow: 95 % confidence'),
    pairs: Type.Array(AgreementPair, { description: 'The newest 200' }),
  },
  { title: 'JudgeAgreement' },
);
export type JudgeAgreement = Static<typeof JudgeAgreement>;

const KindFigures = Type.Object({ probes: Count, detected: Count, inverted: Count });

export const JudgeTrust = Type.Object(
  {
    judge: Nullable(Type.String({ description: 'The judge that this is about: the one configured now' })),
    probe: Type.Object(
      {
        probes: Count,
        detectedPct: Nullable(Percent),
        stablePct: Nullable(Percent),
        invertedCount: Count,
        byKind: Type.Object({
          truncated: KindFigures,
          shuffled: KindFigures,
          swapped: KindFigures,
          negated: KindFigures,
          emptied: KindFigures,
          off_language: KindFigures,
        }),
      },
      { description: 'Of the last 30 days' },
    ),
    human: Type.Object({
      pairedCalls: Count,
      agreementPctWithin1: Nullable(Percent),
      meanAbsDiff: Nullable(Type.Number({ minimum: 0 })),
    }),
    trustEstablished: Type.Boolean(),
    lacking: Type.Array(Type.String(), {
      description: 'What trust still needs; empty when it is established',
    }),
  },
  { title: 'JudgeTrust' },
);
export type JudgeTrust = Static<typeof JudgeTrust>;
