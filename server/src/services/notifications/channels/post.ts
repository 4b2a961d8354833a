// Sends one HTTP request of a channel. The response body is not kept, because the delivery log would then
// expose whatever the address returns.
import { isIP } from 'node:net';
import type { OutboundClient, PostOptions } from '#lib/outbound/client';
import { OutboundError } from '#lib/outbound/outbound-error';
import { HOUR_MS } from '#lib/clock';
import type { Fault, DeliveryOutcome } from './channel.ts';
import { say, type DeliverySaid } from '../sentences.ts';
import { isMasked } from './mask.ts';

export const SEND_TIMEOUT_MS = 10_000;
const ENOUGH_OF_AN_ANSWER = 4_096;

interface Post {
  url: string;
  body: string;
  headers?: Record<string, string>;
}

interface PostLimits {
  signal?: AbortSignal;
  timeoutMs?: number;
}

export async function postMessage(
  outbound: Pick<OutboundClient, 'post'>,
  { url, body, headers = {} }: Post,
  { signal, timeoutMs = SEND_TIMEOUT_MS }: PostLimits,
): Promise<DeliveryOutcome> {
  const started = performance.now();
  const options: PostOptions = {
    body,
    headers: { 'content-type': 'application/json', ...headers },
    timeoutMs,
    maxResponseBytes: ENOUGH_OF_AN_ANSWER,
    ...(signal ? { signal } : {}),
  };
  try {
    const { status, headers: answered, durationMs } = await outbound.post(url, options);
    return {
      status,
      error: faultOf(status),
      durationMs,
      ...(status === 410 ? { gone: true } : {}),
      ...retryAfter(answered['retry-after']),
    };
  } catch (error) {
    // The process is stopping. This is not a failure of the receiver, and the next process tries again.
    if (!(error instanceof OutboundError) || error.reason === 'stopped') throw error;
    return { status: null, error: error.said, durationMs: Math.round(performance.now() - started) };
  }
}

function faultOf(status: number): DeliverySaid | null {
  if (status >= 200 && status < 300) return null;
  // A redirected POST would become a GET without a body, or send a secret to another host.
  if (status >= 300 && status < 400) return say('redirects', { status });
  return status === 410 ? say('gone', {}) : say('rejected', { status });
}

function retryAfter(header: string | undefined): Pick<DeliveryOutcome, 'retryAfterMs'> {
  if (header === undefined || !/^\d{1,6}$/.test(header)) return {};
  return { retryAfterMs: Math.min(HOUR_MS, Number(header) * 1_000) };
}

export function checkUrlField(outbound: Pick<OutboundClient, 'check'>, url: string): Fault | null {
  if (isMasked(url))
    return { field: 'url', message: 'This is a masked URL; send the full URL.', reason: 'masked_value' };
  const fault = outbound.check(url);
  if (fault) return { field: 'url', message: fault.message, reason: fault.reason };
  // The client allows plain HTTP only into networks that the operator allows, and the address of a name is
  // not known yet.
  return isPlainHttpToName(url)
    ? { field: 'url', message: 'The URL must begin with https://.', reason: 'not_https' }
    : null;
}

function isPlainHttpToName(url: string): boolean {
  const parsed = URL.parse(url);
  const host = parsed?.hostname.replaceAll(/[[\]]/g, '') ?? '';
  return parsed?.protocol !== 'https:' && isIP(host) === 0 && host !== 'localhost';
}
