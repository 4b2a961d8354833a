// Compares character by character, including white space, case and line ends. If a difference is easy to
// miss, the reason names it.
import { evaluatorFailed, passed, noVerdict, type Evaluator, type RuleReasoning } from './evaluator.ts';
import { expectedText } from './expected-text.ts';
import { say } from './sentences.ts';

export function exactMatch(rubric: string): Evaluator {
  const expectedOf = expectedText(rubric);
  return (subject) => {
    const expected = expectedOf(subject);
    if (expected === null) return noVerdict('no_expected_output', say('no_expected_output', {}));
    const { output } = subject;
    if (output === expected) return passed(say('equal', {}));
    return evaluatorFailed(difference(output, expected));
  };
}

function difference(output: string, expected: string): RuleReasoning {
  if (output.trim() === expected.trim()) return say('differs_only', { how: 'white_space' });
  if (output.replaceAll('\r\n', '\n') === expected.replaceAll('\r\n', '\n'))
    return say('differs_only', { how: 'line_ends' });
  if (output.normalize('NFC') === expected.normalize('NFC'))
    return say('differs_only', { how: 'normalisation' });
  if (output.toLowerCase() === expected.toLowerCase()) return say('differs_only', { how: 'case' });
  const shorter = Math.min(output.length, expected.length);
  let at = 0;
  while (at < shorter && output[at] === expected[at]) at += 1;
  const lengths = { outputChars: output.length, expectedChars: expected.length };
  return at === shorter ? say('differs_length', lengths) : say('differs_from', { from: at + 1, ...lengths });
}
