// Calls for whoever goes through many of them, in the order of time. A page has at most so many bytes, however wide its calls are.
import { MAX_ANSWER_BYTES } from '#lib/answer-bytes';
import {
  placeOf,
  selectCalls,
  type CallFilter,
  type CallPlace,
  type ReadCall,
  type RecordsStore,
  type Scope,
} from '#records';

const PAGE = 500;
const ORDER = { by: 'timestamp', descending: true } as const;

/** The newest first, `limit` of them. */
export async function* callPages(
  records: Pick<RecordsStore, 'ask'>,
  scope: Scope,
  filter: CallFilter,
  limit = Infinity,
): AsyncGenerator<ReadCall[]> {
  let after: CallPlace | null = null;
  for (let left = limit; left > 0;) {
    const page = { order: ORDER, after, limit: Math.min(left, PAGE), maxBytes: MAX_ANSWER_BYTES };
    const calls: ReadCall[] = await records.ask(scope, selectCalls(filter, page));
    const last = calls.at(-1);
    // A page may be short because its calls are wide, so only an empty one is the end.
    if (!last) return;
    yield calls;
    left -= calls.length;
    after = placeOf(last, ORDER);
  }
}
