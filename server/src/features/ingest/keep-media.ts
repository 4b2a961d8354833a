// The same for records that the main thread has: those that the service makes or imports, and events that arrive after
// their span.
import { MediaTaker } from '#content';
import { keepFiles, type MediaContext } from '#services/media';
import type { LogEvent } from '#otlp';
import type { StoredRecord } from '#records';
import { settleMedia, takeFromAttributes, takeFromRecord } from './take-media.ts';

async function keepMedia(
  ctx: MediaContext,
  project: number,
  take: (taker: MediaTaker) => void,
): Promise<void> {
  const taker = new MediaTaker();
  take(taker);
  await settleMedia(taker, project, (of, files) => keepFiles(ctx, of, files));
}

export const keepMediaOfRecord = (ctx: MediaContext, project: number, record: StoredRecord): Promise<void> =>
  keepMedia(ctx, project, (taker) => takeFromRecord(taker, record));

export const keepMediaOfEvents = (
  ctx: MediaContext,
  project: number,
  events: readonly LogEvent[],
): Promise<void> =>
  keepMedia(ctx, project, (taker) => {
    for (const { event } of events) takeFromAttributes(taker, event.attributes);
  });
