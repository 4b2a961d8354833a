// The conclusion of an assessment, with the figures of its sentence.
import { Type } from 'typebox';
import { figuresByCode } from '#lib/figures';

const Length = (description: string) => Type.Optional(Type.Number({ description }));

const shown = {
  more: Type.Optional(Type.Number({ description: 'Number of flagged categories that are not named' })),
  inputChars: Length('Length of an input of which only the beginning and the end were classified'),
  inputSeen: Length('Classified characters of the input'),
  outputChars: Length('Length of an output of which only the beginning and the end were classified'),
  outputSeen: Length('Classified characters of the output'),
};

export const SafetyFigures = figuresByCode('SafetyFigures', { flagged: shown, not_flagged: shown });
