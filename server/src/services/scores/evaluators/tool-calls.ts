// Compares the actual tool calls with the expected ones, by name and arguments.
import { isObject } from '#lib/is-object';
import {
  partly,
  passed,
  RubricError,
  noVerdict,
  type Evaluator,
  type EvaluatorFinding,
  type MadeToolCall,
} from './evaluator.ts';
import { expectedText, needsExpectedOutput } from './expected-text.ts';
import { sameJson } from './same-json.ts';
import { say } from './sentences.ts';
import { toolExpectation, type ExpectedToolCall, type ToolExpectation } from './tool-expectation.ts';

export function toolCalls(rubric: string): Evaluator {
  const textOf = expectedText(rubric);
  if (!needsExpectedOutput(rubric)) {
    const expectation = toolExpectation(rubric);
    return ({ toolCalls: made = [] }) => compared(expectation, made);
  }
  // The rest of the rubric must be valid, whatever the items contain.
  toolExpectation(textOf({ expectedOutput: '[]' }) ?? '');
  return (subject) => {
    const text = textOf(subject);
    if (text === null || text.trim() === '')
      return noVerdict('no_expected_output', say('no_expected_output', {}));
    try {
      return compared(toolExpectation(text, true), subject.toolCalls ?? []);
    } catch (error) {
      if (!(error instanceof RubricError)) throw error;
      return noVerdict('evaluation_failed', say('expectation_unusable', { problem: error.message }));
    }
  };
}

function compared(expectation: ToolExpectation, made: readonly MadeToolCall[]): EvaluatorFinding {
  const { expected, order, allowUnexpected } = expectation;
  const matched = MATCHED[order](expected, made, fits);
  const figures = { matched, expected: expected.length, actual: made.length };
  if (matched < expected.length) {
    const named = MATCHED.any(expected, made, (wanted, call) => wanted.name === call.name);
    return partly(shareOf(figures, allowUnexpected), say('tools_differ', { ...figures, named }));
  }
  if (allowUnexpected || made.length === matched)
    return passed(say('tools_right', { expected: expected.length }));
  const unexpected = made.length - matched;
  return partly(
    shareOf(figures, allowUnexpected),
    say('tools_unexpected', { expected: expected.length, unexpected }),
  );
}

/** The share of expected calls that were made or, if no other calls are allowed, the F1 score. */
function shareOf(
  { matched, expected, actual }: { matched: number; expected: number; actual: number },
  allowUnexpected: boolean,
): number {
  const all = allowUnexpected ? expected : (expected + actual) / 2;
  return all === 0 ? 1 : matched / all;
}

type Fits = (wanted: ExpectedToolCall, call: MadeToolCall) => boolean;

function fits({ name, arguments: wanted, match }: ExpectedToolCall, call: MadeToolCall): boolean {
  if (name !== call.name) return false;
  if (match === 'ignore') return true;
  return match === 'exact' ? sameJson(wanted, call.arguments) : hasAll(wanted, call.arguments);
}

/** Members of objects may be missing in `wanted`; lists must have the same length. */
function hasAll(wanted: unknown, given: unknown): boolean {
  if (Array.isArray(wanted))
    return (
      Array.isArray(given) &&
      wanted.length === given.length &&
      wanted.every((value, at) => hasAll(value, given[at]))
    );
  if (!isObject(wanted)) return sameJson(wanted, given);
  return (
    isObject(given) &&
    Object.keys(wanted).every((key) => Object.hasOwn(given, key) && hasAll(wanted[key], given[key]))
  );
}

/** The number of expected calls that were made, in the required order. */
const MATCHED: Readonly<
  Record<
    ToolExpectation['order'],
    (expected: readonly ExpectedToolCall[], made: readonly MadeToolCall[], fits: Fits) => number
  >
> = {
  exact: (expected, made, fit) =>
    expected.filter((wanted, at) => {
      const call = made[at];
      return call !== undefined && fit(wanted, call);
    }).length,
  any: paired,
  subset: inOrder,
};

/**
 * The maximum number of matching pairs of an expected and an actual call, each call in one pair (Kuhn's
 * algorithm).
 */
function paired(expected: readonly ExpectedToolCall[], made: readonly MadeToolCall[], fit: Fits): number {
  const fitting = expected.map((wanted) => made.flatMap((call, at) => (fit(wanted, call) ? [at] : [])));
  /** The expected call that each actual call is paired with. */
  const pairs = new Map<number, number>();
  const pair = (wanted: number, tried: Set<number>): boolean =>
    (fitting[wanted] ?? []).some((at) => {
      if (tried.has(at)) return false;
      tried.add(at);
      const holder = pairs.get(at);
      if (holder !== undefined && !pair(holder, tried)) return false;
      pairs.set(at, wanted);
      return true;
    });
  return expected.filter((_, wanted) => pair(wanted, new Set())).length;
}

/** The longest part of the expected calls that was made in this order, with others between. */
function inOrder(expected: readonly ExpectedToolCall[], made: readonly MadeToolCall[], fit: Fits): number {
  let best = [0, ...expected.map(() => 0)];
  for (const call of made) {
    const next = [0];
    expected.forEach((wanted, at) => {
      const longer = fit(wanted, call) ? (best[at] ?? 0) + 1 : 0;
      next.push(Math.max(longer, best[at + 1] ?? 0, next[at] ?? 0));
    });
    best = next;
  }
  return best.at(-1) ?? 0;
}
