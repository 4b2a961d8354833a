// Criteria in JavaScript: the rubric defines a function `score`, which runs in QuickJS.
import {
  cutExcerpt,
  RubricError,
  noVerdict,
  type Evaluator,
  type EvaluatorFinding,
  type ScoreType,
} from '../evaluator.ts';
import { say } from '../sentences.ts';
import { CODE_FILE, CodeRun, CodeTooLarge, type CodeFault } from './engine.ts';
import { codeLabels, type CodeLabel } from './labels.ts';

interface CodeScale {
  scaleMin: number;
  scaleMax: number;
  scoreType: ScoreType;
  /** The time limit of one call. */
  taskMs: number;
}

/** Code that only reads its scale and expected output must still find all members. */
const NO_FACTS = {
  input: null,
  messages: [],
  toolCalls: [],
  metadata: {},
  model: '',
  provider: '',
  latencyMs: 0,
  costUsd: null,
  inputTokens: 0,
  outputTokens: 0,
  steps: null,
  atMs: 0,
};
const MAX_REASON = 1_000;
const MAX_PROBLEM = 300;

/** Throws a RubricError with the line and column, and a CodeTimeout. */
export function code(source: string, scale: CodeScale): Evaluator {
  const labels = inspected(source, scale);
  return (subject) => {
    const { atMs, ...facts } = subject.facts ?? NO_FACTS;
    const run = new CodeRun({ taskMs: scale.taskMs, nowMs: atMs });
    try {
      const broken = run.load(source);
      if (broken) return threw(broken);
      const { output, expectedOutput } = subject;
      const said = run.score(JSON.stringify({ ...facts, output, expectedOutput }));
      if ('fault' in said) return threw(said.fault);
      return judged(said.answer, scale, labels);
    } catch (error) {
      if (!(error instanceof CodeTooLarge)) throw error;
      return noVerdict('evaluation_failed', say('rubric_too_large', {}));
    } finally {
      run.close();
    }
  };
}

/** Runs the code once without a call, and returns its labels. */
function inspected(source: string, { scaleMin, scaleMax, scoreType, taskMs }: CodeScale): CodeLabel[] {
  const run = new CodeRun({ taskMs, nowMs: 0 });
  try {
    const broken = run.load(source);
    if (broken?.name === 'SyntaxError')
      throw new RubricError(`The code does not compile: ${problemOf(broken)}${positionText(broken)}.`);
    if (broken)
      throw new RubricError(`The code fails when it is loaded: ${problemOf(broken)}${positionText(broken)}.`);
    const found = run.inspect();
    if ('fault' in found)
      throw new RubricError(`The code fails when it is loaded: ${problemOf(found.fault)}.`);
    const { kind, value } = found.answer;
    if (kind === 'missing') throw new RubricError('The code must define a function score.');
    if (kind === 'async') throw new RubricError('The function score must not be async, and no generator.');
    return scoreType === 'categorical' ? codeLabels(String(value), scaleMin, scaleMax) : [];
  } catch (error) {
    if (!(error instanceof CodeTooLarge)) throw error;
    throw new RubricError('The code takes too much memory when it is loaded.');
  } finally {
    run.close();
  }
}

function problemOf({ name, message }: CodeFault): string {
  const both = [name, message].filter((part) => part.trim() !== '').join(': ');
  return cutExcerpt(both === '' ? 'something without a message was thrown' : both, MAX_PROBLEM);
}

const FRAME = new RegExp(String.raw`${CODE_FILE.replace('.', String.raw`\.`)}:(\d+)(?::(\d+))?`);

function positionText({ stack }: CodeFault): string {
  const [, line, column] = FRAME.exec(stack) ?? [];
  if (line === undefined) return '';
  return column === undefined ? ` (line ${line})` : ` (line ${line}, column ${column})`;
}

function threw(fault: CodeFault): EvaluatorFinding {
  if (fault.name === 'InternalError' && fault.message === 'out of memory')
    return noVerdict('evaluation_failed', say('rubric_too_large', {}));
  if (/stack overflow|Maximum call stack/.test(fault.message))
    return noVerdict('evaluation_failed', say('rubric_circular', {}));
  const problem = problemOf(fault);
  const [, line] = FRAME.exec(fault.stack) ?? [];
  const said =
    line === undefined
      ? say('code_threw', { problem })
      : say('code_threw_at', { line: Number(line), problem });
  return noVerdict('evaluation_failed', said);
}

/** Checks the result of the code against the scale. */
function judged(
  { kind, value, reason }: { kind: string; value: number | string | boolean | null; reason: string },
  { scaleMin, scaleMax, scoreType }: CodeScale,
  labels: readonly CodeLabel[],
): EvaluatorFinding {
  const said =
    reason.trim() === '' ? null : say('code_says', { reason: cutExcerpt(reason.trim(), MAX_REASON) });
  if (kind === 'no_expected_output') return noVerdict(kind, say(kind, {}));
  if (kind === 'nothing') return unusable('nothing');
  if (kind === 'promise') return unusable('promise');
  if (scoreType === 'categorical') {
    if (typeof value !== 'string') return unusable('kind');
    const given = value.trim().toLowerCase();
    const found = labels.find(({ label }) => label.toLowerCase() === given);
    if (!found) return noVerdict('off_scale', say('code_unknown_label', {}));
    return { ...found, reasoning: said ?? say('code_labelled', { label: found.label }) };
  }
  if (typeof value !== 'number' && typeof value !== 'boolean') return unusable('kind');
  const score = typeof value === 'number' ? value : value ? scaleMax : scaleMin;
  if (!Number.isFinite(score)) return unusable('not_finite');
  if (scoreType === 'boolean' && score !== scaleMin && score !== scaleMax)
    return noVerdict('off_scale', say('code_result', { why: 'not_boolean' }));
  if (score < scaleMin || score > scaleMax)
    return noVerdict('off_scale', say('code_off_scale', { score, min: scaleMin, max: scaleMax }));
  return { score, label: null, reasoning: said ?? say('code_scored', { score }) };
}

const unusable = (why: 'nothing' | 'kind' | 'not_finite' | 'promise'): EvaluatorFinding =>
  noVerdict('evaluation_failed', say('code_result', { why }));
