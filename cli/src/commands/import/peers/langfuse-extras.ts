// Prompts with their versions and labels, and datasets with their items, from one interface of Langfuse to
// the other. Both are compared with what is there, so a second run changes nothing.
import { asFinite, asString, isFields, type Fields } from '../../../service/read.ts';
import { Fault } from '../../../service/fault.ts';
import type { AskPath } from '../ask-path.ts';
import type { SendParcel } from '../destination.ts';
import type { Extra } from '../report.ts';
import { listIn, type PeerApi } from './api.ts';

const PAGE = 50;

const emptyExtra = (kind: string): Extra => ({ kind, read: 0, stored: 0, present: 0, rejected: [] });

/** One thing that is not accepted does not end the import. */
async function unlessRejected(extra: Extra, example: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Fault) || error.isOfService) throw error;
    const known = extra.rejected.find(({ reason }) => reason === error.message);
    if (known) known.count += 1;
    else extra.rejected.push({ reason: error.message, count: 1, example });
  }
}

async function* pagesOf(api: Pick<PeerApi, 'get'>, path: string, query: Record<string, string> = {}) {
  for (let page = 1; ; page += 1) {
    const answer = await api.get(path, { ...query, page, limit: PAGE });
    const rows = listIn(answer, 'data');
    yield* rows;
    const meta = isFields(answer) && isFields(answer['meta']) ? answer['meta'] : {};
    if (rows.length === 0 || page >= (asFinite(meta['totalPages']) ?? 1)) return;
  }
}

interface Sides {
  api: PeerApi;
  ask: AskPath;
  send: SendParcel;
  dryRun: boolean;
}

export async function importPrompts({ api, ask, send, dryRun }: Sides): Promise<Extra> {
  const extra = emptyExtra('Prompt versions');
  for await (const { name, versions } of pagesOf(api, '/api/public/v2/prompts')) {
    if (typeof name !== 'string' || !Array.isArray(versions)) continue;
    const numbers = (versions as unknown[]).filter((each): each is number => typeof each === 'number');
    extra.read += numbers.length;
    if (dryRun) continue;
    const path = `/api/public/v2/prompts/${encodeURIComponent(name)}`;
    const here = await versionsHere(ask, name, path);
    for (const version of numbers.sort((a, b) => a - b)) {
      await unlessRejected(extra, `${name} ${version}`, async () => {
        const there = await api.get(path, { version, resolve: 'false' });
        if (!isFields(there)) return;
        const labels = (Array.isArray(there['labels']) ? there['labels'] : []).filter(
          (label) => label !== 'latest',
        );
        const same = here.find((each) => bodyOf(each) === bodyOf(there));
        if (!same) {
          const body = JSON.stringify({ ...promptOf(name, there), labels });
          await send({ path: '/api/public/v2/prompts', body: () => body });
          extra.stored += 1;
          return;
        }
        extra.present += 1;
        await moveLabels(ask, path, same, labels);
      });
    }
  }
  return extra;
}

async function versionsHere(ask: AskPath, name: string, path: string): Promise<Fields[]> {
  const listed = listIn(
    await ask('GET', `/api/public/v2/prompts?name=${encodeURIComponent(name)}&limit=${PAGE}`),
    'data',
  );
  const numbers = listed
    .filter((each) => each['name'] === name)
    .flatMap(({ versions }) => (Array.isArray(versions) ? versions : []));
  const found: Fields[] = [];
  for (const number of numbers) {
    const prompt = await ask('GET', `${path}?version=${String(number)}&resolve=false`);
    if (isFields(prompt)) found.push(prompt);
  }
  return found;
}

/** A label that another version has since got here stays there only if it is the one of the source. */
async function moveLabels(ask: AskPath, path: string, same: Fields, labels: unknown[]): Promise<void> {
  const has = new Set(Array.isArray(same['labels']) ? (same['labels'] as unknown[]) : []);
  const newLabels = labels.filter((label) => !has.has(label));
  if (newLabels.length > 0) await ask('PATCH', `${path}/versions/${String(same['version'])}`, { newLabels });
}

const promptOf = (name: string, { type, prompt, config, tags, commitMessage }: Fields): Fields => ({
  name,
  type: type ?? 'text',
  prompt,
  config: isFields(config) ? config : {},
  ...(Array.isArray(tags) && tags.length > 0 ? { tags: tags as unknown[] } : {}),
  ...(typeof commitMessage === 'string' ? { commitMessage } : {}),
});

/** What makes two versions the same. Messages may have a `type` or not. */
function bodyOf({ type, prompt, config }: Fields): string {
  const messages = Array.isArray(prompt)
    ? prompt.map((each: unknown) =>
        isFields(each) ? [each['role'] ?? null, each['content'] ?? each['name']] : each,
      )
    : prompt;
  return JSON.stringify([type ?? 'text', messages, sorted(config ?? {})]);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  );
}

export async function importDatasets({ api, ask, send, dryRun }: Sides): Promise<Extra[]> {
  const datasets = emptyExtra('Datasets');
  const items = emptyExtra('Dataset items');
  for await (const dataset of pagesOf(api, '/api/public/v2/datasets')) {
    const name = asString(dataset['name']);
    if (name === null) continue;
    datasets.read += 1;
    await unlessRejected(datasets, name, async () => {
      if (!dryRun) await putDataset(dataset, name, { ask, send }, datasets);
      for await (const item of pagesOf(api, '/api/public/dataset-items', { datasetName: name })) {
        items.read += 1;
        if (!dryRun)
          await unlessRejected(items, String(item['id']), () => putItem(item, name, { ask, send }, items));
      }
    });
  }
  return [datasets, items];
}

type Destination = Pick<Sides, 'ask' | 'send'>;

async function putDataset(
  dataset: Fields,
  name: string,
  { ask, send }: Destination,
  extra: Extra,
): Promise<void> {
  if (await isThere(ask, `/api/public/v2/datasets/${encodeURIComponent(name)}`)) {
    extra.present += 1;
    return;
  }
  const { description, metadata, inputSchema, expectedOutputSchema } = dataset;
  const body = JSON.stringify({ name, description, metadata, inputSchema, expectedOutputSchema });
  await send({ path: '/api/public/v2/datasets', body: () => body });
  extra.stored += 1;
}

async function putItem(
  item: Fields,
  datasetName: string,
  { ask, send }: Destination,
  extra: Extra,
): Promise<void> {
  const { id, input, expectedOutput, metadata, sourceTraceId, sourceObservationId, status } = item;
  if (await isThere(ask, `/api/public/dataset-items/${encodeURIComponent(String(id))}`)) {
    extra.present += 1;
    return;
  }
  const body = JSON.stringify({
    datasetName,
    id,
    input,
    expectedOutput,
    metadata,
    sourceTraceId,
    sourceObservationId,
    status,
  });
  await send({ path: '/api/public/dataset-items', body: () => body });
  extra.stored += 1;
}

async function isThere(ask: AskPath, path: string): Promise<boolean> {
  try {
    await ask('GET', path);
    return true;
  } catch (error) {
    if (error instanceof Fault && error.status === 404) return false;
    throw error;
  }
}
