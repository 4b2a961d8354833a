// The answer of an export: a stream that holds a slot for as long as its reader takes. An error before the first
// chunk is an ordinary error response. A later one breaks off the transfer, so that a client cannot take a part
// for the whole.
import { SECOND_MS } from '#lib/clock';
import { pullStream } from '#lib/pull-stream';
import type { Context } from '#core/context';
import { Reply } from '#core/endpoint';
import { perProcess } from '#core/process-state';
import { EXPORTS_AT_ONCE } from '#records';
import { ExportSlots } from './export-slots.ts';

/** A client that reads nothing for this long counts as disconnected, even if its connection is open. */
const STALL_MS = 30 * SECOND_MS;
/**
 * The minimum speed, lower than that of any usable connection. A slower client would hold a slot and a
 * connection of the engine for hours.
 */
const LEAST_SPEED = { bytesPerSecond: 6_554, graceMs: 20 * SECOND_MS };

const slotsOf = perProcess(() => new ExportSlots({ atOnce: EXPORTS_AT_ONCE, patienceMs: 3 * SECOND_MS }));

type Chunks = AsyncIterable<string | Uint8Array>;

/** `client` is aborted when the client disconnects. The signal of `open` also when the transfer ends. */
export async function streamedExport(
  ctx: Context,
  client: AbortSignal,
  open: (signal: AbortSignal) => Promise<Chunks>,
  headers: Record<string, string>,
): Promise<Reply> {
  const leave = await slotsOf(ctx).enter(ctx.account.id);
  const ended = new AbortController();
  try {
    const either = AbortSignal.any([client, ended.signal]);
    const chunks = (await open(either))[Symbol.asyncIterator]();
    const begun = startedWith(await chunks.next(), chunks);
    const body = pullStream(begun, {
      stallMs: STALL_MS,
      least: LEAST_SPEED,
      onEnd: (error) => {
        ended.abort();
        leave();
        if (error && !client.aborted) {
          ctx.log.error({ requestId: ctx.origin.requestId, err: error }, 'export aborted');
        }
      },
    });
    // Destroys the body even if sending never begins.
    client.addEventListener('abort', () => body.destroy(), { once: true });
    if (client.aborted) body.destroy();
    return new Reply(200, body, headers);
  } catch (error) {
    ended.abort();
    leave();
    throw error;
  }
}

async function* startedWith<Part>(
  first: IteratorResult<Part>,
  rest: AsyncIterator<Part>,
): AsyncGenerator<Part> {
  try {
    for (let part = first; !part.done; part = await rest.next()) yield part.value;
  } finally {
    await rest.return?.();
  }
}
