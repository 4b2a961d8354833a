import { Type, type Static } from 'typebox';
import { Nullable, OneOf } from '#lib/schema';
import { DEGRADATIONS } from './degrade.ts';

const Count = Type.Integer({ minimum: 0 });
const Rating = Type.Number({ minimum: 1, maximum: 5 });
const Percent = Type.Number({ minimum: 0, maximum: 100 });
const Kappa = (description: string) => Nullable(Type.Number({ minimum: -1, maximum: 1, description }));

const kappaOf = Kappa(
  'Cohen’s, with quadratic weights, of the ratings rounded to 1-5: agreement beyond chance. Null if both always gave the same rating',
);
const kappaLow = Kappa(
  'With kappaHigh, the 95 % interval. Null below 30 calls, or if people or the judge always gave the same rating',
);
const kappaHigh = Kappa('With kappaLow: 95 % confidence');

const shift = {
  meanDiff: Nullable(
    Type.Number({ description: 'Judge minus people, in points: above 0 the judge is kinder' }),
  ),
  meanDiffLow: Nullable(Type.Number({ description: 'With meanDiffHigh, the 90 % interval' })),
  meanDiffHigh: Nullable(Type.Number()),
};

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
      description: 'Calls scored by people and a judge; the newest 5,000 count',
    }),
    meanHuman: Nullable(Rating),
    meanJudge: Nullable(Rating),
    meanAbsDiff: Nullable(Type.Number({ minimum: 0 })),
    ...shift,
    agreementPctWithin1: Nullable(
      Type.Number({
        minimum: 0,
        maximum: 100,
        description: 'Share of calls that differ by at most one point',
      }),
    ),
    agreementLow: Nullable(Percent),
    agreementHigh: Nullable(Percent),
    kappa: kappaOf,
    kappaLow,
    kappaHigh,
    pairs: Type.Array(AgreementPair, { description: 'The newest 200' }),
  },
  { title: 'JudgeAgreement' },
);
export type JudgeAgreement = Static<typeof JudgeAgreement>;

const KindFigures = Type.Object({ probes: Count, detected: Count, inverted: Count });

const Missing = Type.Object(
  {
    code: OneOf([
      'no_judge',
      'probes',
      'detected',
      'detected_kind',
      'stable',
      'pairs',
      'agreement',
      'shift',
      'kappa',
    ]),
    kind: Nullable(OneOf(DEGRADATIONS, 'With `detected_kind`: the kind of damage')),
    state: OneOf(
      ['too_few', 'uncertain', 'failed'],
      'too_few: more probes or pairs are needed; uncertain: the value is good enough, but its interval exceeds the limit or is unknown; failed: the value is not good enough',
    ),
    value: Nullable(Type.Number({ description: 'The measured value, in the unit of `needed`' })),
    bound: Nullable(
      Type.Number({
        description: 'The bound that decides; null if the value itself decides or there is none',
      }),
    ),
    needed: Nullable(
      Type.Number({
        description:
          'The limit: a minimum of probes, pairs or percent; for `stable` a maximum in percent of the scale, for `shift` in points either way; `kappa` must exceed it',
      }),
    ),
  },
  { title: 'JudgeTrustMissing' },
);
export type Missing = Static<typeof Missing>;

export const JudgeTrust = Type.Object(
  {
    judge: Nullable(Type.String({ description: 'The judge that is configured now' })),
    probe: Type.Object(
      {
        probes: Type.Integer({
          minimum: 0,
          description: 'Probes of answers that could fall: both scores of the answer are above the worst',
        }),
        uncounted: Type.Integer({
          minimum: 0,
          description: 'Probes of answers with the worst score; they count only for stability',
        }),
        detectedPct: Nullable(Percent),
        stablePct: Nullable(
          Type.Number({
            minimum: 0,
            maximum: 100,
            description:
              'Share of probes whose two scores of the same answer are at most a tenth of the scale apart',
          }),
        ),
        repeatDiffPct: Nullable(
          Type.Number({
            minimum: 0,
            maximum: 100,
            description: 'Mean distance of two scores of the same answer, in percent of the scale',
          }),
        ),
        repeatDiffHigh: Nullable(
          Type.Number({ minimum: 0, maximum: 100, description: 'Upper end of its 95 % interval' }),
        ),
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
      { description: 'Probes of the last 30 days' },
    ),
    human: Type.Object({
      pairedCalls: Count,
      agreementPctWithin1: Nullable(Percent),
      meanAbsDiff: Nullable(Type.Number({ minimum: 0 })),
      ...shift,
      kappa: kappaOf,
      kappaLow,
      kappaHigh,
    }),
    trustEstablished: Type.Boolean(),
    missing: Type.Array(Missing, { description: 'What trust still needs; empty when it is established' }),
    lacking: Type.Array(Type.String(), {
      description: 'The same in words, in the same order',
    }),
  },
  { title: 'JudgeTrust' },
);
export type JudgeTrust = Static<typeof JudgeTrust>;
