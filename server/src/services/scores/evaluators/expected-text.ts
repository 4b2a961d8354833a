// The rubric with the item's expected output in place of its placeholders: the text that exact_match and
// contains compare with, the reference text of a similarity, and the tool calls that are expected.
import type { EvaluatedText } from './evaluator.ts';

const PLACEHOLDER = /\{\{[ \t]{0,8}expectedOutput[ \t]{0,8}\}\}/g;

export const needsExpectedOutput = (rubric: string): boolean => rubric.search(PLACEHOLDER) >= 0;

/** Null if the rubric needs an expected output and there is none. */
export function expectedText(
  rubric: string,
): (subject: Pick<EvaluatedText, 'expectedOutput'>) => string | null {
  if (!needsExpectedOutput(rubric)) return () => rubric;
  return ({ expectedOutput }) =>
    expectedOutput === null ? null : rubric.replaceAll(PLACEHOLDER, () => expectedOutput);
}
