// What the filter says about one field, for menus. The older fields of the filter take one value each; a
// choice replaces them by conditions.
import { tagOf, type FilterCondition, type RangeField } from './call-conditions.ts';
import type { CallFilter } from './call-filter.ts';

/** The older fields that mean the same as a condition with one value. */
const SINGLE = ['provider', 'userId', 'sessionId', 'traceId', 'promptName', 'promptVersion'] as const;
const LEAST: Readonly<Record<string, 'minLatencyMs' | 'minCostUsd'>> = {
  latencyMs: 'minLatencyMs',
  costUsd: 'minCostUsd',
};

/** The values of a field that calls must have, and those that they must not have. */
export interface Chosen {
  is: readonly string[];
  isNot: readonly string[];
}

function singleOf(filter: CallFilter, field: string): string | undefined {
  const tag = tagOf(field);
  if (tag !== null) return filter.tags?.[tag];
  if (field === 'status')
    return typeof filter.error === 'boolean' ? (filter.error ? 'failed' : 'ok') : undefined;
  const name = SINGLE.find((one) => one === field);
  return name === undefined ? undefined : filter[name];
}

export function chosenOf(filter: CallFilter, field: string): Chosen {
  const valuesOf = (op: FilterCondition['op']) =>
    (filter.where ?? [])
      .filter((condition) => condition.field === field && condition.op === op)
      .flatMap(({ values }) => values.map(String));
  const single = singleOf(filter, field);
  return { is: [...(single === undefined ? [] : [single]), ...valuesOf('is')], isNot: valuesOf('isNot') };
}

function withoutField(filter: CallFilter, field: string): CallFilter {
  const { where, tags, ...rest } = filter;
  const others = where?.filter((condition) => condition.field !== field) ?? [];
  const otherTags = Object.entries(tags ?? {}).filter(([key]) => key !== tagOf(field));
  const left: CallFilter = {
    ...rest,
    ...(otherTags.length > 0 ? { tags: Object.fromEntries(otherTags) } : {}),
    ...(others.length > 0 ? { where: others } : {}),
  };
  if (field === 'status' && typeof left.error === 'boolean') delete left.error;
  const single = SINGLE.find((one) => one === field) ?? LEAST[field];
  if (single !== undefined) delete left[single];
  return left;
}

const withConditions = (filter: CallFilter, more: readonly FilterCondition[]): CallFilter =>
  more.length === 0 ? filter : { ...filter, where: [...(filter.where ?? []), ...more] };

/** Replaces everything that the filter says about the field. */
export function withChosen(filter: CallFilter, field: string, { is, isNot }: Chosen): CallFilter {
  const conditions = (
    [
      ['is', is],
      ['isNot', isNot],
    ] as const
  ).flatMap(([op, values]): FilterCondition[] =>
    values.length === 0 ? [] : [{ field, op, values: [...new Set(values)] }],
  );
  return withConditions(withoutField(filter, field), conditions);
}

const toggled = (values: readonly string[], value: string): string[] =>
  values.includes(value) ? values.filter((one) => one !== value) : [...values, value];
const without = (values: readonly string[], value: string): string[] => values.filter((one) => one !== value);

/** A value is wanted, excluded, or neither; never both. */
export const toggleValue = ({ is, isNot }: Chosen, op: 'is' | 'isNot', value: string): Chosen =>
  op === 'is'
    ? { is: toggled(is, value), isNot: without(isNot, value) }
    : { is: without(is, value), isNot: toggled(isNot, value) };

interface Range {
  min: number | undefined;
  max: number | undefined;
}

export function rangeOf(filter: CallFilter, field: RangeField): Range {
  const bound = (op: FilterCondition['op']) => {
    const found = filter.where?.find((condition) => condition.field === field && condition.op === op);
    return found === undefined ? undefined : Number(found.values[0]);
  };
  const least = LEAST[field];
  return { min: bound('atLeast') ?? (least && filter[least]), max: bound('atMost') };
}

export function withRange(filter: CallFilter, field: RangeField, { min, max }: Range): CallFilter {
  const conditions = (
    [
      ['atLeast', min],
      ['atMost', max],
    ] as const
  ).flatMap(([op, value]): FilterCondition[] =>
    value === undefined ? [] : [{ field, op, values: [value] }],
  );
  return withConditions(withoutField(filter, field), conditions);
}
