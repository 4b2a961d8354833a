// The events of a batch. One that cannot be read must not lose the others: the clients send a whole batch again because of a
// single error, and drop it in the end.
import { invalid } from '#lib/app-error';
import { isObject } from '#lib/is-object';
import { readJsonAround } from '#lib/json-record';
import type { Pace } from '#lib/yield-to-event-loop';
import type { JsonObject } from '#records';
import { memberItems, scalarsIn, type ReadItem } from '../../body-items.ts';

export interface BatchEvent {
  id: string;
  type: string;
  /** ISO 8601; '' if it is missing. */
  timestamp: string;
  body: JsonObject;
  /** 0 if the batch is small. */
  bytes: number;
}

const around =
  ({ length: bodyBytes }: Buffer): ReadItem =>
  (text, pace) =>
    readJsonAround(text, pace, { bodyBytes });

interface ReadBatch {
  events: BatchEvent[];
  /** Ids of all events, also of those that cannot be read. */
  ids: string[];
  /** A word for each event that cannot be read. */
  faulty: string[];
}

export async function batchEvents(bytes: Buffer, pace: Pace): Promise<ReadBatch> {
  const items = (await memberItems(bytes, pace, ['batch'], around(bytes)))?.get('batch');
  if (!items) throw invalid('batch', 'The body must be an object with an array "batch".');
  const read: ReadBatch = { events: [], ids: [], faulty: [] };
  for (const item of items) {
    if (pace.isDue) await pace.rest();
    // An event that is at fault has its id and type left.
    const event = item.ok ? item.value : await scalarsIn(item.text, pace);
    const { id, type, timestamp, body } = isObject(event) ? event : {};
    if (typeof id === 'string') read.ids.push(id);
    if (item.ok && typeof id === 'string' && typeof type === 'string' && isObject(body)) {
      const at = typeof timestamp === 'string' ? timestamp : '';
      read.events.push({ id, type, timestamp: at, body: body as JsonObject, bytes: item.bytes });
    } else read.faulty.push(typeof type === 'string' ? type : 'no type');
  }
  return read;
}
