import { evaluatorFailed, passed, type Evaluator } from './evaluator.ts';
import { compileRe2 } from './re2.ts';
import { say } from './sentences.ts';

/** Passes if the pattern matches anywhere. `^` and `$` anchor it, and `(?i)` sets flags. */
export function regex(rubric: string): Evaluator {
  const pattern = compileRe2(rubric);
  return ({ output }) => {
    const match = pattern.matcher(output);
    if (!match.find()) return evaluatorFailed(say('pattern_matches_nowhere', {}));
    const [start, end] = [match.start(), match.end()];
    return passed(
      start === end
        ? say('pattern_matches_nothing', { from: start + 1 })
        : say('pattern_matches', { from: start + 1, to: end }),
    );
  };
}
