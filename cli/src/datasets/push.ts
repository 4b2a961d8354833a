// Pushes items into a dataset: a few texts in one request, as every version of the service takes them,
// anything more in batches.
import type { Schemas } from '@tracewell/sdk';
import type { AskService } from '../service/connect.ts';
import { readItems } from './items.ts';
import { isTextDraft, type FullDraft, type ItemDraft, type TextDraft } from './jsonl.ts';
import { findDatasetId } from './find.ts';

type Dataset = Schemas['EvalDataset'];

export interface PushOptions {
  to: string;
  replace?: boolean;
  description?: string;
}

export interface Pushed {
  dataset: Dataset;
  created: boolean;
  added: number;
  /** Items that were there and are different now. */
  changed: number;
  /** Items that were there. */
  known: number;
  refused: { index: number; reason: string; message: string }[];
}

/** As many as a dataset has by default. */
const FEW = 20;
const BATCH = 1_000;
/** A batch stays below the limit of a request. */
const BATCH_CHARACTERS = 4_000_000;

export async function pushItems(
  ask: AskService,
  items: readonly ItemDraft[],
  options: PushOptions,
): Promise<Pushed> {
  const id = await findDatasetId(ask, options.to);
  const texts = items.filter(isTextDraft);
  return texts.length === items.length && items.length <= FEW
    ? await pushTexts(ask, id, texts, options)
    : await pushBatches(ask, id, items.map(fullOf), options);
}

const fullOf = (item: ItemDraft): FullDraft => {
  if (!isTextDraft(item)) return item;
  const { inputText, ...rest } = item;
  return { input: inputText, ...rest };
};

async function pushTexts(
  ask: AskService,
  id: number | null,
  items: TextDraft[],
  { to, replace, description }: PushOptions,
): Promise<Pushed> {
  const all = { added: items.length, changed: 0, known: 0, refused: [] };
  if (id === null) {
    const body = { name: to, items, ...(description === undefined ? {} : { description }) };
    const dataset = await ask((client, signal) => client.POST('/v1/eval-datasets', { body, signal }), {
      once: true,
    });
    return { ...all, dataset, created: true };
  }
  const params = { path: { id } };
  if (replace === true) {
    const dataset = await ask((client, signal) =>
      client.PATCH('/v1/eval-datasets/{id}', { params, body: { items }, signal }),
    );
    return { ...all, dataset, created: false };
  }
  const { dataset, added, skipped } = await ask((client, signal) =>
    client.POST('/v1/eval-datasets/{id}/items', { params, body: { items }, signal }),
  );
  const refused = skipped.filter(({ reason }) => reason !== 'already_in_dataset');
  return { ...all, dataset, created: false, added, known: skipped.length - refused.length, refused };
}

async function pushBatches(
  ask: AskService,
  known: number | null,
  items: readonly FullDraft[],
  { to, replace, description }: PushOptions,
): Promise<Pushed> {
  const id = known ?? (await create(ask, to, description));
  const params = { path: { id } };
  const send = (body: Schemas['EvalDatasetBatch']) =>
    ask((client, signal) => client.POST('/v1/eval-datasets/{id}/items/batch', { params, body, signal }));
  if (replace === true && known !== null) {
    const before = (await readItems(ask, id)).items.map((item) => item.id);
    for (let at = 0; at < before.length; at += BATCH) await send({ remove: before.slice(at, at + BATCH) });
  }
  const sum = { added: 0, changed: 0, known: 0, refused: [] as Pushed['refused'] };
  let first = 0;
  for (const batch of batches(items)) {
    const { added, changed, unchanged, duplicates, refused } = await send({ items: batch });
    sum.added += added;
    sum.changed += changed;
    sum.known += unchanged + duplicates.skipped;
    for (const { index, reason, message } of refused)
      sum.refused.push({ index: first + index, reason, message });
    first += batch.length;
  }
  const dataset = await ask((client, signal) =>
    client.GET('/v1/eval-datasets/{id}', { params: { ...params, query: { itemLimit: 0 } }, signal }),
  );
  return { dataset, created: known === null, ...sum };
}

async function create(ask: AskService, name: string, description: string | undefined): Promise<number> {
  const body = { name, ...(description === undefined ? {} : { description }) };
  const { id } = await ask((client, signal) => client.POST('/v1/eval-datasets', { body, signal }), {
    once: true,
  });
  return id;
}

function* batches(items: readonly FullDraft[]): Generator<FullDraft[]> {
  let batch: FullDraft[] = [];
  let characters = 0;
  for (const item of items) {
    const size = JSON.stringify(item).length;
    if (batch.length === BATCH || (batch.length > 0 && characters + size > BATCH_CHARACTERS)) {
      yield batch;
      [batch, characters] = [[], 0];
    }
    batch.push(item);
    characters += size;
  }
  if (batch.length > 0) yield batch;
}
