// The text that exact_match and contains compare with: the rubric, with the item's expected output in place
// of its placeholders.
import type { EvaluatedText } from './evaluator.ts';

const PLACEHOLDER = /\{\{[ \t]{0,8}expectedOutput[ \t]{0,8}\}\}/g;

/** Null if the rubric needs an expected output and there is none. */
export function expectedText(rubric: string): (subject: EvaluatedText) => string | null {
  if (rubric.search(PLACEHOLDER) < 0) return () => rubric;
  return ({ expectedOutput }) =>
    expectedOutput === null ? null : rubric.replaceAll(PLACEHOLDER, () => expectedOutput);
}
