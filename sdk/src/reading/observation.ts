// Reads what went into an observation and what came out of it, whichever instrumentation sent it: arguments
// and result of a tool, input and output of an agent or a chain, query and documents of a retrieval.
import { parsedJson } from './conversation.ts';

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The preferred key first: a key of a tool or a retrieval says more than a key that any span may have. */
export const INPUT_KEYS: readonly string[] = [
  'gen_ai.tool.call.arguments',
  'gen_ai.retrieval.query.text',
  'gen_ai.input.messages',
  'gen_ai.tool.input',
  'gen_ai.prompt',
  'ai.toolCall.args',
  'ai.prompt.messages',
  'ai.prompt',
  'ai.values',
  'ai.value',
  'tool.parameters',
  'tool.input',
  'embedding.text',
  'input.value',
  'langfuse.observation.input',
  'mastra.tool_call.input',
  'mastra.mcp_tool_call.input',
  'mastra.agent_run.input',
  'mastra.model_generation.input',
  'mastra.model_step.input',
  'mastra.workflow_run.input',
  'mastra.workflow_step.input',
  'mastra.input',
  'lmnr.span.input',
  'genkit:input',
  'gcp.vertex.agent.tool_call_args',
  'gcp.vertex.agent.llm_request',
  'traceloop.entity.input',
  'tool_arguments',
  'tool_input',
  'full_command',
  'bash_command',
  'user_prompt',
  'db.query.text',
  'db.statement',
  'lk.pii.user_input',
  'lk.pii.user_transcript',
  'lk.pii.function_tool.arguments',
  'lk.pii.chat_ctx',
  'langfuse.trace.input',
  'input',
  'prompt',
  'transcript',
];

export const OUTPUT_KEYS: readonly string[] = [
  'gen_ai.tool.call.result',
  'gen_ai.retrieval.documents',
  'gen_ai.output.messages',
  'gen_ai.tool.output',
  'gen_ai.completion',
  'ai.toolCall.result',
  'ai.response.text',
  'ai.response.object',
  'tool.output',
  'retrieval.documents',
  'output.value',
  'langfuse.observation.output',
  'mastra.tool_call.output',
  'mastra.mcp_tool_call.output',
  'mastra.agent_run.output',
  'mastra.model_generation.output',
  'mastra.model_step.output',
  'mastra.workflow_run.output',
  'mastra.workflow_step.output',
  'mastra.output',
  'lmnr.span.output',
  'genkit:output',
  'gcp.vertex.agent.tool_response',
  'gcp.vertex.agent.llm_response',
  'traceloop.entity.output',
  'tool_response',
  'tool_result',
  'tool_output',
  'final_result',
  'all_messages_json',
  'pydantic_ai.all_messages',
  'lk.pii.response.text',
  'lk.pii.input_text',
  'lk.pii.function_tool.output',
  'langfuse.trace.output',
  'output',
  'completion',
  'response',
  'text',
];

export interface RetrievedDocument {
  id: string | null;
  title: string | null;
  text: string | null;
  score: number | null;
  /** Its other properties. */
  more: Json | null;
}

interface ObservationContent {
  /** Undefined if it was not sent or not stored. JSON as text is parsed. */
  input: unknown;
  output: unknown;
  /** The output of a retrieval; null if it is something else. */
  documents: RetrievedDocument[] | null;
  /** The attributes that hold the above. */
  keys: string[];
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

export function observationContent(attributes: Json): ObservationContent {
  const find = (keys: readonly string[]) => keys.find((key) => !isEmpty(attributes[key]));
  const inputKey = find(INPUT_KEYS);
  const outputKey = find(OUTPUT_KEYS);
  const listed = spreadDocuments(attributes);
  const output = outputKey === undefined ? undefined : parsedJson(attributes[outputKey]);
  return {
    input: inputKey === undefined ? undefined : parsedJson(attributes[inputKey]),
    output,
    documents: listed?.documents ?? documentsOf(output),
    keys: [...(listed?.keys ?? []), ...[inputKey, outputKey].filter((key) => key !== undefined)],
  };
}

const SPREAD = /^retrieval\.documents\.(\d+)\.(?:document\.)?(.+)$/;

/** OpenInference has one attribute for each member of each document. */
function spreadDocuments(attributes: Json): { documents: RetrievedDocument[]; keys: string[] } | null {
  const found = new Map<number, Json>();
  const keys: string[] = [];
  for (const [key, value] of Object.entries(attributes)) {
    const [, index, member] = SPREAD.exec(key) ?? [];
    if (index === undefined || member === undefined) continue;
    const document = found.get(Number(index)) ?? {};
    document[member] = parsedJson(value);
    found.set(Number(index), document);
    keys.push(key);
  }
  if (found.size === 0) return null;
  const documents = [...found].sort(([a], [b]) => a - b).map(([, document]) => documentOf(document));
  return { documents, keys };
}

/** The documents in a list of any form; null if it has none. */
export function documentsOf(value: unknown): RetrievedDocument[] | null {
  const given = parsedJson(value);
  const list = Array.isArray(given)
    ? given
    : isObject(given)
      ? (given['documents'] ?? given['results'] ?? given['matches'])
      : null;
  if (!Array.isArray(list) || list.length === 0 || !list.every(isObject)) return null;
  return list.every(isDocument) ? list.map(documentOf) : null;
}

const TEXTS = ['content', 'text', 'page_content', 'pageContent', 'snippet', 'body'];
const SCORES = ['score', 'relevance_score', 'relevanceScore', 'similarity'];
const TITLES = ['title', 'name', 'source', 'url', 'uri', 'file_name', 'filename'];

/** A message has a role, so it is not a document. */
function isDocument(given: Json): boolean {
  const document = innerOf(given);
  const has = (names: readonly string[]) =>
    names.some((name) => !isEmpty(document[name]) || !isEmpty(given[name]));
  return document['role'] === undefined && (has(TEXTS) || (has(SCORES) && has(['id', ...TITLES])));
}

const innerOf = (given: Json): Json => (isObject(given['document']) ? given['document'] : given);

function documentOf(given: Json): RetrievedDocument {
  const document = { ...given, ...innerOf(given) };
  delete document['document'];
  const metadata = parsedJson(document['metadata'] ?? document['kwargs']);
  const about = isObject(metadata) ? metadata : {};
  const used = new Set<string>(['metadata']);
  const take = (names: readonly string[], from: Json, is: (value: unknown) => boolean): unknown => {
    const name = names.find((one) => is(from[one]));
    if (name !== undefined && from === document) used.add(name);
    return name === undefined ? null : from[name];
  };
  const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
  const isNumber = (value: unknown): value is number => typeof value === 'number';
  const isName = (value: unknown): boolean => isText(value) || isNumber(value);
  const id = take(['id', 'document_id', '_id'], document, isName);
  const read = {
    id: typeof id === 'number' ? `${id}` : (id as string | null),
    title: (take(TITLES, document, isText) ?? take(TITLES, about, isText)) as string | null,
    text: take(TEXTS, document, isText) as string | null,
    score: (take(SCORES, document, isNumber) ?? take(SCORES, about, isNumber)) as number | null,
  };
  const rest = Object.entries(document).filter(([name, value]) => !used.has(name) && !isEmpty(value));
  const more = { ...Object.fromEntries(rest), ...about };
  return { ...read, more: Object.keys(more).length === 0 ? null : more };
}
