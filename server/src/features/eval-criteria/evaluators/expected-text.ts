// The text that exact_match and contains compare with: the rubric as it stands, or with the item's expected output in the
// places where the rubric asks for it.
import type { Subject } from './evaluator.ts';

const PLACEHOLDER = /\{\{[ \t]{0,8}expectedOutput[ \t]{0,8}\}\}/g;

/** Null when the rubric asks for an expected output and there is none. */
export function expectedText(rubric: string): (subject: Subject) => string | null {
  if (rubric.search(PLACEHOLDER) < 0) return () => rubric;
  return ({ expectedOutput }) =>
    expectedOutput === null ? null : rubric.replaceAll(PLACEHOLDER, () => expectedOutput);
}
