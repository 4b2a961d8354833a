// Lists of the service, page by page.
import { serviceFault } from './fault.ts';

const LARGEST_PAGE = 200;

interface Page<T> {
  items: readonly T[];
  nextCursor: string | null;
}

/** Reads up to `limit` items. `more` says that the list goes on. */
export async function readPages<T>(
  limit: number,
  read: (page: { limit: number; cursor?: string }) => Promise<Page<T>>,
): Promise<{ items: T[]; more: boolean }> {
  const items: T[] = [];
  let cursor: string | null = null;
  do {
    const size = Math.min(LARGEST_PAGE, limit - items.length);
    const page: Page<T> = await read({ limit: size, ...(cursor === null ? {} : { cursor }) });
    if (!Array.isArray(page.items)) throw notAList();
    items.push(...(page.items as readonly T[]));
    cursor = page.nextCursor ?? null;
  } while (cursor !== null && items.length < limit);
  return { items: items.slice(0, limit), more: cursor !== null };
}

const notAList = () =>
  serviceFault(
    'unexpected_answer',
    'The service did not answer with a list. Is TRACEWELL_URL the address of a Tracewell service?',
  );
