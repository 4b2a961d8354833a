// How often the vendor ran a tool that it bills by use, from the structures in which vendors report it. Tools that
// the client ran cost nothing here.
import type { ToolUses } from '@tracewell/sdk/reading';
import { isObject } from '#lib/is-object';
import type { Json, JsonObject } from '#records';
import { asNumber } from './span-fields.ts';

/** A count beyond this is a mistake of the client. */
const MOST = 1_000_000;

/** From usage: Anthropic's `server_tool_use`, xAI's and LiteLLM's `web_search_requests`. */
export function toolsOfUsage(usage: JsonObject): ToolUses | undefined {
  const server = objectOf(usage['server_tool_use']) ?? objectOf(usage['serverToolUse']);
  const details =
    objectOf(usage['prompt_tokens_details']) ??
    objectOf(usage['input_tokens_details']) ??
    objectOf(usage['server_side_tool_usage_details']);
  const webSearch =
    count(server?.['web_search_requests']) ||
    count(server?.['webSearchRequests']) ||
    count(details?.['web_search_requests']) ||
    count(details?.['web_search_calls']) ||
    count(usage['web_search_requests']);
  const fileSearch = count(details?.['file_search_calls']) || count(usage['file_search_calls']);
  return usesOf(webSearch, fileSearch, 0);
}

/** From attributes that hold one count each. */
export const toolsOfCounts = (webSearches: number | undefined, fileSearches: number | undefined) =>
  usesOf(count(webSearches), count(fileSearches), 0);

/**
 * From what a vendor answered: the items of OpenAI's Responses API (`web_search_call`), the blocks of Anthropic
 * (`server_tool_use`), the grounding of Gemini. Containers are billed by container, not by run.
 */
export function toolsOfAnswer(answer: Json | undefined): ToolUses | undefined {
  let webSearch = 0;
  let fileSearch = 0;
  const containers = new Set<Json>();
  for (const item of itemsOf(answer)) {
    const { type, name, action } = item;
    if (type === 'web_search_call') webSearch += isSearch(action) ? 1 : 0;
    else if (type === 'file_search_call') fileSearch += 1;
    else if (type === 'code_interpreter_call') containers.add(item['container_id'] ?? '');
    else if (type === 'server_tool_use' && name === 'web_search') webSearch += 1;
  }
  return usesOf(webSearch, fileSearch, containers.size);
}

/**
 * Gemini's grounding: models from 3 on are billed by search, earlier ones by answer, however many searches it
 * took.
 */
export function toolsOfGrounding(metadata: Json | undefined, model: string): ToolUses | undefined {
  const grounding = objectOf(metadata);
  const queries = grounding?.['webSearchQueries'] ?? grounding?.['web_search_queries'];
  if (!Array.isArray(queries) || queries.length === 0) return undefined;
  return usesOf(/gemini-[12]\b/.test(model) ? 1 : Math.min(queries.length, MOST), 0, 0);
}

/** Opening a page that a search found is not billed. */
const isSearch = (action: Json | undefined): boolean => {
  const type = objectOf(action)?.['type'];
  return type === undefined || type === 'search';
};

const objectOf = (value: Json | undefined): JsonObject | undefined => (isObject(value) ? value : undefined);

const count = (value: Json | undefined): number => {
  const number = asNumber(value);
  return number === undefined || number <= 0 ? 0 : Math.min(Math.floor(number), MOST);
};

/** Items of an answer, and blocks of its messages. */
function itemsOf(answer: Json | undefined): JsonObject[] {
  const list = Array.isArray(answer)
    ? answer
    : (objectOf(answer)?.['output'] ?? objectOf(answer)?.['content']);
  if (!Array.isArray(list)) return [];
  const items: JsonObject[] = [];
  for (const item of list) {
    if (!isObject(item)) continue;
    items.push(item);
    const inner = item['content'] ?? item['parts'];
    if (Array.isArray(inner)) for (const block of inner) if (isObject(block)) items.push(block);
  }
  return items;
}

function usesOf(webSearch: number, fileSearch: number, codeContainer: number): ToolUses | undefined {
  if (webSearch + fileSearch + codeContainer === 0) return undefined;
  return {
    ...(webSearch > 0 ? { webSearch } : {}),
    ...(fileSearch > 0 ? { fileSearch } : {}),
    ...(codeContainer > 0 ? { codeContainer } : {}),
  };
}
