// One log of Helicone's manual logger, which is never sent again. A log that is not stored is an error, so
// that its sender writes a line on the console.
import { isObject } from '#lib/is-object';
import { Pace } from '#lib/yield-to-event-loop';
import type { Context } from '#core/context';
import { Reply, type Input, type Peer } from '#core/endpoint';
import { receiveSpans } from '#features/ingest';
import type { TObject, TSchema } from 'typebox';
import { quotaReply } from '../quota-reply.ts';
import { heliconeHeaders } from './call-headers.ts';
import { readLog } from './read-log.ts';
import { heliconeSpans, type HeliconeRoute } from './to-spans.ts';

export const helicone: Peer = {
  name: 'helicone',
  errorBody: ({ message }) => ({ data: null, error: message }),
};

type LogInput = Pick<Input<TObject, TObject, TSchema>, 'raw' | 'header' | 'headersAfter'>;

export async function receiveLog(
  ctx: Context,
  route: HeliconeRoute,
  { raw, header, headersAfter }: LogInput,
): Promise<unknown> {
  const log = await readLog(raw.bytes, new Pace());
  const { providerRequest } = log.body;
  const meta = isObject(providerRequest) ? providerRequest['meta'] : undefined;
  const headers = heliconeHeaders(header, headersAfter, meta);
  const spans = heliconeSpans({ route, ...log, headers, nowMs: ctx.clock.now() });
  const id = spans.at(-1)?.spanId ?? '';
  const received = await receiveSpans(ctx, spans, { endpoint: 'helicone' });
  if (received.quota) return quotaReply(helicone, received.quota);
  const [rejected] = received.rejected;
  if (rejected) return new Reply(400, { data: null, error: `The log was not stored: ${rejected.reason}.` });
  return { data: { id }, error: null };
}
