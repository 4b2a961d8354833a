// What the open door reads of a span beyond the conventions: the words of other back ends' clients.
import { isObject } from '#lib/is-object';
import type { Json, JsonObject } from '#records';
import { looksLikeLabel, OPEN_KEYS } from '#semconv';
import { parsed } from './json-text.ts';
import { asNumber } from './span-fields.ts';
import type { Attributes, Span } from './span.ts';
import { usageOf } from './usage-details.ts';
import type { ReportedUsage } from './usage.ts';

type OpenField = keyof typeof OPEN_KEYS;

const first = (attributes: Attributes, field: OpenField): Json | undefined => {
  for (const key of OPEN_KEYS[field]) {
    const value = attributes.get(key);
    if (value !== undefined && value !== null && value !== '') return value;
  }
  return undefined;
};

const firstText = (attributes: Attributes, field: OpenField): string | undefined => {
  const value = first(attributes, field);
  return typeof value === 'string' ? value : undefined;
};

const firstObject = (attributes: Attributes, field: OpenField): JsonObject | undefined => {
  const value = first(attributes, field);
  const structure = value === undefined ? undefined : parsed(value);
  return isObject(structure) ? structure : undefined;
};

/** Keys that a call drops from its attributes, because it has their values elsewhere. */
export const OPEN_COLUMNS: ReadonlySet<string> = new Set([
  ...OPEN_KEYS.usage,
  ...OPEN_KEYS.costs,
  ...OPEN_KEYS.costUsd,
  ...OPEN_KEYS.tags,
  ...OPEN_KEYS.environment,
  ...OPEN_KEYS.release,
  ...OPEN_KEYS.version,
]);

export const openProviderName = ({ attributes }: Span): string | undefined =>
  firstText(attributes, 'provider');

export function openModel({ attributes }: Span): string | undefined {
  const model = firstObject(attributes, 'parameters')?.['model'];
  return typeof model === 'string' && model !== '' ? model : undefined;
}

export function openUsage({ attributes }: Span): ReportedUsage | null {
  const structure = firstObject(attributes, 'usage');
  return structure ? usageOf(structure) : null;
}

/** Null if unknown. A client without a price list reports 0, so 0 counts as unknown. */
export function openCost({ attributes }: Span): number | null {
  const cost = asNumber(first(attributes, 'costUsd')) ?? totalOf(firstObject(attributes, 'costs'));
  return cost === undefined || cost === 0 ? null : cost;
}

function totalOf(costs: JsonObject | undefined): number | undefined {
  if (!costs) return undefined;
  const total = asNumber(costs['total']);
  if (total !== undefined) return total;
  const parts = Object.values(costs).flatMap((cost) => asNumber(cost) ?? []);
  return parts.length === 0 ? undefined : parts.reduce((sum, part) => sum + part, 0);
}

/** The project that the client names on the span or its resource. */
export const projectNameOf = ({ attributes, resource }: Span): string | undefined =>
  firstText(attributes, 'project') ?? firstText(resource, 'project');

/** A version of a prompt by its number, as Langfuse has it. */
export interface PromptNumber {
  name: string;
  number: number;
}

const MAX_PROMPT_NUMBER = 2 ** 31 - 1;
const MAX_PROMPT_NAME = 200;

/** The prompt that a Langfuse client names on the span, if the registry can have it. */
export function promptNumberOf({ attributes }: Span): PromptNumber | undefined {
  const name = firstText(attributes, 'numberedPrompt');
  if (name === undefined || name.length > MAX_PROMPT_NAME) return undefined;
  const number = asNumber(first(attributes, 'promptNumber'));
  const isNumber =
    number !== undefined && Number.isInteger(number) && number > 0 && number <= MAX_PROMPT_NUMBER;
  return isNumber && name.isWellFormed() && !/\p{Cc}/u.test(name) ? { name, number } : undefined;
}

const MAX_LISTED = 20;

/**
 * Labels that become tags, as [key, value]. A tag without a value gets its own key, so that filters find it.
 */
export function openLabels({ attributes }: Span): [string, Json][] {
  const labels: [string, Json][] = [];
  const environment = firstText(attributes, 'environment');
  if (environment !== undefined) labels.push(['deployment.environment', environment]);
  for (const field of ['release', 'version'] as const) {
    const value = firstText(attributes, field);
    if (value !== undefined) labels.push([field, value]);
  }
  for (const tag of tagList(first(attributes, 'tags'))) labels.push([`tag:${tag}`, 'true']);
  for (const [key, value] of Object.entries(firstObject(attributes, 'metadata') ?? {})) {
    if (!ADDED_BY_FRAMEWORK.test(key) && looksLikeLabel(value)) labels.push([key, value]);
  }
  return labels;
}

/**
 * LangChain and LangGraph put these into the user's metadata. Several differ from step to step, and the rest
 * are fields.
 */
const ADDED_BY_FRAMEWORK =
  /^(?:(?:ls|lc|langgraph)_|LANGSMITH_|LANGCHAIN_|__pregel|(?:checkpoint_(?:ns|id)|session_id|thread_id|versions)$)/;

/** A list, a list as JSON text, or names separated by commas. */
function tagList(value: Json | undefined): string[] {
  if (value === undefined) return [];
  const structure = parsed(value);
  const list = Array.isArray(structure)
    ? structure
    : typeof structure === 'string'
      ? structure.split(',').map((tag) => tag.trim())
      : [];
  return list.filter((tag) => typeof tag === 'string' && tag !== '').slice(0, MAX_LISTED) as string[];
}
