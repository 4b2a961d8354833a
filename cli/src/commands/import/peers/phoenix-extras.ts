// Prompts of Phoenix with their versions and tags, and datasets with the examples of their latest version.
import { asString, fieldsIn, isFields, type Fields } from '../../../service/read.ts';
import { listIn, type PeerApi } from './api.ts';
import type { SourceDataset, SourceItem, SourcePrompt, SourceVersion } from './extras.ts';
import { ownTemplate } from './templates.ts';

const PAGE = 100;

async function* pagesOf(api: PeerApi, path: string): AsyncGenerator<Fields> {
  let cursor: string | undefined;
  do {
    const answer = await api.get(path, { limit: PAGE, cursor });
    yield* listIn(answer, 'data');
    cursor = (isFields(answer) ? asString(answer['next_cursor']) : null) ?? undefined;
  } while (cursor !== undefined);
}

export async function* phoenixPrompts(api: PeerApi): AsyncGenerator<SourcePrompt> {
  for await (const prompt of pagesOf(api, '/v1/prompts')) {
    const [id, name] = [asString(prompt['id']), asString(prompt['name'])];
    if (id === null || name === null) continue;
    const found: Fields[] = [];
    for await (const version of pagesOf(api, `/v1/prompts/${encodeURIComponent(id)}/versions`))
      found.push(version);
    // The newest comes first.
    const versions = found.toReversed().map((version, at) => ({
      place: `${name} ${at + 1}`,
      read: async () => {
        const form = versionOf(version);
        return form && { ...form, labels: await tagsOf(api, asString(version['id']) ?? '') };
      },
    }));
    if (versions.length > 0) yield { name, versions };
  }
}

async function tagsOf(api: PeerApi, version: string): Promise<string[]> {
  const names: string[] = [];
  for await (const tag of pagesOf(api, `/v1/prompt_versions/${encodeURIComponent(version)}/tags`)) {
    const name = asString(tag['name']);
    if (name !== null) names.push(name);
  }
  return names;
}

const ROLES: Readonly<Record<string, string>> = { ai: 'assistant', model: 'assistant', developer: 'system' };

function versionOf(version: Fields): SourceVersion | null {
  const { template, template_format: format, description, model_name, model_provider } = version;
  const given = isFields(template) ? template : {};
  const config = {
    ...(typeof model_name === 'string' ? { model: model_name } : {}),
    ...(typeof model_provider === 'string' ? { provider: model_provider } : {}),
    ...(isFields(version['invocation_parameters']) ? { parameters: version['invocation_parameters'] } : {}),
    ...(isFields(version['tools']) ? { tools: version['tools'] } : {}),
    ...(isFields(version['response_format']) ? { responseFormat: version['response_format'] } : {}),
  };
  const shared = {
    config,
    ...(typeof description === 'string' && description !== ''
      ? { commitMessage: description.slice(0, 500) }
      : {}),
  };
  const text = asString(template) ?? asString(given['template']);
  if (text !== null) return { type: 'text', prompt: ownTemplate(text, format), ...shared };
  const messages = fieldsIn(given['messages']).map((message) => {
    const role = (asString(message['role']) ?? '').toLowerCase();
    const content = contentOf(message['content']);
    return role === '' || content === null
      ? null
      : { role: ROLES[role] ?? role, content: ownTemplate(content, format) };
  });
  return messages.length === 0 || messages.includes(null)
    ? null
    : { type: 'chat', prompt: messages, ...shared };
}

/** A text, or parts of which only texts have a counterpart. */
function contentOf(content: unknown): string | null {
  if (typeof content === 'string') return content;
  const texts = fieldsIn(content).map((part) => asString(part['text']));
  return texts.length === 0 || texts.includes(null) ? null : texts.join('\n');
}

export async function* phoenixDatasets(api: PeerApi): AsyncGenerator<SourceDataset> {
  for await (const dataset of pagesOf(api, '/v1/datasets')) {
    const [id, name] = [asString(dataset['id']), asString(dataset['name'])];
    if (id === null || name === null) continue;
    const { description, metadata } = dataset;
    yield {
      name,
      description: description ?? undefined,
      ...(isFields(metadata) ? { metadata } : {}),
      items: examplesOf(api, id),
    };
  }
}

async function* examplesOf(api: PeerApi, dataset: string): AsyncGenerator<SourceItem> {
  const answer = await api.get(`/v1/datasets/${encodeURIComponent(dataset)}/examples`);
  const data = isFields(answer) && isFields(answer['data']) ? answer['data'] : {};
  for (const example of fieldsIn(data['examples'])) {
    const { id, input, output, metadata } = example;
    yield {
      // Ids of Phoenix are numbers of one server.
      id: `phoenix-${dataset}-${String(id)}`,
      input,
      ...(isFields(output) && Object.keys(output).length > 0 ? { expectedOutput: output } : {}),
      ...(isFields(metadata) ? { metadata } : {}),
    };
  }
}
