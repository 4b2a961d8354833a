// Scores one criterion on one call, by a rule, by the judge or by embeddings. Every failure is an outcome with
// a reason.
import { uncoded } from '#lib/sentences';
import type { Context } from '#core/context';
import type { CallRecord, Json } from '#records';
import { filesForModel } from '#services/media';
import { plainText, transcriptOf, type JudgedContent } from '#services/conversation';
import { judgeName, modelSentences } from '#services/models';
import { type Criterion, normalizedScore } from './criterion.ts';
import { evaluate } from './evaluate.ts';
import {
  DETERMINISTIC_TYPES,
  RubricError,
  type DeterministicType,
  type EvaluatedText,
} from './evaluators/evaluator.ts';
import { callFacts } from './facts/call-facts.ts';
import { madeToolCalls } from './facts/made-tool-calls.ts';
import { MAX_TRACE_SPANS, readTraceFacts, readTranscript, type WholeRun } from './facts/read-trace.ts';
import { answerFacts } from './facts/trace-facts.ts';
import { isWithinChars } from './facts/within-chars.ts';
import { judge } from './judge/judge.ts';
import type { LoadedCall } from './loaded-call.ts';
import type { EvalReason } from './reasons.ts';
import { say as sayOfRule } from './evaluators/sentences.ts';
import { say, type Reasoning } from './sentences.ts';
import { similarityScore } from './similarity/similarity.ts';
import { toolRepeatsOf } from './tool-repeats.ts';

interface Expectation {
  expected_output: string | null;
  /** The call is an answer without a trace: it is its own trajectory. */
  isAnswer?: boolean;
}

export interface ScoreOutcome {
  score: number | null;
  /** Share of the scale, from 0 to 1. */
  normalized: number | null;
  label: string | null;
  /** Null when there is a score. */
  reason: string | null;
  reasoning: Reasoning;
  /** The judge's model; null for other types. */
  judge: string | null;
  /** A model was asked, whether it judges or makes embeddings. */
  byModel: boolean;
  costMicros: number;
}

/** The maximum input of code and tool calls, in characters. */
const MAX_MATERIAL = 1_048_576;

export async function scoreOne(
  ctx: Context,
  criterion: Criterion,
  item: Expectation,
  loaded: LoadedCall,
  signal: AbortSignal,
): Promise<ScoreOutcome> {
  if (loaded.call === null) {
    const { reason, said, costMicros } = loaded.missing;
    return failed(reason, said, costMicros);
  }
  const type = DETERMINISTIC_TYPES.find((each) => each === criterion.type);
  if (type !== undefined) return byRule(ctx, { ...criterion, type }, item, loaded.call, signal);
  if (criterion.type === 'embedding_similarity')
    return bySimilarity(ctx, criterion, item, loaded.call, signal);
  const seen = await judged(ctx, criterion, item, loaded.call, signal);
  if ('reason' in seen) return seen;
  const verdict = await judge(ctx, {
    criterion,
    ...seen,
    files: await filesForModel(ctx, filesOf(loaded.call)),
    ...(item.expected_output === null ? {} : { expectedOutput: item.expected_output }),
    signal,
  });
  const by = await judgeName(ctx);
  const asked = { judge: by, byModel: true };
  if (!verdict.ok) return { ...failed(verdict.reason, verdict.said, verdict.costMicros), ...asked };
  return {
    ...scored(criterion, verdict.score, uncoded(verdict.reasoning)),
    label: verdict.label,
    costMicros: verdict.costMicros,
    ...asked,
  };
}

async function byRule(
  ctx: Context,
  criterion: Criterion & { type: DeterministicType },
  item: Expectation,
  call: CallRecord,
  signal: AbortSignal,
): Promise<ScoreOutcome> {
  const seen =
    criterion.scope === 'call'
      ? callSubject(criterion.type, call)
      : await wholeSubject(ctx, { ...criterion, ...item }, call, signal);
  if ('normalized' in seen) return seen;
  if (!isWithinChars(seen.facts ?? seen.toolCalls, MAX_MATERIAL))
    return failed('output_too_long', sayOfRule('material_too_long', { kib: MAX_MATERIAL / 1_024 }));
  const verdict = await evaluate(ctx, criterion, { ...seen, expectedOutput: item.expected_output });
  if (verdict.score === null) return failed(verdict.reason, verdict.reasoning);
  return { ...scored(criterion, verdict.score, verdict.reasoning), label: verdict.label ?? null };
}

type Seen = Omit<EvaluatedText, 'expectedOutput'>;

/** The part of a call that a rule of this type checks. */
function callSubject(type: DeterministicType, call: CallRecord): Seen | ScoreOutcome {
  const output = plainText(call.requestMeta?.['output']);
  if (type === 'tool_calls') {
    // A call may consist only of tool calls.
    if (output === null && !Array.isArray(call.toolCalls)) return noContent();
    return { output: '', toolCalls: madeToolCalls(call) };
  }
  if (type === 'tool_repeats') {
    if (output === null && call.toolCalls === null) return noContent();
    return { output: output ?? '', toolRepeats: toolRepeatsOf(call) };
  }
  if (output === null) return noContent();
  return type === 'code' ? { output, facts: callFacts(call) } : { output };
}

