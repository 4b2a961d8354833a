// Prompts of LangSmith's hub with their commits and tags, and datasets with their examples.
import { asString, fieldsIn, isFields, type Fields } from '../../../service/read.ts';
import { Fault } from '../../../service/fault.ts';
import { listIn, type PeerApi } from './api.ts';
import {
  textsIn,
  type SourceDataset,
  type SourceItem,
  type SourcePrompt,
  type SourceVersion,
} from './extras.ts';
import { ownTemplate } from './templates.ts';

const PAGE = 100;

async function* pagesOf(api: PeerApi, path: string, list: string, query: Record<string, string> = {}) {
  for (let offset = 0; ; offset += PAGE) {
    const rows = listIn(await api.get(path, { ...query, limit: PAGE, offset }), list);
    yield* rows;
    if (rows.length < PAGE) return;
  }
}

/** Prompts of the workspace. `-` is its owner, so a workspace needs no handle. */
export async function* langsmithPrompts(api: PeerApi): AsyncGenerator<SourcePrompt> {
  const own = { is_archived: 'false', is_public: 'false' };
  for await (const repo of pagesOf(api, '/api/v1/repos', 'repos', own)) {
    const name = asString(repo['repo_handle']);
    if (name === null) continue;
    const place = `-/${encodeURIComponent(name)}`;
    const commits: string[] = [];
    for await (const commit of pagesOf(api, `/api/v1/commits/${place}/`, 'commits')) {
      const hash = asString(commit['commit_hash']);
      if (hash !== null) commits.push(hash);
    }
    if (commits.length === 0) continue;
    const labels = await tagsOf(api, place);
    const tags = textsIn(repo['tags']);
    // The newest comes first.
    const versions = commits.toReversed().map((hash) => ({
      place: `${name} ${hash.slice(0, 8)}`,
      read: async () => {
        const answer = await api.get(`/api/v1/commits/${place}/${hash}`);
        const version = isFields(answer) ? promptOfManifest(answer['manifest']) : null;
        return (
          version && { ...version, labels: labels.get(hash) ?? [], ...(tags.length > 0 ? { tags } : {}) }
        );
      },
    }));
    yield { name, versions };
  }
}

/** By commit. Older servers have none. */
async function tagsOf(api: PeerApi, place: string): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  try {
    for (const tag of listIn(await api.get(`/api/v1/repos/${place}/tags`), 'tags')) {
      const [name, hash] = [asString(tag['tag_name']), asString(tag['commit_hash'])];
      if (name !== null && hash !== null) found.set(hash, [...(found.get(hash) ?? []), name]);
    }
  } catch (error) {
    if (!(error instanceof Fault) || error.status !== 404) throw error;
  }
  return found;
}

const kindOf = ({ id }: Fields): string => (Array.isArray(id) ? String(id.at(-1)) : '');
const argumentsOf = ({ kwargs }: Fields): Fields => (isFields(kwargs) ? kwargs : {});

const ROLES: Readonly<Record<string, string>> = {
  SystemMessagePromptTemplate: 'system',
  SystemMessage: 'system',
  HumanMessagePromptTemplate: 'user',
  HumanMessage: 'user',
  AIMessagePromptTemplate: 'assistant',
  AIMessage: 'assistant',
};

/** A prompt as LangChain serializes it. A prompt that is bound to a model is the first of a sequence. */
export function promptOfManifest(manifest: unknown): SourceVersion | null {
  if (!isFields(manifest)) return null;
  const [kind, given] = [kindOf(manifest), argumentsOf(manifest)];
  if (kind === 'RunnableSequence') return promptOfManifest(given['first']);
  if (kind === 'PromptTemplate') {
    const template = asString(given['template']);
    return template === null
      ? null
      : { type: 'text', prompt: ownTemplate(template, given['template_format']) };
  }
  if (kind !== 'ChatPromptTemplate' && kind !== 'StructuredPrompt') return null;
  const messages = fieldsIn(given['messages']).map(messageOf);
  if (messages.length === 0 || messages.includes(null)) return null;
  const schema = given['schema_'] ?? given['schema'];
  return { type: 'chat', prompt: messages, ...(isFields(schema) ? { config: { schema } } : {}) };
}

function messageOf(message: Fields): Fields | null {
  const [kind, given] = [kindOf(message), argumentsOf(message)];
  if (kind === 'MessagesPlaceholder') return { type: 'placeholder', name: given['variable_name'] };
  const role = ROLES[kind] ?? (kind.startsWith('ChatMessage') ? asString(given['role']) : null);
  const content = contentOf(given);
  return role === null || role === undefined || content === null ? null : { role, content };
}

/** Only parts that are texts have a counterpart. */
function contentOf({ prompt, content }: Fields): string | null {
  if (typeof content === 'string') return content;
  const parts = Array.isArray(prompt) ? fieldsIn(prompt) : isFields(prompt) ? [prompt] : [];
  const texts = parts.map((part) => {
    const given = argumentsOf(part);
    const template = asString(given['template']);
    return template === null ? null : ownTemplate(template, given['template_format']);
  });
  return texts.length === 0 || texts.includes(null) ? null : texts.join('\n');
}

export async function* langsmithDatasets(api: PeerApi): AsyncGenerator<SourceDataset> {
  for await (const dataset of pagesOf(api, '/api/v1/datasets', 'datasets')) {
    const [id, name] = [asString(dataset['id']), asString(dataset['name'])];
    if (id === null || name === null) continue;
    yield { name, description: dataset['description'] ?? undefined, items: examplesOf(api, id) };
  }
}

async function* examplesOf(api: PeerApi, dataset: string): AsyncGenerator<SourceItem> {
  for await (const example of pagesOf(api, '/api/v1/examples', 'examples', { dataset })) {
    const { id, inputs, outputs, metadata } = example;
    yield {
      id: String(id),
      input: inputs,
      ...(isFields(outputs) && Object.keys(outputs).length > 0 ? { expectedOutput: outputs } : {}),
      ...(isFields(metadata) ? { metadata } : {}),
    };
  }
}
