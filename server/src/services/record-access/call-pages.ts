// Iterates over many calls in order of time. A page has a maximum number of bytes, however large its calls
// are.
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

/** Newest first, `limit` calls in total. */
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
    // A page may be short because its calls are large, so only an empty page is the end.
    if (!last) return;
    yield calls;
    left -= calls.length;
    after = placeOf(last, ORDER);
  }
}
