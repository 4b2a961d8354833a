// Makes a call as its agent would have sent it, including the problem of the last day.
import { toBuckets } from '#otlp';
import type { CallRecord, Json, JsonObject } from '#records';
import { isLastDay, releaseAt } from './calendar.ts';
import type { SampleFailure } from './failures.ts';
import type { Model } from './models.ts';
import type { Random } from './random.ts';

export interface Ask {
  model: Model;
  promptTokens: number;
  completionTokens: number;
  reasoningTokens?: number;
  prompt: { name: string; version: string };
  system: string;
  input: Json;
  output: string;
  toolCalls?: Json;
  /** Offered to the model. */
  tools?: Json;
  /** Never fails. */
  steady?: boolean;
  /** In addition to those of every call. */
  tags?: Readonly<Record<string, string>>;
}

export interface SampleRole {
  agent: string;
  feature: string;
  user: string;
  sessionId: string | null;
}

interface CallPlan extends SampleRole, Pick<CallRecord, 'id' | 'traceId' | 'spanId' | 'parentSpanId'> {
  ask: Ask;
  failure: SampleFailure | null;
  env: string;
  atMs: number;
}

// The problem of the newest release: answers take twice as long and contain more.
const SLOWER = 2.1;
const LONGER = 1.8;
const USED_CACHE = 0.7;

export function makeCall(
  { random, nowMs }: { random: Random; nowMs: number },
  { ask, failure, agent, feature, user, sessionId, env, atMs, ...place }: CallPlan,
): CallRecord {
  const { model } = ask;
  const late = isLastDay(atMs, nowMs);
  const completionTokens = failure ? 0 : ask.completionTokens;
  const reasoningTokens = failure ? 0 : (ask.reasoningTokens ?? 0);
  const promptTokens = failure ? 0 : Math.round(ask.promptTokens * (late ? LONGER : 1));
  const cachedTokens = random.chance(USED_CACHE) ? Math.floor((promptTokens * model.cachedPct) / 100) : 0;
  const output = completionTokens + reasoningTokens;
  const pace = random.skewed(1, 0.35) * (late ? SLOWER : 1);
  const ttftMs = Math.round(model.firstTokenMs * pace);
  const latencyMs = failure?.latencyMs ?? ttftMs + Math.round(model.msPerToken * output * pace);
  const requestMeta: JsonObject = {
    operation: 'chat',
    userId: user,
    agentName: agent,
    promptName: ask.prompt.name,
    promptVersion: ask.prompt.version,
    systemInstructions: ask.system,
    input: ask.input,
    ...(ask.tools === undefined ? {} : { tools: ask.tools }),
    ...(failure
      ? {}
      : {
          responseModel: model.responseModel,
          finishReasons: [ask.toolCalls === undefined ? 'stop' : 'tool_calls'],
          stream: true,
          ttftMs,
          cachedTokens,
          reasoningTokens,
          output: ask.output,
        }),
  };
  return {
    kind: 'call',
    id: place.id,
    provider: model.provider,
    model: model.model,
    timestampMs: atMs,
    promptTokens,
    completionTokens: output,
    totalTokens: promptTokens + output,
    costUsd: null,
    latencyMs,
    tags: { env: env, feature, release: releaseAt(atMs, nowMs), ...ask.tags },
    error: failure?.error ?? null,
    errorDetails: failure?.errorDetails ?? null,
    traceId: place.traceId,
    spanId: place.spanId,
    parentSpanId: place.parentSpanId,
    sessionId,
    toolCalls: failure ? null : (ask.toolCalls ?? null),
    piiRedacted: false,
    redactionMetadata: null,
    requestMeta,
    usage: toBuckets({
      input: promptTokens,
      output,
      total: undefined,
      cacheRead: cachedTokens,
      cacheWrite: 0,
      cacheWrite1h: 0,
      reasoning: reasoningTokens,
      audioInput: 0,
      audioOutput: 0,
      inputExcludesCache: false,
    }),
  };
}
