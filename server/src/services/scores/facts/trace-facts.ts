// What evaluators see of a whole trace or session: its model calls, tools, retrievers and guardrails, in order of time.
// Other spans (http, db, chains) are implementation details, as in a transcript.
import { hash } from 'node:crypto';
import { tidy } from '#lib/tidy';
import type { CallRecord, Json, JsonObject, ObservationRecord, StoredRecord } from '#records';
import { TOOL_INPUT_KEYS, TOOL_OUTPUT_KEYS } from '#semconv';
import { plainText } from '#services/conversation';
import type { EvaluatedFacts, MadeToolCall, TraceStep, TrajectoryFigures } from '../evaluators/evaluator.ts';
import { callFacts } from './call-facts.ts';
import { madeToolCalls, toolArguments } from './made-tool-calls.ts';

export interface EvaluatedTrace {
  /** The text that the last model call answered; null if no content is known. */
  output: string | null;
  toolCalls: MadeToolCall[];
  facts: EvaluatedFacts;
  figures: Omit<TrajectoryFigures, 'isCut'>;
}

const SHOWN = ['tool', 'retriever', 'guardrail'] as const;
const TOOL_NAME_KEYS = ['gen_ai.tool.name', 'tool.name'];

/** Null if the trace has no model call. */
export function traceFacts(records: readonly StoredRecord[]): EvaluatedTrace | null {
  const ordered = records.toSorted((one, other) => one.timestampMs - other.timestampMs);
  const calls = ordered.filter((record) => record.kind === 'call');
  const last = calls.toSorted((one, other) => endOf(one) - endOf(other)).at(-1);
  if (!last) return null;
  const steps = ordered.flatMap((record) =>
    record.kind === 'call' ? [callStep(record)] : shownStep(record),
  );
  const toolCalls = calledTools(steps);
  const durationMs = Math.max(...ordered.map(endOf)) - Math.min(...ordered.map(startOf));
  const costs = calls.flatMap(({ costUsd }) => (costUsd === null ? [] : [costUsd]));
  const costUsd = tidy(costs.reduce((sum, cost) => sum + cost, 0));
  const output = plainText(last.requestMeta?.['output']);
  const areToolsKnown = calls.some(hasAnswer) || steps.some(({ kind }) => kind === 'tool');
  return {
    output,
    toolCalls,
    facts: {
      ...callFacts(last),
      toolCalls,
      latencyMs: durationMs,
      costUsd: costs.length === 0 ? null : costUsd,
      inputTokens: calls.reduce((sum, { promptTokens }) => sum + promptTokens, 0),
      outputTokens: calls.reduce((sum, { completionTokens }) => sum + completionTokens, 0),
      steps,
    },
    figures: {
      steps: steps.length,
      failedSteps: steps.filter(({ error }) => error !== null).length,
      costUsd,
      durationMs,
      endsWithAnswer: endsWithAnswer(last, output),
      tools: areToolsKnown
        ? toolCalls.map(({ name, arguments: given }) => ({ name, key: hash('sha256', sameText(given)) }))
        : null,
    },
  };
}

/**
 * An answer that is no trace, such as that of an experiment: the tools that it asks for are the steps. Without any, the
 * answer is the only step.
 */
export function answerFacts(call: CallRecord): EvaluatedTrace | null {
  const found = traceFacts([call]);
  if (!found || found.toolCalls.length === 0) return found;
  const steps = found.toolCalls.map(({ name, arguments: input, result = null, error = null }): TraceStep => ({
    kind: 'tool',
    name,
    input,
    output: result,
    error,
    toolCalls: [],
    durationMs: 0,
    costUsd: null,
  }));
  const failedSteps = steps.filter(({ error }) => error !== null).length;
  return {
    ...found,
    facts: { ...found.facts, steps },
    figures: { ...found.figures, steps: steps.length, failedSteps },
  };
}

const startOf = ({ timestampMs }: StoredRecord): number => timestampMs;
const endOf = (record: StoredRecord): number =>
  record.timestampMs + (record.kind === 'call' ? record.latencyMs : record.durationMs);

const hasAnswer = ({ requestMeta, toolCalls }: CallRecord): boolean =>
  (requestMeta?.['output'] ?? null) !== null || Array.isArray(toolCalls);

/** The answer is a text, and no tool call is unanswered. */
function endsWithAnswer(last: CallRecord, output: string | null): boolean | null {
  if (last.error !== null) return false;
  if (output === null) return null;
  return output.trim() !== '' && madeToolCalls(last).length === 0;
}

/** Without the input, which repeats the conversation so far. */
const callStep = (call: CallRecord): TraceStep => ({
  kind: 'call',
  name: call.model,
  input: null,
  output: plainText(call.requestMeta?.['output']),
  error: call.error,
  toolCalls: madeToolCalls(call),
  durationMs: call.latencyMs,
  costUsd: call.costUsd,
});

function shownStep({ type, name, attributes, error, durationMs }: ObservationRecord): TraceStep[] {
  const kind = SHOWN.find((shown) => shown === type);
  if (!kind) return [];
  const toolName = firstOf(attributes, TOOL_NAME_KEYS);
  return [
    {
      kind,
      name: typeof toolName === 'string' && toolName !== '' ? toolName : name,
      input: firstOf(attributes, TOOL_INPUT_KEYS) ?? null,
      output: firstOf(attributes, TOOL_OUTPUT_KEYS) ?? null,
      error,
      toolCalls: [],
      durationMs,
      costUsd: null,
    },
  ];
}

/** The tool calls that the models asked for or, if no model names a tool, the tools that ran. */
function calledTools(steps: readonly TraceStep[]): MadeToolCall[] {
  const asked = steps.flatMap(({ toolCalls }) => toolCalls);
  if (asked.length > 0) return asked;
  return steps.flatMap(({ kind, name, input, output, error }) =>
    kind === 'tool'
      ? [
          {
            name,
            arguments: toolArguments(input),
            ...(output === null ? {} : { result: output }),
            ...(error === null ? {} : { error }),
          },
        ]
      : [],
  );
}

const firstOf = (attributes: JsonObject, names: readonly string[]): Json | undefined =>
  names.map((name) => attributes[name]).find((value) => value !== undefined && value !== null);

/** Equal for equal JSON, whatever the order of members. */
function sameText(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}
