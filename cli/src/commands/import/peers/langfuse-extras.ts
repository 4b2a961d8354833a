// Prompts and datasets of Langfuse, by its public interface.
import { asFinite, asString, isFields } from '../../../service/read.ts';
import { listIn, type PeerApi } from './api.ts';
import {
  textsIn,
  type SourceDataset,
  type SourceItem,
  type SourcePrompt,
  type SourceVersion,
} from './extras.ts';

const PAGE = 50;

async function* pagesOf(api: PeerApi, path: string, query: Record<string, string> = {}) {
  for (let page = 1; ; page += 1) {
    const answer = await api.get(path, { ...query, page, limit: PAGE });
    const rows = listIn(answer, 'data');
    yield* rows;
    const meta = isFields(answer) && isFields(answer['meta']) ? answer['meta'] : {};
    if (rows.length === 0 || page >= (asFinite(meta['totalPages']) ?? 1)) return;
  }
}

export async function* langfusePrompts(api: PeerApi): AsyncGenerator<SourcePrompt> {
  for await (const { name, versions } of pagesOf(api, '/api/public/v2/prompts')) {
    if (typeof name !== 'string' || !Array.isArray(versions)) continue;
    const numbers = (versions as unknown[]).filter((each): each is number => typeof each === 'number');
    yield {
      name,
      versions: numbers
        .sort((a, b) => a - b)
        .map((version) => ({ place: `${name} ${version}`, read: () => versionOf(api, name, version) })),
    };
  }
}

async function versionOf(api: PeerApi, name: string, version: number): Promise<SourceVersion | null> {
  const path = `/api/public/v2/prompts/${encodeURIComponent(name)}`;
  const there = await api.get(path, { version, resolve: 'false' });
  if (!isFields(there)) return null;
  const { type, prompt, config, commitMessage } = there;
  const tags = textsIn(there['tags']);
  return {
    type: type === 'chat' ? 'chat' : 'text',
    prompt,
    config: isFields(config) ? config : {},
    labels: textsIn(there['labels']).filter((label) => label !== 'latest'),
    ...(tags.length > 0 ? { tags } : {}),
    ...(typeof commitMessage === 'string' ? { commitMessage } : {}),
  };
}

export async function* langfuseDatasets(api: PeerApi): AsyncGenerator<SourceDataset> {
  for await (const dataset of pagesOf(api, '/api/public/v2/datasets')) {
    const { description, metadata, inputSchema, expectedOutputSchema } = dataset;
    const name = asString(dataset['name']);
    if (name === null) continue;
    yield { name, description, metadata, inputSchema, expectedOutputSchema, items: itemsOf(api, name) };
  }
}

async function* itemsOf(api: PeerApi, datasetName: string): AsyncGenerator<SourceItem> {
  for await (const item of pagesOf(api, '/api/public/dataset-items', { datasetName })) {
    const { id, input, expectedOutput, metadata, sourceTraceId, sourceObservationId, status } = item;
    yield { id: String(id), input, expectedOutput, metadata, sourceTraceId, sourceObservationId, status };
  }
}
