// Prompts with their versions and labels, and datasets with their items. They go to the endpoints that
// Langfuse's clients use, and are compared with what is there, so a second run changes nothing.
import { asString, isFields, type Fields } from '../../../service/read.ts';
import { Fault } from '../../../service/fault.ts';
import type { AskPath } from '../ask-path.ts';
import type { SendParcel } from '../destination.ts';
import type { Extra } from '../report.ts';
import { listIn } from './api.ts';

export interface SourceVersion {
  type: 'text' | 'chat';
  /** A text, or a list of messages. */
  prompt: unknown;
  config?: Fields;
  labels?: readonly string[];
  tags?: readonly string[];
  commitMessage?: string;
}

export interface SourcePrompt {
  name: string;
  /** Oldest first. Null for a version that has no form here. */
  versions: readonly { place: string; read: () => Promise<SourceVersion | null> }[];
}

export interface SourceItem {
  id: string;
  input: unknown;
  expectedOutput?: unknown;
  metadata?: unknown;
  sourceTraceId?: unknown;
  sourceObservationId?: unknown;
  status?: unknown;
}

export interface SourceDataset {
  name: string;
  description?: unknown;
  metadata?: unknown;
  inputSchema?: unknown;
  expectedOutputSchema?: unknown;
  items: AsyncIterable<SourceItem>;
}

interface Destination {
  ask: AskPath;
  send: SendParcel;
  dryRun: boolean;
}

const PAGE = 50;
const NO_FORM = 'This form of prompt has no counterpart here.';

const emptyExtra = (kind: string): Extra => ({ kind, read: 0, stored: 0, present: 0, rejected: [] });

function reject(extra: Extra, reason: string, example: string): void {
  const known = extra.rejected.find((each) => each.reason === reason);
  if (known) known.count += 1;
  else extra.rejected.push({ reason, count: 1, example });
}

/** One thing that is not accepted does not end the import. */
async function unlessRejected(extra: Extra, example: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Fault) || error.isOfService) throw error;
    reject(extra, error.message, example);
  }
}

export async function importPrompts(
  prompts: AsyncIterable<SourcePrompt>,
  { ask, send, dryRun }: Destination,
): Promise<Extra> {
  const extra = emptyExtra('Prompt versions');
  let waiting: SourcePrompt[] = [];
  // Older servers and narrow keys have records, but no prompts.
  await unlessRejected(extra, '', async () => {
    for await (const prompt of prompts) {
      extra.read += prompt.versions.length;
      if (dryRun) continue;
      const rest = await putPrompt(prompt, { ask, send }, extra, 'wait');
      if (rest) waiting.push(rest);
    }
  });
  // Those that contain others come after them. When a round stores nothing, the others are not there at all.
  for (let left = -1; waiting.length > 0;) {
    const now = countVersions(waiting);
    const unready = now === left ? 'reject' : 'wait';
    left = now;
    const round = waiting;
    waiting = [];
    for (const prompt of round) {
      const rest = await putPrompt(prompt, { ask, send }, extra, unready);
      if (rest) waiting.push(rest);
    }
  }
  return extra;
}

const countVersions = (prompts: readonly SourcePrompt[]): number =>
  prompts.reduce((sum, { versions }) => sum + versions.length, 0);

/** Contains a prompt that is not there (yet). */
const isUnready = (error: unknown): boolean => error instanceof Fault && error.status === 422;

/** Returns the versions that wait for another prompt, which their numbers keep in order. */
async function putPrompt(
  { name, versions }: SourcePrompt,
  { ask, send }: Pick<Destination, 'ask' | 'send'>,
  extra: Extra,
  unready: 'wait' | 'reject',
): Promise<SourcePrompt | null> {
  const path = `/api/public/v2/prompts/${encodeURIComponent(name)}`;
  const here = await versionsHere(ask, name, path);
  for (const [at, { place, read }] of versions.entries()) {
    try {
      await unlessRejected(extra, place, async () => {
        const there = await read();
        if (there === null) {
          reject(extra, NO_FORM, place);
          return;
        }
        const { labels = [] } = there;
        const same = here.find((each) => bodyOf(each) === bodyOf(there));
        if (!same) {
          const body = JSON.stringify({ config: {}, ...there, name, labels });
          try {
            await send({ path: '/api/public/v2/prompts', body: () => body });
          } catch (error) {
            throw unready === 'wait' && isUnready(error) ? new Unready() : error;
          }
          extra.stored += 1;
          return;
        }
        extra.present += 1;
        await moveLabels(ask, path, same, labels);
      });
    } catch (error) {
      if (error instanceof Unready) return { name, versions: versions.slice(at) };
      throw error;
    }
  }
  return null;
}

class Unready extends Error {}

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
async function moveLabels(
  ask: AskPath,
  path: string,
  same: Fields,
  labels: readonly string[],
): Promise<void> {
  const has = new Set(Array.isArray(same['labels']) ? (same['labels'] as unknown[]) : []);
  const newLabels = labels.filter((label) => !has.has(label));
  if (newLabels.length > 0) await ask('PATCH', `${path}/versions/${String(same['version'])}`, { newLabels });
}

interface PromptBody {
  type?: unknown;
  prompt?: unknown;
  config?: unknown;
}

/** What makes two versions the same. Messages may have a `type` or not. */
function bodyOf({ type, prompt, config }: PromptBody): string {
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

export async function importDatasets(
  sources: AsyncIterable<SourceDataset>,
  destination: Destination,
): Promise<Extra[]> {
  const datasets = emptyExtra('Datasets');
  const items = emptyExtra('Dataset items');
  await unlessRejected(datasets, '', async () => {
    for await (const dataset of sources) {
      datasets.read += 1;
      await unlessRejected(datasets, dataset.name, async () => {
        if (!destination.dryRun) await putDataset(dataset, destination, datasets);
        for await (const item of dataset.items) {
          items.read += 1;
          if (destination.dryRun) continue;
          await unlessRejected(items, item.id, () => putItem(item, dataset.name, destination, items));
        }
      });
    }
  });
  return [datasets, items];
}

async function putDataset(
  { items: _items, ...dataset }: SourceDataset,
  { ask, send }: Destination,
  extra: Extra,
): Promise<void> {
  if (await isThere(ask, `/api/public/v2/datasets/${encodeURIComponent(dataset.name)}`)) {
    extra.present += 1;
    return;
  }
  const body = JSON.stringify(dataset);
  await send({ path: '/api/public/v2/datasets', body: () => body });
  extra.stored += 1;
}

async function putItem(
  item: SourceItem,
  datasetName: string,
  { ask, send }: Destination,
  extra: Extra,
): Promise<void> {
  if (await isThere(ask, `/api/public/dataset-items/${encodeURIComponent(item.id)}`)) {
    extra.present += 1;
    return;
  }
  const body = JSON.stringify({ datasetName, ...item });
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

export const textsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? (value as unknown[]) : []).flatMap((each) => asString(each) ?? []);
