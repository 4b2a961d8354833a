// Makes one HTTP call to the classifier and returns the result as a value. It does not retry.
import type { ModerationConfig } from '#config';
import { SECOND_MS } from '#lib/clock';
import { TrustedClient } from '#lib/outbound/post-trusted';
import type { Services } from '#core/context';
import { perProcess } from '#core/process-state';

export type PostOutcome =
  | { kind: 'answer'; bytes: Buffer }
  | { kind: 'limited'; askedMs: number | null }
  | { kind: 'failing'; status: number; askedMs: number | null }
  | { kind: 'unreachable' }
  /** Concerns every request: a wrong key, no such address, no credit. */
  | { kind: 'turned_down'; status: number }
  /** Concerns the content of this request. */
  | { kind: 'refused'; status: number }
  | { kind: 'too_large' }
  | { kind: 'timeout' }
  | { kind: 'cancelled' };

/** Sixteen results are about 30 KB. A larger answer is a fault and would fill the memory. */
const MAX_ANSWER_BYTES = 1024 * 1024;

const REFUSED = new Set([400, 413, 422]);

const clientOf = perProcess((_, onEnd) => {
  const client = new TrustedClient();
  onEnd(() => client.close());
  return client;
});

export async function postTexts(
  ctx: Pick<Services, 'state'>,
  { baseUrl, apiKey }: ModerationConfig,
  body: string,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<PostOutcome> {
  const answer = await clientOf(ctx).post({
    url: `${baseUrl}/moderations`,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
    },
    body,
    maxBytes: MAX_ANSWER_BYTES,
    timeoutMs,
    signal,
  });
  return answer.kind === 'answer' ? outcomeOf(answer.status, answer.headers, answer.bytes) : answer;
}

type Headers = Record<string, string | string[] | undefined>;

function outcomeOf(status: number, headers: Headers, bytes: Buffer | null): PostOutcome {
  if (status >= 200 && status < 300) return bytes ? { kind: 'answer', bytes } : { kind: 'too_large' };
  // The vendor account has no credit left, so waiting does not help.
  if (status === 429 && /insufficient_quota|billing_hard_limit/.test(bytes?.toString('latin1') ?? ''))
    return { kind: 'turned_down', status };
  if (status === 429) return { kind: 'limited', askedMs: askedMs(headers) };
  if (status >= 500 || status === 408 || status === 409)
    return { kind: 'failing', status, askedMs: askedMs(headers) };
  return REFUSED.has(status) ? { kind: 'refused', status } : { kind: 'turned_down', status };
}

/** Reads `retry-after-ms`, or `retry-after` in seconds or as a date. */
export function askedMs(headers: Headers): number | null {
  const ms = Number.parseFloat(textIn(headers, 'retry-after-ms'));
  if (ms >= 0) return ms;
  const after = textIn(headers, 'retry-after');
  if (/^\s*\d+(?:\.\d+)?\s*$/.test(after)) return Number.parseFloat(after) * SECOND_MS;
  const until = Date.parse(after) - Date.parse(textIn(headers, 'date'));
  return until >= 0 ? until : null;
}

function textIn(headers: Headers, name: string): string {
  const value = headers[name] ?? '';
  return typeof value === 'string' ? value : (value[0] ?? '');
}
