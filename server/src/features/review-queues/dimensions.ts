// The questions of a queue, and what follows from the answers to them. Nothing here touches a store.
import { invalid } from '#lib/app-error';
import type { Dimension, DimensionInput, ReviewValues } from './schemas.ts';

/** Positions on a scale. More could be neither typed nor compared well. */
const MAX_STEPS = 100;
/** Tolerance for floating-point numbers: 0.1 + 0.2 must be on a scale of tenths. */
const EPSILON = 1e-9;

const KIND_WITH = {
  min: 'number',
  max: 'number',
  step: 'number',
  tolerance: 'number',
  categories: 'category',
} as const;

/** The complete form of dimensions, or a 400 that names the field. */
export function readDimensions(given: readonly DimensionInput[]): Dimension[] {
  const names = new Set<string>();
  return given.map((input, at) => {
    const fault = (field: string, message: string) => invalid(`dimensions.${at}.${field}`, message);
    if (names.has(input.name)) throw fault('name', 'Another dimension has this name.');
    names.add(input.name);
    const { name, description = null, kind, optional = false } = input;
    const common = { name, description, kind, optional };
    const none = { min: null, max: null, step: null, tolerance: null, categories: null };
    const odd = (['min', 'max', 'step', 'tolerance', 'categories'] as const).find(
      (field) => isGiven(input[field]) && KIND_WITH[field] !== kind,
    );
    if (odd !== undefined) throw fault(odd, `A dimension of the kind ${kind} has no ${odd}.`);
    if (kind === 'boolean') return { ...common, ...none };
    if (kind === 'category') {
      const { categories } = input;
      if (!isGiven(categories))
        throw fault('categories', 'A dimension of the kind category needs categories.');
      return { ...common, ...none, categories };
    }
    return { ...common, ...none, ...scaleOf(input, fault) };
  });
}

const isGiven = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined;

function scaleOf(
  { min, max, step, tolerance }: DimensionInput,
  fault: (field: string, message: string) => Error,
): Pick<Dimension, 'min' | 'max' | 'step' | 'tolerance'> {
  if (!isGiven(min)) throw fault('min', 'A dimension of the kind number needs min.');
  if (!isGiven(max)) throw fault('max', 'A dimension of the kind number needs max.');
  if (max <= min) throw fault('max', 'max must be greater than min.');
  const width = step ?? 1;
  const steps = (max - min) / width;
  if (Math.abs(steps - Math.round(steps)) > EPSILON * Math.max(1, steps))
    throw fault('step', 'max must be a whole number of steps above min.');
  if (steps > MAX_STEPS) throw fault('step', `A scale has at most ${MAX_STEPS} steps.`);
  return { min, max, step: width, tolerance: tolerance ?? 0 };
}

/** The values of an answer in the order of the dimensions, or a 400 that names the field. */
export function readValues(
  dimensions: readonly Dimension[],
  given: Readonly<Record<string, unknown>>,
): ReviewValues {
  const names = new Set(dimensions.map(({ name }) => name));
  const unknown = Object.keys(given).find((name) => !names.has(name));
  if (unknown !== undefined) throw invalid(`values.${unknown}`, 'The queue has no dimension of this name.');
  return Object.fromEntries(
    dimensions.flatMap((dimension) => {
      const { name, optional } = dimension;
      if (Object.hasOwn(given, name)) return [[name, readValue(dimension, given[name])]];
      if (!optional) throw invalid(`values.${name}`, 'The dimension needs a value.');
      return [];
    }),
  );
}

function readValue(dimension: Dimension, value: unknown): number | boolean | string {
  const { name, kind, categories } = dimension;
  const fault = (must: string) => invalid(`values.${name}`, `The value must be ${must}.`);
  if (kind === 'boolean') {
    if (typeof value !== 'boolean') throw fault('true or false');
    return value;
  }
  if (kind === 'category') {
    if (typeof value !== 'string' || !categories?.includes(value)) throw fault('one of the categories');
    return value;
  }
  const { min, max, step } = scaleIn(dimension);
  const position = typeof value === 'number' ? (value - min) / step : Number.NaN;
  // The comparison is false for a value that is not a number.
  if (!(Math.abs(position - Math.round(position)) <= EPSILON * Math.max(1, Math.abs(position))))
    throw fault(`a number from ${min} to ${max} in steps of ${step}`);
  if (position < -EPSILON || position > (max - min) / step + EPSILON)
    throw fault(`a number from ${min} to ${max} in steps of ${step}`);
  return value as number;
}

const scaleIn = ({ min, max, step, tolerance }: Dimension) => ({
  min: min ?? 0,
  max: max ?? 0,
  step: step ?? 1,
  tolerance: tolerance ?? 0,
});

/** The place of a value among all that the dimension allows, for kappa. */
export function rankOf(dimension: Dimension, value: number | boolean | string): number {
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'string') return dimension.categories?.indexOf(value) ?? -1;
  const { min, step } = scaleIn(dimension);
  return Math.round((value - min) / step);
}

/** Whether two values of a dimension mean the same. */
export function agrees(
  dimension: Dimension,
  one: number | boolean | string,
  other: number | boolean | string,
): boolean {
  if (typeof one !== 'number' || typeof other !== 'number') return one === other;
  return Math.abs(one - other) <= scaleIn(dimension).tolerance + EPSILON;
}

/** The names of the dimensions in which the answers differ. One that someone left out does not count. */
export const disagreementsOf = (
  dimensions: readonly Dimension[],
  [one = {}, other = {}]: readonly ReviewValues[],
): string[] =>
  dimensions.flatMap((dimension) => {
    const [left, right] = [one[dimension.name], other[dimension.name]];
    if (left === undefined || right === undefined) return [];
    return agrees(dimension, left, right) ? [] : [dimension.name];
  });

/** What counts for each dimension. Numbers that are close enough to agree become their mean. */
export function finalValues(
  dimensions: readonly Dimension[],
  answers: readonly ReviewValues[],
  resolution: ReviewValues | null,
): ReviewValues {
  if (resolution) return resolution;
  return Object.fromEntries(
    dimensions.flatMap(({ name }) => {
      const given = answers.flatMap((answer) => answer[name] ?? []);
      const [first] = given;
      if (first === undefined) return [];
      const numbers = given.filter((value) => typeof value === 'number');
      const isScale = numbers.length === given.length;
      return [[name, isScale ? numbers.reduce((sum, value) => sum + value, 0) / numbers.length : first]];
    }),
  );
}
