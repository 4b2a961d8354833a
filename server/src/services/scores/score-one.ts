// Scores one criterion on one call, by a rule or by the judge. Every failure is an outcome with a reason.
import { Limiter } from '#lib/limiter';
import type { Context } from '#core/context';
import { perProcess } from '#core/process-state';
import type { EvalRunItemsTable } from '#metadata';
import { selectTrace, type CallRecord, type StoredRecord } from '#records';
import { plainText, transcriptOf, type JudgedContent } from '#services/conversation';
import { judgeName } from '#services/models';
import { scopeOf, withContent } from '#services/record-access';
import type { Criterion } from './criterion.ts';
import { evaluate } from './evaluate.ts';
import { DETERMINISTIC_TYPES, type DeterministicType } from './evaluators/evaluator.ts';
import { judge } from './judge/judge.ts';
import { normalizedScore } from './normalized-score.ts';
import type { EvalReason } from './reasons.ts';
import { say } from './sentences.ts';
import type { LoadedCall } from './loaded-call.ts';
import { toolRepeatsOf } from './tool-repeats.ts';

type Expectation = Pick<EvalRunItemsTable, 'expected_output'>;

export interface ScoreOutcome {
  score: number | null;
  /** Share of the scale, from 0 to 1. */
  normalized: number | null;
  label: string | null;
  /** Null when there is a score. */
  reason: string | null;
  reasoning: string;
  judge: string | null;
  costMicros: number;
}

const MAX_SPANS = 500;
/** The most content of one trace that is decrypted. A transcript is far shorter. */
const MAX_CONTENT_BYTES = 16 * 1_048_576;
/** Limits the whole traces in memory. The text sent to the judge is short. */
const tracesOf = perProcess(() => new Limiter({ total: 2 }));

export async function scoreOne(
  ctx: Context,
  criterion: Criterion,
  item: Expectation,
  loaded: LoadedCall,
  signal: AbortSignal,
): Promise<ScoreOutcome> {
  if (loaded.call === null) {
    const { reason, message, costMicros } = loaded.missing;
    return failed(reason, message, costMicros);
  }
  const type = DETERMINISTIC_TYPES.find((each) => each === criterion.type);
  if (type !== undefined) return byRule(ctx, { ...criterion, type }, item, loaded.call);
  const seen = await judged(ctx, criterion, loaded.call, signal);
  if ('reason' in seen) return seen;
  const verdict = await judge(ctx, {
    criterion,
    ...seen,
    ...(item.expected_output === null ? {} : { expectedOutput: item.expected_output }),
    signal,
  });
  const by = await judgeName(ctx);
  if (!verdict.ok) return { ...failed(verdict.reason, verdict.message, verdict.costMicros), judge: by };
  return {
    ...scored(criterion, verdict.score, verdict.reasoning),
    label: verdict.label,
    judge: by,
    costMicros: verdict.costMicros,
  };
}

async function byRule(
  ctx: Context,
  criterion: Criterion & { type: DeterministicType },
  item: Expectation,
  call: CallRecord,
): Promise<ScoreOutcome> {
  const output = plainText(call.requestMeta?.['output']);
  const isOfTools = criterion.type === 'tool_repeats';
  // An answer by tool calls may have no text.
  if (output === null && !(isOfTools && call.toolCalls !== null)) return noContent();
  const verdict = await evaluate(ctx, criterion, {
    output: output ?? '',
    expectedOutput: item.expected_output,
    ...(isOfTools ? { toolRepeats: toolRepeatsOf(call) } : {}),
  });
  if (verdict.score === null) return failed(verdict.reason, verdict.reasoning);
  return scored(criterion, verdict.score, verdict.reasoning);
}

/** The judge's input: the call or its whole trace. */
async function judged(
  ctx: Context,
  { scope }: Criterion,
  call: CallRecord,
  signal: AbortSignal,
): Promise<{ content: JudgedContent } | { transcript: string } | ScoreOutcome> {
  if (scope !== 'trajectory') {
    const content = contentOf(call);
    return content ? { content } : noContent();
  }
  if (call.traceId === null) return failed('no_trace', say('no_trace', {}));
  const { traceId } = call;
  const transcript = await tracesOf(ctx).run(ctx.account.id, () => transcriptOfTrace(ctx, traceId), {
    signal,
  });
  return transcript === null ? noContent() : { transcript };
}

async function transcriptOfTrace(ctx: Context, traceId: string): Promise<string | null> {
  const { calls, observations } = await ctx.records.ask(scopeOf(ctx), selectTrace(traceId, MAX_SPANS));
  const records = [
    ...calls.map(({ call: record, hasContent }) => ({ record, hasContent })),
    ...observations.map(({ observation: record, hasContent }) => ({ record, hasContent })),
  ];
  return transcriptOf(await withContent<StoredRecord>(ctx, records, MAX_CONTENT_BYTES));
}

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

function scored(criterion: Criterion, score: number, reasoning: string): ScoreOutcome {
  const normalized = normalizedScore(criterion, score);
  return { score, normalized, label: null, reason: null, reasoning, judge: null, costMicros: 0 };
}

const failed = (reason: EvalReason | (string & {}), message: string, costMicros = 0): ScoreOutcome => ({
  score: null,
  normalized: null,
  label: null,
  reason,
  reasoning: message,
  judge: null,
  costMicros,
});

const noContent = (): ScoreOutcome => failed('no_content', say('no_content', {}));
