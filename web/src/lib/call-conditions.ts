// Conditions on single fields (`where` in the API): one of several values, none of them, or a range. Fields that begin
// with `run.` are those of a whole run or session, and only their lists have them.
import { isObject } from './is-object.ts';

const TEXT_CONDITIONS = [
  'status',
  'provider',
  'model',
  'error',
  'userId',
  'sessionId',
  'traceId',
  'id',
  'promptName',
  'promptVersion',
  'finishReason',
  'tool',
  'definedTool',
  'agent',
  'environment',
  'release',
  'service',
  'operation',
  'gateway',
  'mcpServer',
  'type',
  'name',
  'run.status',
  'run.agent',
  'run.tool',
] as const;
const RANGE_CONDITIONS = [
  'latencyMs',
  'ttftMs',
  'totalTokens',
  'inputTokens',
  'outputTokens',
  'costUsd',
  'durationMs',
  'run.durationMs',
  'run.costUsd',
  'run.totalTokens',
  'run.errors',
  'run.spans',
] as const;
export type RangeField = (typeof RANGE_CONDITIONS)[number];
export type ConditionName = (typeof TEXT_CONDITIONS)[number] | RangeField;

const TAG = 'tag:';
export const tagField = (key: string): string => TAG + key;
/** The key of a tag, or null for other fields. */
export const tagOf = (field: string): string | null =>
  field.startsWith(TAG) && field.length > TAG.length ? field.slice(TAG.length) : null;

export interface FilterCondition {
  /** A name of the lists above, or `tag:` and the key of a tag. */
  field: string;
  op: 'is' | 'isNot' | 'atLeast' | 'atMost';
  values: (string | number)[];
}

const isText = (field: string): boolean =>
  tagOf(field) !== null || (TEXT_CONDITIONS as readonly string[]).includes(field);
const isRange = (field: string): boolean => (RANGE_CONDITIONS as readonly string[]).includes(field);

/** What the service accepts; anything else would fail the whole list. */
export function isCondition(value: unknown): value is FilterCondition {
  if (!isObject(value)) return false;
  const { field, op, values } = value;
  if (typeof field !== 'string' || !Array.isArray(values) || values.length === 0) return false;
  if (op === 'is' || op === 'isNot') {
    const fits = (one: unknown) => typeof one === 'string' && one.length <= 256;
    return (
      isText(field) &&
      values.length <= 200 &&
      values.every(fits) &&
      (!field.endsWith('status') || tagOf(field) !== null || values.every(isStatus))
    );
  }
  const [bound] = values as unknown[];
  const isBound = typeof bound === 'number' && Number.isFinite(bound) && bound >= 0;
  return (op === 'atLeast' || op === 'atMost') && isRange(field) && values.length === 1 && isBound;
}

const isStatus = (value: unknown): boolean => value === 'ok' || value === 'failed';

/** In the URL, a condition is `["model","is","a","b"]`. */
export function readCondition(text: string): FilterCondition[] {
  try {
    const [field, op, ...values] = JSON.parse(text) as unknown[];
    const condition = { field, op, values };
    return isCondition(condition) ? [condition] : [];
  } catch {
    return [];
  }
}

export const writeCondition = ({ field, op, values }: FilterCondition): string =>
  JSON.stringify([field, op, ...values]);

/** What a list is about, as the API names it. */
export type ConditionSubject = 'calls' | 'spans' | 'runs' | 'sessions';

const ONLY_SPANS: ReadonlySet<string> = new Set(['type', 'name', 'durationMs']);
const RUN = 'run.';

const isOfRun = (field: string): boolean => field.startsWith(RUN);
/** The name under which the values of a field are counted. */
export const facetOf = (field: string): string => (isOfRun(field) ? field.slice(RUN.length) : field);

const hasFigures = (of: ConditionSubject): boolean => of === 'runs' || of === 'sessions';

/** The conditions that a list of this subject knows. */
export const conditionsFor = (where: readonly FilterCondition[], of: ConditionSubject): FilterCondition[] =>
  where.filter(
    ({ field }) => (hasFigures(of) || !isOfRun(field)) && (of === 'spans' || !ONLY_SPANS.has(field)),
  );
