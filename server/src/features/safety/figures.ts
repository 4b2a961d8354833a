// What an assessment concludes, with the figures of its sentence.
import { Type } from 'typebox';
import { figuresByCode } from '#lib/figures';

const Length = (description: string) => Type.Optional(Type.Number({ description }));

const shown = {
  more: Type.Optional(Type.Number({ description: 'Flagged categories beyond those that are named' })),
  inputChars: Length('Of an input of which only the beginning and the end were classified'),
  inputSeen: Length('Characters of it that were classified'),
  outputChars: Length('Of an output of which only the beginning and the end were classified'),
  outputSeen: Length('Characters of it that were classified'),
};

export const SafetyFigures = figuresByCode('SafetyFigures', { flagged: shown, not_flagged: shown });
