import { Type } from 'typebox';
import { Nullable, OneOf, Timestamp } from '#lib/schema';

const Ms = Nullable(Type.Number({ minimum: 0 }));

const VoiceTurn = Type.Object(
  {
    id: Type.String({ description: 'The record of the span that the turn was read from' }),
    who: OneOf(['user', 'agent']),
    startTime: Timestamp,
    durationMs: { ...Ms, description: 'Null if the client does not report the end' },
    text: Nullable(Type.String({ description: 'What was said; null if it is not stored' })),
    firstSoundMs: {
      ...Ms,
      description: "Of an agent: from the end of the user's speech to the agent's first sound",
    },
    stages: Nullable(
      Type.Object(
        { endOfTurnMs: Ms, modelMs: Ms, speechMs: Ms },
        {
          additionalProperties: false,
          description:
            'Parts of that time that the client reports: until the end of the speech was recognized, until the first token of the model, and until the first sound of the synthesis',
        },
      ),
    ),
    interrupted: Type.Boolean({ description: 'Whether the user interrupted the agent' }),
    interruptedBy: Nullable(Type.String({ description: 'The turn of the user that did' })),
  },
  { title: 'VoiceTurn', additionalProperties: false },
);

export const VoiceTurns = Type.Object(
  {
    turns: Type.Array(VoiceTurn, { maxItems: 5_000, description: 'By start' }),
    figures: Type.Object(
      {
        users: Type.Integer({ minimum: 0, description: 'Turns of the user' }),
        agents: Type.Integer({ minimum: 0, description: 'Turns of the agent' }),
        interruptions: Type.Integer({ minimum: 0 }),
        firstSound: Nullable(
          Type.Object(
            { p50: Type.Number(), p95: Type.Number(), max: Type.Number() },
            { additionalProperties: false, description: 'Milliseconds, over the turns that report it' },
          ),
        ),
      },
      { additionalProperties: false },
    ),
    truncated: Type.Boolean({ description: 'Whether turns are omitted: the run has more than 10,000 spans' }),
  },
  { title: 'VoiceTurns', additionalProperties: false },
);
