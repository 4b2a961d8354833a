import type { Schemas } from '#api';
import { defineWordings, onOneLine } from '#lib/worded';

/** Scores have dynamic names, `score:<side>:<category>`; highest first. */
const scoresIn = (
  figures: object,
  shown: (side: string, category: string, score: string) => string,
): string[] =>
  Object.entries(figures).flatMap(([name, score]) => {
    const [, side, category] = /^score:(input|output):(.*)$/s.exec(name) ?? [];
    return side === undefined || category === undefined
      ? []
      : [shown(side, onOneLine(category), (score as number).toFixed(2))];
  });

interface Cut {
  inputChars?: number;
  inputSeen?: number;
  outputChars?: number;
  outputSeen?: number;
}

const cutIn = (
  figures: Cut,
  shown: (side: 'input' | 'output', chars?: number, seen?: number) => string,
): string =>
  [
    ...('inputChars' in figures ? [shown('input', figures.inputChars, figures.inputSeen)] : []),
    ...('outputChars' in figures ? [shown('output', figures.outputChars, figures.outputSeen)] : []),
  ].join('');

const listEn = (figures: object): string =>
  scoresIn(figures, (side, category, score) => `${category} in the ${side} (${score})`).join(', ');

const SIDES = { input: '入力', output: '出力' } as const;
const listJa = (figures: object): string =>
  scoresIn(figures, (side, category, score) => `${SIDES[side as 'input']}の ${category}（${score}）`).join(
    '、',
  );

export const safetyWordings = defineWordings<Schemas['SafetyFigures']>(
  {
    flagged: (f, format) =>
      `Flagged for ${listEn(f)}${'more' in f ? ` and ${format.count(f.more)} more` : ''}.${cutIn(f, (side, chars, seen) => ` The ${side} is ${format.count(chars)} characters long; only its beginning and its end were classified, ${format.count(seen)} characters.`)}`,
    not_flagged: (f, format) =>
      `Nothing was flagged; the highest were ${listEn(f)}.${cutIn(f, (side, chars, seen) => ` The ${side} is ${format.count(chars)} characters long; only its beginning and its end were classified, ${format.count(seen)} characters.`)}`,
  },
  {
    flagged: (f, format) =>
      `検出: ${listJa(f)}${'more' in f ? `、ほか ${format.count(f.more)} 件` : ''}。${cutIn(f, (side, chars, seen) => `${SIDES[side]}は ${format.count(chars)} 文字あり、判定したのは先頭と末尾の ${format.count(seen)} 文字だけです。`)}`,
    not_flagged: (f, format) =>
      `検出はありません。最も高かったもの: ${listJa(f)}。${cutIn(f, (side, chars, seen) => `${SIDES[side]}は ${format.count(chars)} 文字あり、判定したのは先頭と末尾の ${format.count(seen)} 文字だけです。`)}`,
  },
);
