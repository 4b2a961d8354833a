// Renders JSON Schema for people: a type in words, its limits, and its properties as nested lists.
import { resolve, schemaName, type Document, type Schema } from './document.ts';
import { html, prose, type Html } from './html.ts';

const isNull = (schema: Schema): boolean => schema.type === 'null';

const alternatives = (schema: Schema): Schema[] | null => schema.anyOf ?? schema.oneOf ?? null;

/** `T | null` is shown as T with a note. Larger unions stay unions. */
function withoutNull(schema: Schema): { core: Schema; nullable: boolean } {
  const options = alternatives(schema);
  if (options?.some(isNull)) {
    const rest = options.filter((option) => !isNull(option));
    const { anyOf: _any, oneOf: _one, ...notes } = schema;
    const core = rest.length === 1 ? { ...rest[0], ...notes } : { ...notes, anyOf: rest };
    return { core, nullable: true };
  }
  if (Array.isArray(schema.type) && schema.type.includes('null')) {
    const types = schema.type.filter((type) => type !== 'null');
    return { core: { ...schema, type: types.length === 1 ? (types[0] ?? types) : types }, nullable: true };
  }
  return { core: schema, nullable: false };
}

/** The schema of a map's values; null for an object that is not a map. */
function mapValues(schema: Schema): Schema | null {
  if (schema.properties) return null;
  const byPattern = Object.values(schema.patternProperties ?? {})[0];
  return byPattern ?? (typeof schema.additionalProperties === 'object' ? schema.additionalProperties : null);
}

const joined = (parts: Html[], between: string): Html[] =>
  parts.flatMap((part, index) => (index === 0 ? [part] : [html`${between}`, part]));

export function typeOf(schema: Schema): Html {
  const { core, nullable } = withoutNull(schema);
  return nullable ? html`${coreType(core)} or null` : coreType(core);
}

function coreType(schema: Schema): Html {
  const name = schemaName(schema);
  if (name !== null) return html`<a href="#schema-${name}">${name}</a>`;
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  const options = alternatives(schema);
  if (options) return html`${joined(options.map(typeOf), ' or ')}`;
  if (schema.type === 'array') return html`array of ${schema.items ? typeOf(schema.items) : 'anything'}`;
  const values = mapValues(schema);
  if (values) return html`object of string to ${typeOf(values)}`;
  if (schema.format === 'date-time') return html`time`;
  if (Array.isArray(schema.type)) return html`${schema.type.join(' or ')}`;
  return html`${schema.type ?? (schema.properties ? 'object' : 'anything')}${schema.format ? ` (${schema.format})` : null}`;
}

function range(low: number | undefined, high: number | undefined, unit: string): string | null {
  const count = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 20 });
  const units = (value: number) => (unit === '' || value === 1 ? unit : `${unit}s`);
  const text = (words: string, value: number) => `${words}${count(value)} ${units(value)}`.trim();
  if (low !== undefined && low === high) return text('exactly ', low);
  if (low !== undefined && high !== undefined) return text(`${count(low)} to `, high);
  if (low !== undefined) return low === 0 && unit !== '' ? null : text('at least ', low);
  return high === undefined ? null : text('at most ', high);
}

/** Limits in words. Patterns are omitted, because as text they explain nothing. */
function limitsOf(schema: Schema): string[] {
  return [
    range(schema.minimum, schema.maximum, ''),
    schema.exclusiveMinimum === undefined ? null : `more than ${schema.exclusiveMinimum}`,
    schema.exclusiveMaximum === undefined ? null : `less than ${schema.exclusiveMaximum}`,
    schema.multipleOf === undefined ? null : `a multiple of ${schema.multipleOf}`,
    range(schema.minLength, schema.maxLength, 'character'),
    range(schema.minItems, schema.maxItems, 'item'),
    schema.uniqueItems ? 'no item twice' : null,
    range(schema.minProperties, schema.maxProperties, 'member'),
    schema.default === undefined ? null : `default ${JSON.stringify(schema.default)}`,
  ].filter((limit) => limit !== null);
}

function enumOf(schema: Schema): unknown[] {
  if (schema.enum) return schema.enum;
  return schema.items ? enumOf(withoutNull(schema.items).core) : [];
}

/** Everything about a value besides its name and type. */
export function notesOf(schema: Schema, description = schema.description): Html {
  const { core } = withoutNull(schema);
  const inner = core.description ?? core.items?.description;
  const text = description ?? inner;
  const values = enumOf(core);
  const limits = limitsOf(core);
  const example = core.examples?.[0];
  return html`${text ? html`<p>${prose(text)}</p>` : null}${
    values.length > 0
      ? html`<p class="values">
          One of
          ${joined(
            values.map((value) => html`<code>${String(value)}</code>`),
            ' ',
          )}
        </p>`
      : null
  }${limits.length > 0 ? html`<p class="limits">${limits.join(' · ')}</p>` : null}${
    example === undefined
      ? null
      : html`<p class="limits">
          for example <code>${typeof example === 'string' ? example : JSON.stringify(example)}</code>
        </p>`
  }`;
}

export const field = (name: string, type: Html, mark: string | null, rest: Html): Html =>
  html`<li>
    <div class="field">
      <code class="name">${name}</code> <span class="type">${type}</span>${
        mark === null ? null : html` <span class="mark">${mark}</span>`
      }
    </div>
    ${rest}
  </li>`;

/** Objects without a name are shown inline. */
function children(schema: Schema): Html | null {
  const { core } = withoutNull(schema);
  if (schemaName(core) !== null) return null;
  if (core.properties) return fieldList(core);
  if (core.type === 'array' && core.items) return children(core.items);
  const values = mapValues(core);
  if (values) return children(values);
  const parts = [...(alternatives(core) ?? []), ...(core.allOf ?? [])].map(children);
  return parts.some((part) => part !== null) ? html`${parts}` : null;
}

function fieldList(schema: Schema): Html {
  const required = new Set(schema.required);
  const fields = Object.entries(schema.properties ?? {}).map(([name, part]) =>
    field(
      name,
      typeOf(part),
      required.has(name) ? null : 'optional',
      html`${notesOf(part)}${children(part)}`,
    ),
  );
  return html`<ul class="fields">
    ${fields}
  </ul>`;
}

/** A body and its fields. A named schema is expanded here, so readers need not jump. */
export function bodyOf(document: Document, schema: Schema): Html {
  const opened = resolve(document, schema);
  return html`<p class="kind">${typeOf(schema)}</p>
    ${schemaName(schema) === null ? notesOf(opened) : null}${children(opened)}`;
}

/** A named object in its own section. */
export const objectOf = (schema: Schema): Html =>
  html`${notesOf(schema)}${children(schema) ?? html`<p class="kind">${typeOf(schema)}</p>`}`;