interface WholeWant {
  scope: Criterion['scope'];
  isAnswer?: boolean;
}

/** The trace or session of a call; for an answer without a trace, the call itself. */
function wholeOf(
  { scope, isAnswer = false }: WholeWant,
  call: CallRecord,
): WholeRun | { answer: CallRecord } | ScoreOutcome {
  const { traceId, sessionId } = call;
  if (scope === 'session')
    return sessionId === null
      ? failed('no_session', say('no_session', {}))
      : { kind: 'session', id: sessionId };
  if (isAnswer) return { answer: call };
  return traceId === null ? failed('no_trace', say('no_trace', {})) : { kind: 'trace', id: traceId };
}

/** What a rule of this type looks at in a whole trace or session. */
async function wholeSubject(
  ctx: Context,
  want: WholeWant & { type: DeterministicType },
  call: CallRecord,
  signal: AbortSignal,
): Promise<Seen | ScoreOutcome> {
  const { type } = want;
  const whole = wholeOf(want, call);
  if ('normalized' in whole) return whole;
  const read =
    'answer' in whole
      ? { facts: answerFacts(whole.answer), isCut: false }
      : await readTraceFacts(ctx, whole, signal);
  if (!read) return failed('cancelled', modelSentences.say('model_cancelled', {}));
  const { facts: found, isCut } = read;
  if (!found) return noContent();
  // A check of the number of steps can still fail.
  if (type === 'trajectory') return { output: '', trace: { ...found.figures, isCut } };
  if (isCut) return failed('output_too_long', sayOfRule('trace_too_long', { steps: MAX_TRACE_SPANS }));
  if (type === 'tool_calls')
    return found.figures.tools === null ? noContent() : { output: '', toolCalls: found.toolCalls };
  // A failed call has no output, but the steps before it can be judged.
  const output = found.output ?? (found.figures.tools === null ? null : '');
  return output === null ? noContent() : { output, facts: found.facts };
}

async function bySimilarity(
  ctx: Context,
  criterion: Criterion,
  item: Expectation,
  { requestMeta }: CallRecord,
  signal: AbortSignal,
): Promise<ScoreOutcome> {
  const output = plainText(requestMeta?.['output']);
  if (output === null) return noContent();
  try {
    const expectedOutput = item.expected_output;
    const compared = await similarityScore(ctx, { criterion, output, expectedOutput, signal });
    const { costMicros, byModel } = compared;
    const outcome = compared.ok
      ? scored(criterion, compared.score, compared.reasoning)
      : failed(compared.reason, compared.said);
    return { ...outcome, costMicros, byModel };
  } catch (error) {
    if (!(error instanceof RubricError)) throw error;
    return failed('unusable_criterion', sayOfRule('rubric_unusable', { problem: error.message }));
  }
}

/** The judge's input: the call, or its whole trace or session. */
async function judged(
  ctx: Context,
  { scope }: Criterion,
  item: Expectation,
  call: CallRecord,
  signal: AbortSignal,
): Promise<{ content: JudgedContent } | { transcript: string } | ScoreOutcome> {
  if (scope === 'call') {
    const content = contentOf(call);
    return content ? { content } : noContent();
  }
  const whole = wholeOf({ ...item, scope }, call);
  if ('normalized' in whole) return whole;
  const transcript =
    'answer' in whole ? transcriptOf([whole.answer]) : await readTranscript(ctx, whole, signal);
  return transcript === null ? noContent() : { transcript };
}

/** Instructions have no pictures, and a picture is not shown twice. */
const filesOf = ({ requestMeta, toolCalls }: CallRecord): Json => [
  requestMeta?.['input'] ?? null,
  toolCalls,
  requestMeta?.['output'] ?? null,
];

function contentOf({ requestMeta, toolCalls }: CallRecord): JudgedContent | null {
  const { input, output, systemInstructions } = requestMeta ?? {};
  if (output === undefined || output === null) return null;
  return {
    output,
    ...(input === undefined ? {} : { input }),
    ...(systemInstructions === undefined ? {} : { systemInstructions }),
    toolCalls,
  };
}

function scored(criterion: Criterion, score: number, reasoning: Reasoning): ScoreOutcome {
  const normalized = normalizedScore(criterion, score);
  return {
    score,
    normalized,
    label: null,
    reason: null,
    reasoning,
    judge: null,
    byModel: false,
    costMicros: 0,
  };
}

const failed = (reason: EvalReason | (string & {}), reasoning: Reasoning, costMicros = 0): ScoreOutcome => ({
  score: null,
  normalized: null,
  label: null,
  reason,
  reasoning,
  judge: null,
  byModel: false,
  costMicros,
});

const noContent = (): ScoreOutcome => failed('no_content', say('no_content', {}));
