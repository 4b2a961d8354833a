// Equal means equal: character by character, white space, case and line ends included. Where a difference is easily
// overlooked the reason names it, so that nobody has to guess why two texts that look the same are not.
import { failed, passed, untold, type Evaluator } from './evaluator.ts';
import { expectedText, NO_EXPECTED_OUTPUT } from './expected-text.ts';

export function exactMatch(rubric: string): Evaluator {
  const expectedOf = expectedText(rubric);
  return (subject) => {
    const expected = expectedOf(subject);
    if (expected === null) return untold('no_expected_output', NO_EXPECTED_OUTPUT);
    const { output } = subject;
    if (output === expected) return passed('The output equals the expected text.');
    return failed(`The output differs from the expected text ${difference(output, expected)}.`);
  };
}

function difference(output: string, expected: string): string {
  if (output.trim() === expected.trim()) return 'in white space at its beginning or end only';
  if (output.replaceAll('\r\n', '\n') === expected.replaceAll('\r\n', '\n')) return 'in line ends only';
  if (output.normalize('NFC') === expected.normalize('NFC')) {
    return 'in how its characters are composed (Unicode normalisation) only';
  }
  if (output.toLowerCase() === expected.toLowerCase()) return 'in upper and lower case only';
  const shorter = Math.min(output.length, expected.length);
  let at = 0;
  while (at < shorter && output[at] === expected[at]) at += 1;
  const lengths = `${output.length} characters against ${expected.length}`;
  if (at === shorter) return `in its length: ${lengths}, equal as far as the shorter one goes`;
  return `from character ${at + 1} on (${lengths})`;
}
