import { evaluatorFailed, passed, RubricError, type Evaluator } from './evaluator.ts';
import { say } from './sentences.ts';

const MOST = 100;

/**
 * Passes if the answer calls no tool that the conversation has called with the same arguments more often than
 * the rubric allows: 0 allows no repetition, 1 allows one.
 */
export function toolRepeats(rubric: string): Evaluator {
  const allowed = /^\s*\d{1,3}\s*$/.test(rubric) ? Number(rubric) : Number.NaN;
  if (!(allowed <= MOST))
    throw new RubricError(`It must be how often a tool call may be repeated: a number from 0 to ${MOST}.`);
  return ({ toolRepeats: repeats = 0 }) => {
    if (repeats === 0) return passed(say('repeats_no_tool_call', {}));
    return repeats > allowed
      ? evaluatorFailed(say('repeats_tool_call', { repeats, allowed }))
      : passed(say('repeats_tool_call_as_allowed', { repeats, allowed }));
  };
}
