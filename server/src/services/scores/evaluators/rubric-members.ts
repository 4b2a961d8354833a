// Reads rubrics that are JSON with a strict form. A fault names the field.
import { isObject } from '#lib/is-object';
import { RubricError } from './evaluator.ts';

/**
 * The members of an object, none of which may have another name. `path` is '' at the top. A fault of content
 * does not quote it.
 */
export function rubricMembers<const N extends string>(
  value: unknown,
  path: string,
  names: readonly N[],
  isContent = false,
): Readonly<Partial<Record<N, unknown>>> {
  if (!isObject(value)) throw new RubricError(`${path || 'The rubric'} must be a JSON object.`);
  const other = Object.keys(value).find((key) => !names.some((name) => name === key));
  if (other !== undefined) {
    const which = isContent ? 'A name' : `"${other.slice(0, 100)}"`;
    throw new RubricError(
      `${which}${path && ` in ${path}`} is not a member; possible are ${names.join(', ')}.`,
    );
  }
  return value as Partial<Record<N, unknown>>;
}

export function rubricChoice<const C extends string>(value: unknown, path: string, choices: readonly C[]): C {
  const choice = choices.find((each) => each === value);
  if (choice === undefined) throw new RubricError(`${path} must be one of ${choices.join(', ')}.`);
  return choice;
}

export function rubricList(
  value: unknown,
  path: string,
  [least, most]: readonly [number, number],
): unknown[] {
  if (!Array.isArray(value) || value.length < least || value.length > most)
    throw new RubricError(`${path} must be a list of ${least} to ${most}.`);
  return value;
}

export function rubricName(value: unknown, path: string): string {
  // Sentences contain names, and stores refuse a zero.
  if (typeof value !== 'string' || value.trim() === '' || value.length > 200 || /\p{Cc}/u.test(value))
    throw new RubricError(`${path} must be a name of 1 to 200 characters.`);
  return value;
}

interface Range {
  least: number;
  most: number;
  isWhole: boolean;
}

export function rubricNumber(value: unknown, path: string, { least, most, isWhole }: Range): number {
  const isGood = typeof value === 'number' && value >= least && value <= most;
  if (!isGood || (isWhole && !Number.isInteger(value)))
    throw new RubricError(`${path} must be a ${isWhole ? 'whole ' : ''}number from ${least} to ${most}.`);
  return value;
}
