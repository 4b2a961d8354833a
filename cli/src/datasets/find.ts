// Finds the dataset that a person means: by id, or by a name that only one dataset has.
import type { Schemas } from '@tracewell/sdk';
import type { AskService } from '../service/connect.ts';
import { wrongInput, type Fault } from '../service/fault.ts';
import { readPages } from '../service/pages.ts';

type Summary = Schemas['EvalDatasetSummary'];

const MOST = 10_000;

export async function readDatasets(
  ask: AskService,
  limit: number,
): Promise<{ items: Summary[]; more: boolean }> {
  return await readPages(limit, async (page) => {
    const { datasets, nextCursor } = await ask((client, signal) =>
      client.GET('/v1/eval-datasets', { params: { query: page }, signal }),
    );
    return { items: datasets, nextCursor };
  });
}

/** Null if no dataset has the name. An id is not looked up. */
export async function findDatasetId(ask: AskService, given: string): Promise<number | null> {
  if (/^[1-9]\d{0,14}$/.test(given)) return Number(given);
  const named = (await readDatasets(ask, MOST)).items.filter(({ name }) => name === given);
  if (named.length > 1) {
    const ids = named.map(({ id }) => id).join(', ');
    throw wrongInput(
      'ambiguous_name',
      `Several datasets are called ${JSON.stringify(given)}. Use an id: ${ids}.`,
    );
  }
  return named[0]?.id ?? null;
}

export const noDataset = (given: string): Fault =>
  wrongInput('not_found', `There is no dataset ${JSON.stringify(given)}.`, 404);
