// POST /v1/ingest/litellm. LiteLLM drops a batch that was not accepted, so a payload that cannot be read is
// counted, and the others are stored.
import type { Context } from '#core/context';
import type { Peer, RawBody, Reply } from '#core/endpoint';
import type { Rejection } from '#otlp';
import { quotaReply } from '../quota-reply.ts';
import { receiveOther } from '../receive-other.ts';
import { readPayloads } from './read-payloads.ts';

/** It reads no body of an error, so errors have our form. */
export const litellm: Peer = { name: 'litellm' };

interface LitellmReply {
  /** Stored now or before. */
  accepted: number;
  rejected: readonly Rejection[];
}

const AT = { url: new URL('./read-payloads.ts', import.meta.url).href, name: 'readPayloads' };

export async function receivePayloads(ctx: Context, raw: RawBody): Promise<LitellmReply | Reply> {
  const { received } = await receiveOther(ctx, raw, { at: AT, read: readPayloads }, { endpoint: 'litellm' });
  if (received.quota) return quotaReply(litellm, received.quota);
  return { accepted: received.stored + received.duplicates, rejected: received.rejected };
}
