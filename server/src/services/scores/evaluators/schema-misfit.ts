// The sentence about an output that violates its schema, from the validator's first error.
import type { DefinedError, ErrorObject } from 'ajv/dist/2020.js';
import { cutExcerpt, type RuleReasoning } from './evaluator.ts';
import { say } from './sentences.ts';

const MAX_TEXT = 200;
const cut = (value: unknown): string => cutExcerpt(String(value), MAX_TEXT);

const COMPARISONS = { '>=': 'atLeast', '<=': 'atMost', '>': 'above', '<': 'below' } as const;

/** Where the violation is, and the rule in the words of the validator. */
export const placeAndRule = (error: ErrorObject | undefined): { place: string; rule: string } => ({
  place: cut(error?.instancePath ?? ''),
  rule: cut(error?.message ?? 'is not allowed'),
});

export function misfit(found: ErrorObject | undefined): RuleReasoning {
  const { place, rule } = placeAndRule(found);
  if (found?.keyword === 'false schema') return say('schema_false', { place });
  const error = found as DefinedError | undefined;
  switch (error?.keyword) {
    case 'type':
      return say('schema_type', { place, type: cut(error.params.type) });
    case 'enum':
      return say('schema_enum', { place });
    case 'const':
      return say('schema_const', { place });
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum': {
      const { comparison, limit } = error.params;
      return say('schema_limit', { place, comparison: COMPARISONS[comparison], limit });
    }
    case 'multipleOf':
      return say('schema_multiple', { place, divisor: error.params.multipleOf });
    case 'minLength':
      return say('schema_size', { place, bound: 'least', limit: error.params.limit, unit: 'characters' });
    case 'maxLength':
      return say('schema_size', { place, bound: 'most', limit: error.params.limit, unit: 'characters' });
    case 'minItems':
      return say('schema_size', { place, bound: 'least', limit: error.params.limit, unit: 'items' });
    case 'maxItems':
    case 'items':
    case 'unevaluatedItems':
      return say('schema_size', { place, bound: 'most', limit: error.params.limit, unit: 'items' });
    case 'minProperties':
      return say('schema_size', { place, bound: 'least', limit: error.params.limit, unit: 'properties' });
    case 'maxProperties':
      return say('schema_size', { place, bound: 'most', limit: error.params.limit, unit: 'properties' });
    case 'required':
      return say('schema_required', { place, property: cut(error.params.missingProperty) });
    case 'pattern':
      return say('schema_pattern', { place, pattern: cut(error.params.pattern) });
    case 'format':
      return say('schema_format', { place, format: cut(error.params.format) });
    case 'uniqueItems':
      return say('schema_duplicates', { place, one: error.params.j, other: error.params.i });
    case 'contains': {
      const { minContains: least, maxContains: most } = error.params;
      return most === undefined
        ? say('schema_contains', { place, least })
        : say('schema_contains_range', { place, least, most });
    }
    case 'additionalProperties':
      return say('schema_additional', { place });
    case 'unevaluatedProperties':
      return say('schema_unevaluated', { place });
    case 'propertyNames':
      return say('schema_property_name', { place });
    case 'dependentRequired':
    case 'dependencies': {
      const { depsCount, deps, property } = error.params;
      const number = depsCount === 1 ? 'one' : 'several';
      return say('schema_dependent', { place, number, properties: cut(deps), property: cut(property) });
    }
    case 'oneOf':
      return say('schema_one_of', { place });
    case 'anyOf':
      return say('schema_any_of', { place });
    case 'not':
      return say('schema_not', { place });
    case 'if':
      return say('schema_branch', { place, branch: error.params.failingKeyword });
    default:
      return say('schema_other', { place, rule });
  }
}
