import { Type, type Static } from 'typebox';
import { closed, OneOf } from '#lib/schema';
import { ScoreAggregate } from '#features/scores';
import { Aggregate, Distribution, PercentilesReply } from './numbers.ts';

const FIGURE_KINDS = ['aggregate', 'percentiles', 'distribution', 'scores'] as const;
export type FigureKind = (typeof FIGURE_KINDS)[number];

const MOST_FIGURES = 30;

const Figure = closed(
  {
    id: Type.String({ minLength: 1, maxLength: 64, description: 'Your choice; the answer has the same id' }),
    kind: OneOf(FIGURE_KINDS),
    query: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description:
          'The body of `POST /v1/query/aggregate`, `/v1/query/percentiles`, `/v1/query/distribution` or `/v1/scores/aggregate`',
      }),
    ),
  },
  { title: 'Figure' },
);

export const FiguresQuery = closed(
  { figures: Type.Array(Figure, { minItems: 1, maxItems: MOST_FIGURES }) },
  { title: 'FiguresQuery' },
);
export type FiguresQuery = Static<typeof FiguresQuery>;

const AnsweredFigure = Type.Object(
  {
    id: Type.String(),
    result: Type.Optional(
      Type.Union([Aggregate, PercentilesReply, Distribution, ScoreAggregate], {
        description: 'The response of the endpoint of this kind',
      }),
    ),
    error: Type.Optional(
      Type.Object(
        {
          status: Type.Integer({ description: 'The status that the endpoint would have returned' }),
          error: Type.String(),
          reason: Type.String(),
          details: Type.Optional(Type.Array(Type.Object({ path: Type.String(), message: Type.String() }))),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { title: 'AnsweredFigure', additionalProperties: false, description: 'Either `result` or `error`' },
);
export type AnsweredFigure = Static<typeof AnsweredFigure>;

export const FigureAnswers = Type.Object(
  { figures: Type.Array(AnsweredFigure, { description: 'In the order of the request' }) },
  { title: 'FigureAnswers', additionalProperties: false },
);
export type FigureAnswers = Static<typeof FigureAnswers>;
