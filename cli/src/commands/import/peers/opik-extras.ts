// Prompts of Opik with their versions, and datasets with their items.
import { asFinite, asString, fieldsIn, isFields, type Fields } from '../../../service/read.ts';
import { listIn, parsedText, type PeerApi } from './api.ts';
import {
  textsIn,
  type SourceDataset,
  type SourceItem,
  type SourcePrompt,
  type SourceVersion,
} from './extras.ts';
import { ownTemplate } from './templates.ts';

const PAGE = 100;

async function* pagesOf(api: PeerApi, path: string): AsyncGenerator<Fields> {
  for (let page = 1; ; page += 1) {
    const answer = await api.get(path, { page, size: PAGE });
    const rows = listIn(answer, 'content');
    yield* rows;
    const total = isFields(answer) ? asFinite(answer['total']) : null;
    if (rows.length === 0 || (total === null ? rows.length < PAGE : page * PAGE >= total)) return;
  }
}

export async function* opikPrompts(api: PeerApi): AsyncGenerator<SourcePrompt> {
  for await (const prompt of pagesOf(api, '/v1/private/prompts')) {
    const [id, name] = [asString(prompt['id']), asString(prompt['name'])];
    if (id === null || name === null) continue;
    const found: Fields[] = [];
    for await (const version of pagesOf(api, `/v1/private/prompts/${encodeURIComponent(id)}/versions`))
      found.push(version);
    // The newest comes first.
    const versions = found.toReversed().map((version) => ({
      place: `${name} ${String(version['commit'] ?? version['id'])}`,
      read: () => Promise.resolve(versionOf(version, prompt)),
    }));
    if (versions.length > 0) yield { name, versions };
  }
}

/** A chat prompt is a JSON text. Whether it is one is said by the version, or by the prompt. */
function versionOf(version: Fields, prompt: Fields): SourceVersion | null {
  const template = asString(version['template']);
  if (template === null) return null;
  const { metadata, change_description: change } = version;
  const tags = textsIn(version['tags']);
  const shared = {
    config: isFields(metadata) ? metadata : {},
    ...(tags.length > 0 ? { tags } : {}),
    ...(typeof change === 'string' && change !== '' ? { commitMessage: change.slice(0, 500) } : {}),
  };
  const structure = version['template_structure'] ?? prompt['template_structure'];
  if (structure !== 'chat')
    return { type: 'text', prompt: ownTemplate(template, version['type']), ...shared };
  const messages = fieldsIn(parsedText(template)).map(({ role, content }) =>
    typeof role === 'string' && typeof content === 'string'
      ? { role, content: ownTemplate(content, version['type']) }
      : null,
  );
  return messages.length === 0 || messages.includes(null)
    ? null
    : { type: 'chat', prompt: messages, ...shared };
}

export async function* opikDatasets(api: PeerApi): AsyncGenerator<SourceDataset> {
  for await (const dataset of pagesOf(api, '/v1/private/datasets')) {
    const [id, name] = [asString(dataset['id']), asString(dataset['name'])];
    if (id === null || name === null) continue;
    yield { name, description: dataset['description'] ?? undefined, items: itemsOf(api, id) };
  }
}

const EXPECTED = ['expected_output', 'expectedOutput', 'reference'];

/**
 * Items have any fields. Those that Opik's own evaluations read have a place here, the others are the input.
 */
async function* itemsOf(api: PeerApi, dataset: string): AsyncGenerator<SourceItem> {
  const path = `/v1/private/datasets/${encodeURIComponent(dataset)}/items`;
  for await (const item of pagesOf(api, path)) {
    const data = isFields(item['data']) ? item['data'] : {};
    const expected = EXPECTED.find((name) => data[name] !== undefined);
    const rest = Object.fromEntries(Object.entries(data).filter(([name]) => name !== expected));
    const isPlain = Object.keys(rest).length === 1 && rest['input'] !== undefined;
    yield {
      id: String(item['id']),
      input: isPlain ? rest['input'] : rest,
      ...(expected === undefined ? {} : { expectedOutput: data[expected] }),
      ...(typeof item['trace_id'] === 'string' ? { sourceTraceId: item['trace_id'] } : {}),
      ...(typeof item['span_id'] === 'string' ? { sourceObservationId: item['span_id'] } : {}),
    };
  }
}
