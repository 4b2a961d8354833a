// JSON Schema 2020-12 with formats. Nothing is ever fetched: references must stay inside the schema or the
// 2020-12 meta-schemas.
import type * as Ajv from 'ajv/dist/2020.js';
import type { Ajv2020 } from 'ajv/dist/2020.js';
import type addFormats from 'ajv-formats';
import { load, once } from '#lib/later';
import { cutExcerpt, evaluatorFailed, passed, RubricError, type Evaluator } from './evaluator.ts';
import { parseOutput, parseRubricJson } from './json-output.ts';
import { compileRe2 } from './re2.ts';
import { misfit, placeAndRule } from './schema-misfit.ts';
import { say } from './sentences.ts';

const ajvs = once(() => load('ajv/dist/2020.js') as typeof Ajv);
const formats = once(() => load('ajv-formats') as typeof addFormats);

const DRAFT = 'https://json-schema.org/draft/2020-12/schema';
const MAX_PROBLEM = 200;

const re2 = Object.assign(
  (pattern: string) => {
    const compiled = compileRe2(pattern);
    // Ajv distinguishes patterns by this text.
    return { test: (text: string) => compiled.test(text), toString: () => `/${pattern}/` };
  },
  { code: 're2' },
);

/** Unknown keywords are ignored, as the standard says. */
const OPTIONS = { strict: false, strictNumbers: true, logger: false, code: { regExp: re2 } } as const;

let drafts: Ajv2020 | null = null;

export function jsonSchema(rubric: string): Evaluator {
  const schema = requireSchema(parseRubricJson(rubric, 'The schema'));
  // One instance per schema, so that schemas with the same id do not see each other.
  const ajv = formats().default(new (ajvs().Ajv2020)({ ...OPTIONS, validateSchema: false }));
  const validate = compiled(() => ajv.compile(schema));
  return ({ output }) => {
    const parsed = parseOutput(output);
    if ('finding' in parsed) return parsed.finding;
    if (validate(parsed.value)) return passed(say('schema_fits', {}));
    return evaluatorFailed(misfit(validate.errors?.[0]));
  };
}

function requireSchema(schema: unknown): object | boolean {
  if (typeof schema === 'boolean') return schema;
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) {
    throw new RubricError('The schema must be a JSON object, or true or false.');
  }
  if ('$schema' in schema && schema.$schema !== DRAFT && schema.$schema !== `${DRAFT}#`) {
    throw new RubricError(`"$schema" must be "${DRAFT}", or be left out.`);
  }
  if ('$async' in schema) throw new RubricError('"$async" is not a keyword of JSON Schema 2020-12.');
  drafts ??= new (ajvs().Ajv2020)(OPTIONS);
  if (drafts.validate(DRAFT, schema)) return schema;
  const { place, rule } = placeAndRule(drafts.errors?.[0]);
  throw new RubricError(`The schema is not valid: ${place === '' ? 'the root' : place} ${rule}.`);
}

/** Wraps Ajv's errors, such as unresolved references. */
function compiled<T>(compile: () => T): T {
  try {
    return compile();
  } catch (error) {
    if (error instanceof RubricError) {
      throw new RubricError(`In a pattern of the schema: ${error.message}`);
    }
    if (error instanceof RangeError) throw new RubricError('The schema is nested too deeply.');
    const message = error instanceof Error ? error.message : '';
    throw new RubricError(`The schema does not compile: ${cutExcerpt(message, MAX_PROBLEM)}.`);
  }
}
