import { evaluatorFailed, passed, noVerdict, type Evaluator } from './evaluator.ts';
import { expectedText } from './expected-text.ts';
import { say } from './sentences.ts';

export function contains(rubric: string): Evaluator {
  const wantedOf = expectedText(rubric);
  return (subject) => {
    const wanted = wantedOf(subject);
    // Every output contains the empty text, so a verdict would mean nothing.
    if (wanted === null || wanted === '')
      return noVerdict('no_expected_output', say('no_expected_output', {}));
    const { output } = subject;
    const at = output.indexOf(wanted);
    if (at >= 0) return passed(say('contains', { from: at + 1 }));
    const otherCase = output.toLowerCase().includes(wanted.toLowerCase());
    return evaluatorFailed(say(otherCase ? 'contains_other_case' : 'contains_not', {}));
  };
}
