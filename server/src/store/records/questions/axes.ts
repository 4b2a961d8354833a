// What numbers can be grouped by, and the key of a row on each axis.
import { subjectFields, inTable } from './call-fields.ts';
import { isOfRuns, type Subject } from './subjects.ts';
import { isTimeAxis, stepParams, stepSql, TIME_AXES } from './time-axis.ts';

export const SPLIT_AXES = [
  'model',
  'provider',
  'tag',
  'error',
  'status',
  'agent',
  'tool',
  'user',
  'userId',
  'session',
  'sessionId',
  'promptName',
  'promptVersion',
  'release',
  'environment',
  'service',
  'operation',
  'finishReason',
  'gateway',
  'mcpServer',
  'definedTool',
  'type',
  'name',
] as const;

export const AXES = ['provider', 'model', ...TIME_AXES, 'tag', 'error', ...SPLIT_AXES.slice(4)] as const;
export type Axis = (typeof AXES)[number];

export interface AxisQuestion {
  /** calls by default. */
  of?: Subject;
  axis: Axis;
  /** For the axis `tag`. */
  tagKey?: string;
  /** Minutes east of UTC, for the axis `day`. */
  offsetMinutes?: number;
  /** Days, hours or minutes in one step, for an axis of time; 1 by default. */
  every?: number;
}

/** Whether a subject has the axis. */
export const hasAxis = (of: Subject, axis: Axis): boolean =>
  isTimeAxis(axis) || axis === 'tag' || axisField(of, axis) !== undefined;

const axisField = (of: Subject, axis: Axis): string | undefined =>
  inTable(subjectFields(of).texts, axis) ?? listSql(of, axis);

/** Null if a row has one value. Else the values, and a row is in the group of each. */
export const listSql = (of: Subject = 'calls', axis: Axis): string | undefined =>
  inTable(subjectFields(of).lists, axis);

/** The value of one tag, and which rows have it. `by`: the parameter with its key. Runs have only the tags that are asked for. */
export function tagSql(of: Subject, by: 'group' | 'split'): { value: string; has: string } {
  const key = `{${by}Tag: String}`;
  return isOfRuns(of)
    ? { value: `substring(${by}_tag, 2)`, has: `${by}_tag != ''` }
    : { value: `tags[${key}]`, has: `mapContains(tags, ${key})` };
}

/** The value as groups show it: a text is whole. */
export function keySql({ of = 'calls', axis, offsetMinutes }: AxisQuestion, time = 'timestamp'): string {
  if (isTimeAxis(axis)) return stepSql(time, offsetMinutes);
  if (axis === 'tag') return tagSql(of, 'group').value;
  if (axis === 'error') return 'error';
  const field = inTable(subjectFields(of).texts, axis);
  if (field === undefined) throw new Error(`There is no axis ${axis} of ${of}.`);
  return field;
}

/** Which rows have a key; null if every row has one. */
export function presentSql({ of = 'calls', axis }: AxisQuestion): string | null {
  if (isTimeAxis(axis) || axis === 'status') return null;
  if (axis === 'tag') return tagSql(of, 'group').has;
  if (of === 'calls' && (axis === 'provider' || axis === 'model')) return null;
  return `${keySql({ of, axis })} != ''`;
}

export function keyParams({
  axis,
  tagKey = '',
  offsetMinutes = 0,
  every,
}: AxisQuestion): Record<string, unknown> {
  if (isTimeAxis(axis)) return stepParams(axis, offsetMinutes, every);
  return axis === 'tag' ? { groupTag: tagKey } : {};
}
