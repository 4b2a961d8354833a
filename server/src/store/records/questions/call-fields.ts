// The fields of a call that a condition can name and whose values can be counted, as SQL over the table of
// calls.
import { KNOWN_PROMPT, KNOWN_VERSION } from './prompt-of-call.ts';

/** An error is cut to the length that a value may have. */
export const TEXT_FIELDS = {
  provider: 'provider',
  model: 'model',
  status: `if(error = '', 'ok', 'failed')`,
  error: 'substringUTF8(error, 1, 256)',
  userId: 'user_id',
  sessionId: 'session_id',
  traceId: 'trace_id',
  id: 'id',
  promptName: KNOWN_PROMPT,
  promptVersion: KNOWN_VERSION,
} as const;

const nameOf = (each: string): string =>
  `if(JSONExtractString(${each}, 'name') != '', JSONExtractString(${each}, 'name'), JSONExtractString(${each}, 'function', 'name'))`;

/** Fields of which a call may have several values. */
export const LIST_FIELDS = {
  finishReason: `arrayDistinct(JSONExtract(request_meta, 'finishReasons', 'Array(String)'))`,
  tool: `arrayDistinct(arrayMap(each -> ${nameOf('each')}, JSONExtractArrayRaw(tool_calls)))`,
} as const;

export const NUMBER_FIELDS = {
  latencyMs: 'latency_ms',
  ttftMs: 'ttft_ms',
  totalTokens: 'total_tokens',
  inputTokens: 'prompt_tokens',
  outputTokens: 'completion_tokens',
  costUsd: 'cost_usd',
} as const;

export const CALL_STATUSES = ['ok', 'failed'] as const;

/** A tag is named by its key: `tag:env`. */
export const TAG_PREFIX = 'tag:';
