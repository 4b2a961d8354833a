// The output for an item of a dataset: generated once, stored as a call of the account under an id that says which run and item
// it is for, so that a run that is taken up again finds it.
import { AppError } from '#lib/app-error';
import type { Context } from '#core/context';
import { generate, type Generated } from '#features/judge';
import { EVAL_RUN_TAG, storeOwnCalls } from '#features/ingest';
import { readVariables, selectPrompt, type PromptRow } from '#features/prompts';
import { scopeOf, withContent } from '#features/query';
import type { CallRecord } from '#records';
import { setItemTime, type ItemRow, type RunRow } from '../store.ts';
import { fillTemplate } from './fill-template.ts';
import { missing, type LoadedCall } from './loaded-call.ts';

export const generatedCallId = (runId: number, itemId: number): string => `eval-run-${runId}-${itemId}`;

export async function generatedCall(
  ctx: Context,
  run: RunRow,
  item: ItemRow,
  signal: AbortSignal,
): Promise<LoadedCall> {
  const stored = item.call_timestamp > 0 ? await storedCall(ctx, item) : null;
  if (stored) return stored;
  const prompt = run.prompt_id === null ? null : await selectPrompt(ctx.db, ctx.account.id, run.prompt_id);
  if (run.prompt_id !== null && prompt === null) {
    return missing('prompt_gone', 'The prompt of this dataset was deleted before the output was generated.');
  }
  const startedAt = ctx.clock.now();
  const text = prompt
    ? fillTemplate(prompt.template, readVariables(prompt), item.input_text ?? '')
    : (item.input_text ?? '');
  const answer = await generate(ctx, { messages: text, signal });
  if (!answer.ok) return missing(answer.reason, answer.message, answer.costMicros);
  const call = callOf(run, item, prompt, { startedAt, input: text, answer });
  try {
    await storeOwnCalls(ctx, [call]);
  } catch (error) {
    if (!(error instanceof AppError) || error.reason !== 'quota_exceeded') throw error;
    return missing('quota_exceeded', error.message, answer.costMicros);
  }
  await ctx.metadata.transaction((db) => setItemTime(db, run.id, item.position, startedAt));
  return { call, missing: null };
}

async function storedCall(ctx: Context, item: ItemRow): Promise<LoadedCall | null> {
  const found = await ctx.records.getCall(scopeOf(ctx), item.call_id);
  if (!found) return null;
  const [call] = await withContent(ctx, [{ record: found.call, hasContent: found.hasContent }]);
  if (call?.requestMeta?.['output'] !== undefined) return { call, missing: null };
  return missing(
    'output_not_stored',
    'The output was generated before the run was interrupted, and the account stores no content, so it is not there to be judged.',
  );
}

interface Made {
  startedAt: number;
  input: string;
  answer: Generated;
}

function callOf(
  run: RunRow,
  item: ItemRow,
  prompt: PromptRow | null,
  { startedAt, input, answer }: Made,
): CallRecord {
  return {
    kind: 'call',
    id: item.call_id,
    provider: answer.provider,
    model: answer.model,
    timestampMs: startedAt,
    promptTokens: answer.usage.inputTokens,
    completionTokens: answer.usage.outputTokens,
    totalTokens: answer.usage.inputTokens + answer.usage.outputTokens,
    costUsd: answer.costMicros / 1e6,
    latencyMs: answer.latencyMs,
    tags: { [EVAL_RUN_TAG]: String(run.id) },
    error: null,
    errorDetails: null,
    traceId: item.call_id,
    spanId: null,
    parentSpanId: null,
    sessionId: null,
    toolCalls: null,
    piiRedacted: false,
    redactionMetadata: null,
    requestMeta: {
      operation: 'chat',
      input,
      output: answer.text,
      ...(prompt ? { promptId: prompt.id, promptName: prompt.name, promptVersion: prompt.version } : {}),
    },
    usage: answer.tokens,
  };
}
