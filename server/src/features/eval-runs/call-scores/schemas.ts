import { Type, type Static } from 'typebox';
import { Nullable } from '#lib/schema';
import { Score } from '#services/scores';

const Maker = (what: string, unnamed: string) =>
  Nullable(
    Type.Object(
      { id: Type.Integer({ minimum: 1 }), name: Nullable(Type.String({ description: unnamed })) },
      { additionalProperties: false, description: what },
    ),
  );

export const CallScore = Type.Object(
  {
    ...Score.properties,
    run: Maker('The run that made it', 'null if the run belongs to another project than the request'),
    rule: Maker(
      'The rule that made it',
      'null if there is none, it was deleted, or it belongs to another project than the request',
    ),
  },
  { title: 'CallScore', additionalProperties: false },
);
export type CallScore = Static<typeof CallScore>;

export const CallScores = Type.Object({
  scores: Type.Array(CallScore),
  nextCursor: Nullable(Type.String()),
});

export const CallParams = Type.Object({ id: Type.String() });
