// Makes one HTTP call to a model and returns the result as a value. It does not retry and does not handle
// costs.
import type { ModelMessage } from 'ai';
import type { TSchema } from 'typebox';
import type { LlmConfig } from '#config';
import { OutboundError } from '#lib/outbound/outbound-error';
import type { TokenUsage } from '#records';
import { throttleOf, type ProviderThrottle } from './provider-throttle.ts';
import { rejectionOf, type ModelRejection } from './failure.ts';
import { modelUsageOf } from './price.ts';
import { mayBeAboutFiles, withShownFiles, type ShownFiles } from './model-files.ts';
import { sdkFor, type Sdk, type SdkContext } from './sdk.ts';

export interface Message {
  role: 'user' | 'assistant';
  content: string;
}

export interface ModelOrder {
  system: string | null;
  messages: readonly Message[];
  /** With the first message. */
  files?: ShownFiles;
  /** The schema of the answer; null for text. */
  schema: TSchema | null;
  maxOutputTokens: number;
}

export type ModelOutcome =
  | { kind: 'answer'; text: string; finish: Finish; usage: TokenUsage | null }
  | { kind: 'limited'; askedMs: number | null }
  | { kind: 'failing'; status: number | undefined; askedMs: number | null; note: string }
  /**
   * If `sent` is true, the request may have been read and billed. `refusal` is why the guarded client did not
   * connect, or what went wrong.
   */
  | { kind: 'unreachable'; sent: boolean; note: string; refusal: OutboundError | null }
  | { kind: 'rejected'; status: number; why: ModelRejection; note: string }
  /** The request can be repeated at once without the unsupported parameter. */
  | { kind: 'not_understood' }
  | { kind: 'timeout' }
  | { kind: 'cancelled' };

export type Finish = 'stop' | 'length' | 'refused';

const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'EHOSTUNREACH',
]);

export async function callModel(
  ctx: SdkContext,
  config: LlmConfig,
  order: ModelOrder,
  signal: AbortSignal,
): Promise<ModelOutcome> {
  const sdk = await sdkFor(ctx, config);
  const late = AbortSignal.timeout(config.timeoutMs);
  const { lacks } = throttleOf(ctx, config);
  // Another call may change `lacks` meanwhile, so the parameters of this request are kept.
  const sent: Sent = {
    temperature: !lacks.temperature,
    structure: order.schema !== null && !lacks.structure,
    files: order.files !== undefined && order.files.list.length > 0 && !order.files.refused,
  };
  try {
    const result = await sdk.generateText({
      model: sdk.model,
      ...(order.system === null ? {} : { instructions: order.system }),
      messages: order.messages.map((message, at) => sdkMessage(message, at === 0 ? order.files : undefined)),
      maxOutputTokens: order.maxOutputTokens,
      ...(sent.temperature ? { temperature: 0 } : {}),
      ...(sent.structure && order.schema ? { output: outputOf(sdk, order.schema) } : {}),
      // Retries happen in ask.ts, where all users of the throttle wait together.
      maxRetries: 0,
      abortSignal: AbortSignal.any([signal, late]),
    });
    return answer(result.text, result.finishReason, modelUsageOf(result.usage));
  } catch (error) {
    if (sdk.NoObjectGeneratedError.isInstance(error))
      return answer(error.text ?? '', error.finishReason, modelUsageOf(error.usage));
    if (signal.aborted) return { kind: 'cancelled' };
    if (late.aborted) return { kind: 'timeout' };
    const outcome = outcomeOfError(sdk, error, config);
    const status = outcome.kind === 'rejected' ? outcome.status : 0;
    if ((status === 400 || status === 422) && isLacking(lacks, bodyOf(sdk, error), sent))
      return { kind: 'not_understood' };
    if (!sent.files || !order.files) return outcome;
    if (!mayBeAboutFiles(status)) return outcome;
    order.files.refused = true;
    return { kind: 'not_understood' };
  }
}

function sdkMessage({ role, content }: Message, files: ShownFiles | undefined): ModelMessage {
  return role === 'user' && files ? { role, content: withShownFiles(content, files) } : { role, content };
}

const bodyOf = (sdk: Sdk, error: unknown): string =>
  (sdk.APICallError.isInstance(error) ? error.responseBody : '') ?? '';

