// One log of Helicone's manual logger, which is never sent again. A log that is not stored is an error, so
// that its sender writes a line on the console.
import type { Context } from '#core/context';
import { Reply, type Input, type Peer } from '#core/endpoint';
import type { TObject, TSchema } from 'typebox';
import { quotaReply } from '../quota-reply.ts';
import { receiveOther } from '../receive-other.ts';
import { HELICONE_HEADERS, readLogSpans, type HeliconeFacts } from './read-spans.ts';
import type { HeliconeRoute } from './to-spans.ts';

export const helicone: Peer = {
  name: 'helicone',
  errorBody: ({ message }) => ({ data: null, error: message }),
};

type LogInput = Pick<Input<TObject, TObject, TSchema>, 'raw' | 'headersAfter'>;

const AT = { url: new URL('./read-spans.ts', import.meta.url).href, name: 'readLogSpans' };

export async function receiveLog(
  ctx: Context,
  route: HeliconeRoute,
  { raw, headersAfter }: LogInput,
): Promise<unknown> {
  const facts: HeliconeFacts = { route, headers: headersAfter(HELICONE_HEADERS), nowMs: ctx.clock.now() };
  const reader = { at: AT, read: readLogSpans };
  const { received, notes: id } = await receiveOther(ctx, raw, reader, { endpoint: 'helicone' }, facts);
  if (received.quota) return quotaReply(helicone, received.quota);
  const [rejected] = received.rejected;
  if (rejected) return new Reply(400, { data: null, error: `The log was not stored: ${rejected.reason}.` });
  return { data: { id }, error: null };
}
