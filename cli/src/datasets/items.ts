// All items of a dataset, in the current version or another one.
import type { Schemas } from '@tracewell/sdk';
import type { AskService } from '../service/connect.ts';
import { readPages } from '../service/pages.ts';

interface DatasetItems {
  version: number;
  items: Schemas['EvalDatasetFullItem'][];
}

const MOST = 100_000;

export async function readItems(ask: AskService, id: number, version?: number): Promise<DatasetItems> {
  let read = version ?? 0;
  const { items } = await readPages(MOST, async (page) => {
    const query = { ...page, ...(version === undefined ? {} : { version }) };
    const answer = await ask((client, signal) =>
      client.GET('/v1/eval-datasets/{id}/items', { params: { path: { id }, query }, signal }),
    );
    read = answer.version;
    return answer;
  });
  return { version: read, items };
}
