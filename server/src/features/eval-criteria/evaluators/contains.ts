import { failed, passed, untold, type Evaluator } from './evaluator.ts';
import { expectedText, NO_EXPECTED_OUTPUT } from './expected-text.ts';

export function contains(rubric: string): Evaluator {
  const wantedOf = expectedText(rubric);
  return (subject) => {
    const wanted = wantedOf(subject);
    // Every output contains the empty text: a verdict on it would say nothing.
    if (wanted === null || wanted === '') return untold('no_expected_output', NO_EXPECTED_OUTPUT);
    const { output } = subject;
    const at = output.indexOf(wanted);
    if (at >= 0) return passed(`The output contains the text, from character ${at + 1} on.`);
    const otherCase = output.toLowerCase().includes(wanted.toLowerCase());
    return failed(
      otherCase
        ? 'The output contains the text in other upper and lower case only.'
        : 'The output does not contain the text.',
    );
  };
}
