// The events of a batch. One that cannot be read must not lose the others: the clients send a whole batch again because of a
// single error, and drop it in the end.
import { invalid, AppError } from '#lib/app-error';
import { isObject } from '#lib/is-object';
import { isSafeJson, parseJson } from '#lib/safe-json';
import type { JsonObject } from '#records';

export interface BatchEvent {
  id: string;
  type: string;
  /** ISO 8601; '' if it is missing. */
  timestamp: string;
  body: JsonObject;
}

interface ReadBatch {
  events: BatchEvent[];
  /** Ids of all events, also of those that cannot be read. */
  ids: string[];
  /** A word for each event that cannot be read. */
  faulty: string[];
}

export function batchEvents(bytes: Buffer): ReadBatch {
  const list = listIn(bytes);
  const read: ReadBatch = { events: [], ids: [], faulty: [] };
  for (const item of list) {
    const event = isObject(item) ? item : {};
    const { id, type, timestamp, body } = event;
    if (typeof id === 'string') read.ids.push(id);
    if (typeof id === 'string' && typeof type === 'string' && isObject(body)) {
      const at = typeof timestamp === 'string' ? timestamp : '';
      read.events.push({ id, type, timestamp: at, body: body as JsonObject });
    } else read.faulty.push(typeof type === 'string' ? type : 'no type');
  }
  return read;
}

/** Clients send up to a few hundred. */
const MAX_EVENTS = 10_000;

function listIn(bytes: Buffer): unknown[] {
  const whole = parseJson(bytes);
  const body = whole.ok ? whole.value : unchecked(bytes);
  const list = isObject(body) ? body['batch'] : undefined;
  if (!Array.isArray(list)) {
    if (!whole.ok) throw new AppError('bad_request', whole.fault.reason, whole.fault.message);
    throw invalid('batch', 'The body must be an object with an array "batch".');
  }
  if (list.length > MAX_EVENTS)
    throw new AppError('bad_request', 'too_many_records', `A batch takes at most ${MAX_EVENTS} events.`);
  return whole.ok ? list : list.map(checked);
}

/** For a body of which a part is too deep, or has a key that is not allowed. */
function unchecked(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString()) as unknown;
  } catch {
    return undefined;
  }
}

/** An event that is at fault has its id and type left. */
function checked(item: unknown): unknown {
  if (isSafeJson(item)) return item;
  return isObject(item) ? { id: item['id'], type: item['type'] } : null;
}
