// Loads the calls of a run with decrypted content. The output of a dataset item is generated first, once: it
// is stored as a call of the account, and its id names the run and the item, so a resumed run finds it.
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '#lib/app-error';
import { usd } from '#lib/money';
import { uncoded } from '#lib/sentences';
import type { Context } from '#core/context';
import { generate, type Generated } from '#services/models';
import { EVAL_RUN_TAG } from '#semconv';
import { storeOwnRecords } from '#features/ingest';
import { selectCall, type CallRecord } from '#records';
import {
  conversationMessages,
  filledMessages,
  fillPrompt,
  isConfigured,
  messagesItem,
  orderOf,
  readPromptConfig,
  type FilledPrompt,
  type PromptConfig,
} from '#services/item-requests';
import { conversationItem, scoredCall } from '#services/model-runs';
import { PromptComposer, ReferenceFault, selectPrompt, type PromptRow } from '#services/prompts';
import { scopeOf, withContent } from '#services/record-access';
import { loadStoredCalls, missing, say, type LoadedCall } from '#services/scores';
import { setItemTime, type ItemRow, type RunRow } from '../store.ts';
import { answerOrder } from './answer-order.ts';

const GENERATED = 'eval-run-';

export const generatedCallId = (runId: number, itemId: number): string => `${GENERATED}${runId}-${itemId}`;

export const isGeneratedCall = (callId: string): boolean => callId.startsWith(GENERATED);

export const loadCalls = (
  ctx: Context,
  run: RunRow,
  items: readonly ItemRow[],
  signal: AbortSignal,
): Promise<Map<number, LoadedCall>> =>
  run.source === 'dataset' ? generatedCalls(ctx, run, items, signal) : loadStoredCalls(ctx, items);

async function generatedCalls(
  ctx: Context,
  run: RunRow,
  items: readonly ItemRow[],
  signal: AbortSignal,
): Promise<Map<number, LoadedCall>> {
  const loaded = await Promise.all(
    items.map(async (item) => [item.position, await generatedCall(ctx, run, item, signal)] as const),
  );
  return new Map(loaded);
}

async function generatedCall(
  ctx: Context,
  run: RunRow,
  item: ItemRow,
  signal: AbortSignal,
): Promise<LoadedCall> {
  const stored = item.call_timestamp > 0 ? await storedCall(ctx, item) : null;
  if (stored) return stored;
  const prompt = run.prompt_id === null ? null : await selectPrompt(ctx.db, ctx.account.id, run.prompt_id);
  if (prompt === null && (run.prompt_id !== null || run.prompt_deleted === 1)) {
    return missing('prompt_gone', say('prompt_gone', {}));
  }
  const composed = prompt && (await composedPrompt(ctx, prompt));
  if (composed instanceof ReferenceFault) return missing('prompt_unreadable', say('prompt_unreadable', {}));
  const config = prompt ? configOf(prompt) : NO_CONFIG;
  if (config === null) return missing('prompt_unreadable', say('prompt_unreadable', {}));
  const text = item.input;
  const conversation = conversationItem(text) ?? (composed && messagesItem(text));
  const startedAt = ctx.clock.now();
  const filled = fillPrompt(composed, text);
  if (conversation || isConfigured(config)) {
    const asked = conversation ? conversationMessages(composed, conversation, text) : filledMessages(filled);
    const order = orderOf(asked, config, conversation?.tools);
    return madeCall(ctx, run, item, await answerOrder(ctx, { run, item, prompt, order, signal }));
  }
  const { system, messages, input } = filled;
  const answer = await generate(ctx, { system, messages, signal });
  if (!answer.ok) return missing(answer.reason, answer.said, answer.costMicros);
  const call = callOf(run, item, prompt, { startedAt, input, answer });
  return madeCall(ctx, run, item, { call, costMicros: answer.costMicros });
}

/** Stores what was generated, once. */
async function madeCall(
  ctx: Context,
  run: RunRow,
  item: ItemRow,
  made: { call: CallRecord; costMicros: number } | Extract<LoadedCall, { call: null }>,
): Promise<LoadedCall> {
  if (made.call === null) return made;
  const { call, costMicros } = made;
  const refused = await storePatiently(ctx, call);
  if (refused) return missing(refused.reason, uncoded(refused.message), costMicros);
  await ctx.metadata.transaction((db) => setItemTime(db, run.id, item.position, call.timestampMs));
  return { call: scoredCall(call), missing: null };
}

const NO_CONFIG: PromptConfig = { settings: {}, tools: [], outputSchema: null };

/** Null if it was changed since the run was started, and cannot be sent any more. */
function configOf(prompt: PromptRow): PromptConfig | null {
  try {
    return readPromptConfig(prompt, 'promptRegistryId');
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** With the prompts that it contains, as they are now. */
async function composedPrompt(ctx: Context, prompt: PromptRow): Promise<PromptRow | ReferenceFault> {
  try {
    const { template } = await new PromptComposer(ctx.db, ctx.account.id).compose(prompt);
    return { ...prompt, template };
  } catch (error) {
    if (error instanceof ReferenceFault) return error;
    throw error;
  }
}

const WAITS_MS = [1_000, 4_000, 15_000];

/**
 * The output is already paid for. While the records store is busy, storing is retried here and finally given
 * up. Retrying the whole run would generate the output again.
 */
async function storePatiently(ctx: Context, call: CallRecord): Promise<AppError | null> {
  for (let turn = 0; ; turn += 1) {
    try {
      await storeOwnRecords(ctx, [call]);
      return null;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const wait = error.reason === 'quota_exceeded' ? undefined : WAITS_MS[turn];
      if (wait === undefined) return error;
      await sleep(wait);
    }
  }
}

async function storedCall(ctx: Context, item: ItemRow): Promise<LoadedCall | null> {
  const found = await ctx.records.ask(scopeOf(ctx), selectCall(item.call_id));
  if (!found) return null;
  const [call] = await withContent(ctx, [{ record: found.call, hasContent: found.hasContent }]);
  if (call?.requestMeta?.['output'] !== undefined) return { call: scoredCall(call), missing: null };
  return missing('output_not_stored', say('output_not_stored', {}));
}

interface Made {
  startedAt: number;
  input: FilledPrompt['input'];
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
    costUsd: usd(answer.costMicros),
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
