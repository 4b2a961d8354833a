// Runs user patterns on RE2, which reads a text once without backtracking, so no pattern can make it hang.
// Features that RE2 lacks (look-around, back-references) are compile errors.
import { RE2JS, RE2JSException, RE2JSSyntaxException } from 're2js';
import { RubricError } from './evaluator.ts';

export function compileRe2(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    if (error instanceof RE2JSSyntaxException) {
      const what = error.getDescription();
      throw new RubricError(`The pattern does not compile in RE2: ${what}.`, positionOf(error, pattern));
    }
    if (error instanceof RE2JSException) throw new RubricError('The pattern is too large for RE2.');
    throw error;
  }
}

/** The library reports the faulty part of the pattern but not its position. */
function positionOf(error: RE2JSSyntaxException, pattern: string): number | null {
  const what = error.getDescription();
  if (what.startsWith('missing closing )') || what.startsWith('unexpected )')) return oddParenthesis(pattern);
  if (what.startsWith('trailing backslash')) return pattern.length;
  const part = error.getPattern() ?? '';
  const first = pattern.indexOf(part);
  const last = pattern.lastIndexOf(part);
  if (part === '' || last < 0) return null;
  if (what.startsWith('duplicate')) return last + 1;
  // No position is better than a wrong one.
  return first === last ? first + 1 : null;
}

function oddParenthesis(pattern: string): number | null {
  const open: number[] = [];
  let inClass = false;
  for (let at = 0; at < pattern.length; at += 1) {
    const char = pattern[at];
    if (char === '\\') at += 1;
    else if (inClass) inClass = char !== ']';
    else if (char === '[') inClass = true;
    else if (char === '(') open.push(at + 1);
    else if (char === ')' && open.pop() === undefined) return at + 1;
  }
  return open.at(-1) ?? null;
}