type FailedOutcome = Exclude<ModelOutcome, { kind: 'answer' | 'not_understood' | 'timeout' | 'cancelled' }>;

/**
 * Maps an error of the SDK to an outcome. Errors that the caller's own signals caused are handled elsewhere.
 */
export function outcomeOfError(sdk: Sdk, error: unknown, config: LlmConfig): FailedOutcome {
  const refusal = outboundIn(error);
  const note = noteOf(error, config);
  if (refusal) {
    const mayBeSent = refusal.reason === 'connection_failed' || refusal.reason === 'timeout';
    const sent = mayBeSent && !NEVER_SENT.has(codeOf(refusal));
    return refusal.reason === 'invalid_response'
      ? { kind: 'failing', status: undefined, askedMs: null, note }
      : { kind: 'unreachable', sent, note, refusal };
  }
  // The library knows of some vendors that they take no such file, and sends nothing.
  if (sdk.UnsupportedFunctionalityError.isInstance(error))
    return { kind: 'rejected', status: 400, why: 'kind', note };
  return sdk.APICallError.isInstance(error)
    ? outcomeOfApi(error, note)
    : { kind: 'failing', status: undefined, askedMs: null, note };
}

function outboundIn(error: unknown): OutboundError | null {
  for (let at = error; at instanceof Error; at = at.cause) if (at instanceof OutboundError) return at;
  return null;
}

/** The SDK does not validate the answer. answer-form.ts does, because it explains what is wrong. */
const outputOf = (sdk: Sdk, schema: TSchema) =>
  sdk.Output.object({ schema: sdk.jsonSchema(schema), name: 'answer' });

function answer(text: string, finishReason: string | undefined, usage: TokenUsage | null): ModelOutcome {
  const finish =
    finishReason === 'content-filter' ? 'refused' : finishReason === 'length' ? 'length' : 'stop';
  return { kind: 'answer', text, finish, usage };
}

interface Sent {
  temperature: boolean;
  structure: boolean;
  files: boolean;
}

type Lacks = ProviderThrottle['lacks'];
type ApiError = InstanceType<Sdk['APICallError']>;

function outcomeOfApi(error: ApiError, note: string): FailedOutcome {
  const { statusCode: status, responseHeaders: headers = {}, responseBody: body = '' } = error;
  if (status === undefined)
    return { kind: 'unreachable', sent: !NEVER_SENT.has(codeOf(error)), note, refusal: null };
  // The vendor account has no credit left, so waiting does not help.
  if (status === 429 && !/insufficient_quota|billing_hard_limit/.test(body))
    return { kind: 'limited', askedMs: askedMs(headers) };
  // A success whose body is not an answer also gets here.
  if (status >= 500 || status < 400 || status === 408 || status === 409)
    return { kind: 'failing', status, askedMs: askedMs(headers), note };
  return { kind: 'rejected', status, why: rejectionOf(status, body), note };
}

/** Reasoning models accept no temperature and small servers no schema; the SDK does not know all of them. */
function isLacking(lacks: Lacks, body: string, sent: Sent): boolean {
  if (sent.temperature && /temperature/i.test(body)) {
    lacks.temperature = true;
    return true;
  }
  const names = /response_?format|json_?schema|structured|output_config/i;
  if (!sent.structure || !names.test(body)) return false;
  lacks.structure = true;
  return true;
}

/** Reads `retry-after-ms`, or `retry-after` in seconds or as a date. */
function askedMs(headers: Record<string, string>): number | null {
  const ms = Number.parseFloat(headers['retry-after-ms'] ?? '');
  if (ms >= 0) return ms;
  const after = headers['retry-after'] ?? '';
  const seconds = Number.parseFloat(after);
  if (seconds >= 0) return seconds * 1_000;
  const until = Date.parse(after) - Date.parse(headers['date'] ?? '');
  return until >= 0 ? until : null;
}

function codeOf(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string') return at.code;
    // If several addresses were tried, the first error stands for all.
    if (at instanceof AggregateError) return codeOf(at.errors[0]);
  }
  return '';
}

/** For the operator's log: short, and without the key, which some servers repeat. */
function noteOf(error: unknown, { apiKey }: LlmConfig): string {
  const text = error instanceof Error ? error.message : String(error);
  return (apiKey === null ? text : text.replaceAll(apiKey, '…')).slice(0, 200);
}
