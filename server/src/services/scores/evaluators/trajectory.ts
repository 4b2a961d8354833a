// Checks of a whole trace. The sentence has the figures of a failed check, and no content of the trace.
import { tidy } from '#lib/tidy';
import {
  cutExcerpt,
  partly,
  passed,
  RubricError,
  noVerdict,
  type Evaluator,
  type EvaluatorFinding,
  type TrajectoryFigures,
} from './evaluator.ts';
import { parseRubricJson } from './json-output.ts';
import { rubricList, rubricMembers, rubricName, rubricNumber } from './rubric-members.ts';
import { say } from './sentences.ts';

/** True if the check holds, otherwise its figures; null if the content that it needs is not known. */
type Found = true | string | null;
type TraceCheck = (trace: TrajectoryFigures) => Found;

const MAX_NAMES = 50;
const MAX_FAILURES = 300;

const atMost = (count: number, most: number): Found => count <= most || `${tidy(count)} > ${most}`;

const limit =
  (least: number, most: number, isWhole: boolean, countOf: (trace: TrajectoryFigures) => number) =>
  (value: unknown, name: string): TraceCheck => {
    const highest = rubricNumber(value, name, { least, most, isWhole });
    return (trace) => atMost(countOf(trace), highest);
  };

const flag =
  (check: TraceCheck) =>
  (value: unknown, name: string): TraceCheck => {
    if (value !== true) throw new RubricError(`${name} must be true; leave it out otherwise.`);
    return check;
  };

const named =
  (least: number, find: (called: readonly string[], names: readonly string[]) => true | string) =>
  (value: unknown, name: string): TraceCheck => {
    const names = rubricList(value, name, [least, MAX_NAMES]).map((each, at) =>
      rubricName(each, `${name}[${at}]`),
    );
    return ({ tools }) => {
      if (tools === null) return null;
      const called = tools.map((tool) => tool.name);
      return find(called, names);
    };
  };

const CHECKS = {
  maxSteps: limit(1, 10_000, true, ({ steps }) => steps),
  maxRepeats: (value: unknown, name: string): TraceCheck => {
    const highest = rubricNumber(value, name, { least: 1, most: 1_000, isWhole: true });
    return ({ tools }) => {
      if (tools === null) return null;
      const same = Map.groupBy(tools, ({ name: tool, key }) => `${tool}\n${key}`);
      return atMost(Math.max(0, ...same.values().map(({ length }) => length)), highest);
    };
  },
  mustCall: named(1, (called, names) => {
    const missing = names.filter((name) => !called.includes(name));
    return missing.length === 0 || missing.join(', ');
  }),
  mustNotCall: named(1, (called, names) => {
    const made = names.filter((name) => called.includes(name));
    return made.length === 0 || made.join(', ');
  }),
  order: named(2, (called, names) => {
    let found = 0;
    for (const name of called) if (name === names[found]) found += 1;
    return found === names.length || `${found} of ${names.length}`;
  }),
  endsWithAnswer: flag(({ endsWithAnswer }) => (endsWithAnswer === false ? '' : endsWithAnswer)),
  noFailedStep: flag(({ failedSteps }) => failedSteps === 0 || String(failedSteps)),
  maxCostUsd: limit(0, 1e6, false, ({ costUsd }) => costUsd),
  maxDurationMs: limit(1, 1e9, true, ({ durationMs }) => durationMs),
} satisfies Record<string, (value: unknown, name: string) => TraceCheck>;

const NAMES = Object.keys(CHECKS) as (keyof typeof CHECKS)[];

/** Throws a RubricError that names the field. */
export function trajectory(rubric: string): Evaluator {
  const members = rubricMembers(parseRubricJson(rubric, 'The rubric'), '', NAMES);
  const checks = NAMES.flatMap((name) =>
    members[name] === undefined ? [] : [{ name, check: CHECKS[name](members[name], name) }],
  );
  if (checks.length === 0)
    throw new RubricError(`The rubric has no check; possible are ${NAMES.join(', ')}.`);
  return ({ trace }) => {
    if (!trace) return withoutContent();
    if (trace.isCut) return ofBeginning(trace, checks);
    const results = checks.map(({ name, check }) => ({ name, found: check(trace) }));
    if (results.some(({ found }) => found === null)) return withoutContent();
    const failures = results.filter(({ found }) => found !== true);
    if (failures.length === 0) return passed(say('trajectory_holds', { checks: checks.length }));
    const held = checks.length - failures.length;
    return partly(
      held / checks.length,
      say('trajectory_fails', {
        held,
        checks: checks.length,
        failures: cutExcerpt(
          failures.map(({ name, found }) => `${name} ${found}`.trim()).join('; '),
          MAX_FAILURES,
        ),
      }),
    );
  };
}

interface NamedCheck {
  name: string;
  check: TraceCheck;
}

/** Only the number of steps is known if a trace is too long to be read. */
function ofBeginning(trace: TrajectoryFigures, checks: readonly NamedCheck[]): EvaluatorFinding {
  const found = checks.find(({ name }) => name === 'maxSteps')?.check(trace);
  if (typeof found !== 'string')
    return noVerdict('output_too_long', say('trace_too_long', { steps: trace.steps }));
  return partly(
    0,
    say('trajectory_fails', { held: 0, checks: checks.length, failures: `maxSteps ${found}` }),
  );
}

const withoutContent = (): EvaluatorFinding => noVerdict('no_content', say('trace_without_content', {}));
