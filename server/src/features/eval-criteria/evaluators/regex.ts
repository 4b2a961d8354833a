import { failed, passed, type Evaluator } from './evaluator.ts';
import { compileRe2 } from './re2.ts';

/** Passes when the pattern matches anywhere; `^` and `$` hold it to the ends, `(?i)` and the like set flags. */
export function regex(rubric: string): Evaluator {
  const pattern = compileRe2(rubric);
  return ({ output }) => {
    const match = pattern.matcher(output);
    if (!match.find()) return failed('The pattern matches nowhere in the output.');
    const [start, end] = [match.start(), match.end()];
    return passed(
      start === end
        ? `The pattern matches the empty text before character ${start + 1}.`
        : `The pattern matches characters ${start + 1} to ${end} of the output.`,
    );
  };
}
