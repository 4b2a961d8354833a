// Writes the client of the Python SDK from the OpenAPI document: the types of its schemas, and a method for each
// operation, once for programs that wait and once for asyncio. `npm run generate` calls it; no Python is needed.
type Json = Record<string, unknown>;

interface Schema extends Json {
  $ref?: string;
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  patternProperties?: Record<string, Schema>;
}

interface Parameter {
  $ref?: string;
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: Schema;
}

type Content = Record<string, { schema?: Schema }>;

interface Operation {
  operationId: string;
  summary?: string;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { content?: Content }>;
}

export interface OpenApi {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> };
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
const JSON_TYPE = 'application/json';
const KEYWORDS = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);
const NOTICE = '# Generated from openapi/openapi.json by `npm run generate`. Do not edit.';

const isName = (text: string): boolean => /^[A-Za-z_]\w*$/.test(text) && !KEYWORDS.has(text);
const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const classNameOf = (text: string): string => text.split(/\W+|_/).map(upper).join('');
/** `startTime` is `start_time` in Python, and a keyword gets a line behind it. */
const snake = (text: string): string => {
  const name = text
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll(/\W+/g, '_')
    .toLowerCase();
  return KEYWORDS.has(name) ? `${name}_` : name;
};

const literal = (value: unknown): string => {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return JSON.stringify(value);
};

/** Collects the classes of objects, also of those that have no name of their own. */
class Types {
  readonly lines: string[] = [];
  readonly #taken: Set<string>;

  constructor(names: Iterable<string>) {
    this.#taken = new Set(names);
  }

  #free(wanted: string): string {
    let name = wanted;
    for (let more = 2; this.#taken.has(name); more += 1) name = `${wanted}${more}`;
    this.#taken.add(name);
    return name;
  }

  /** The expression of a type; `place` names the class that an object in it gets. */
  of(schema: Schema | undefined, place: string): string {
    if (schema === undefined) return 'Any';
    if (schema.$ref !== undefined) return classNameOf(schema.$ref.split('/').at(-1) ?? '');
    if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`;
    if (schema.enum !== undefined) return `Literal[${schema.enum.map(literal).join(', ')}]`;
    if (schema.anyOf !== undefined) {
      const all = schema.anyOf.map((each, at) => this.of(each, at === 0 ? place : `${place}Or${at}`));
      const kinds = [...new Set(all)];
      return kinds.length === 1 ? (kinds[0] ?? 'Any') : `Union[${kinds.join(', ')}]`;
    }
    switch (schema.type) {
      case 'string':
        return 'str';
      case 'integer':
        return 'int';
      case 'number':
        return 'float';
      case 'boolean':
        return 'bool';
      case 'null':
        return 'None';
      case 'array':
        return `List[${this.of(schema.items, `${place}Item`)}]`;
      case 'object':
        return this.#objectOf(schema, place);
      default:
        return schema.items === undefined ? 'Any' : `List[${this.of(schema.items, `${place}Item`)}]`;
    }
  }

  #objectOf(schema: Schema, place: string): string {
    if (schema.properties !== undefined && Object.keys(schema.properties).length > 0) {
      const name = this.#free(place);
      this.declare(name, schema);
      return name;
    }
    const inner =
      Object.values(schema.patternProperties ?? {})[0] ??
      (typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined);
    return `Dict[str, ${this.of(inner, `${place}Value`)}]`;
  }

  declare(name: string, schema: Schema): void {
    const required = new Set(schema.required);
    const fields = Object.entries(schema.properties ?? {}).map(([key, each]) => {
      const type = this.of(each, name + classNameOf(key));
      return { key, type: required.has(key) ? type : `NotRequired[${type}]` };
    });
    if (fields.every(({ key }) => isName(key))) {
      this.lines.push(
        `class ${name}(TypedDict):`,
        ...fields.map(({ key, type }) => `    ${key}: ${type}`),
        '',
        '',
      );
    } else {
      const items = fields.map(({ key, type }) => `        ${JSON.stringify(key)}: ${JSON.stringify(type)},`);
      this.lines.push(`${name} = TypedDict(`, `    "${name}",`, '    {', ...items, '    },', ')', '', '');
    }
  }

  component(name: string, schema: Schema): void {
    const isObject = schema.type === 'object' && Object.keys(schema.properties ?? {}).length > 0;
    if (isObject) this.declare(name, schema);
    else this.lines.push(`${name}: TypeAlias = ${JSON.stringify(this.of(schema, `${name}Form`))}`, '', '');
  }
}

interface Method {
  name: string;
  summary: string;
  verb: string;
  path: string;
  parameters: string[];
  answer: string;
  /** The arguments of the call that sends it. */
  sent: string[];
  kind: 'json' | 'raw';
}

const named = (type: string): string =>
  type.replaceAll(/"[^"]*"|\b[A-Z]\w*\b/g, (word) =>
    /^(?:"|(?:Any|Dict|List|Literal|None|Union|True|False)$)/.test(word) ? word : `types.${word}`,
  );

function answerOf(operation: Operation, types: Types, place: string): Pick<Method, 'answer' | 'kind'> {
  const good = Object.entries(operation.responses).filter(([status]) => status < '300');
  const contents = good.map(([, { content = {} }]) => content);
  const kinds = new Set(contents.flatMap((content) => Object.keys(content)));
  if (kinds.size === 1 && kinds.has(JSON_TYPE)) {
    const each = contents.map((content) => content[JSON_TYPE]?.schema);
    const all = each.map((schema) => (schema === undefined ? 'None' : types.of(schema, place)));
    const one = [...new Set(all)];
    return { answer: named(one.length === 1 ? (one[0] ?? 'Any') : `Union[${one.join(', ')}]`), kind: 'json' };
  }
  const isEmpty = kinds.size === 0 && good.every(([status]) => status !== '200');
  return isEmpty ? { answer: 'None', kind: 'json' } : { answer: 'bytes', kind: 'raw' };
}

function methodOf(verb: string, path: string, operation: Operation, document: OpenApi, types: Types): Method {
  const { operationId: id, summary = id, requestBody } = operation;
  const all = (operation.parameters ?? []).map((each) =>
    each.$ref === undefined
      ? each
      : (document.components.parameters[each.$ref.split('/').at(-1) ?? ''] ?? each),
  );
  const typeOf = ({ name, schema }: Parameter): string =>
    named(types.of(schema, classNameOf(id) + classNameOf(name)));
  const inPath = all.filter((each) => each.in === 'path');
  const inQuery = all.filter((each) => each.in === 'query');
  const positional = inPath.map((each) => `${snake(each.name)}: ${typeOf(each)}`);
  const sent: string[] = [];
  const keyed: string[] = [];
  if (inPath.length > 0)
    sent.push(`path={${inPath.map(({ name }) => `"${name}": ${snake(name)}`).join(', ')}}`);
  if (requestBody !== undefined) {
    const kinds = Object.keys(requestBody.content);
    const isJson = kinds.length === 1 && kinds[0] === JSON_TYPE;
    const optional = requestBody.required === true ? '' : ' | None = None';
    if (isJson) {
      const type = named(types.of(requestBody.content[JSON_TYPE]?.schema, `${classNameOf(id)}Body`));
      positional.push(`body: ${type}${optional}`);
      sent.push('body=body');
    } else {
      positional.push('content: bytes');
      keyed.push(`content_type: str${kinds.length === 1 ? ` = "${kinds[0]}"` : ''}`);
      sent.push('content=content', 'content_type=content_type');
    }
  }
  for (const each of inQuery.filter(({ required }) => required === true))
    keyed.push(`${snake(each.name)}: ${typeOf(each)}`);
  for (const each of inQuery.filter(({ required }) => required !== true))
    keyed.push(`${snake(each.name)}: ${typeOf(each)} | None = None`);
  if (inQuery.length > 0)
    sent.push(`query={${inQuery.map(({ name }) => `"${name}": ${snake(name)}`).join(', ')}}`);
  if (all.some((each) => each.in === 'header' && each.name.toLowerCase() === 'x-project-id')) {
    keyed.push('project_id: str | None = None');
    sent.push('project_id=project_id');
  }
  const parameters = [...positional, ...(keyed.length > 0 ? ['*', ...keyed] : [])];
  return {
    name: snake(id),
    summary,
    verb: verb.toUpperCase(),
    path,
    parameters,
    sent,
    ...answerOf(operation, types, `${classNameOf(id)}Answer`),
  };
}

function methodText(method: Method, isAsync: boolean): string[] {
  const { name, summary, verb, path, parameters, answer, sent, kind } = method;
  const args = [`"${verb}"`, `"${path}"`, ...sent, ...(kind === 'raw' ? ['raw=True'] : [])].join(', ');
  const call = `${isAsync ? 'await ' : ''}self._send(${args})`;
  const text = `${summary.replaceAll('"', "'").replace(/\.?$/, '.')} ${verb} ${path}`;
  return [
    `    ${isAsync ? 'async ' : ''}def ${name}(${['self', ...parameters].join(', ')}) -> ${answer}:`,
    `        """${text}"""`,
    answer === 'None' ? `        ${call}` : `        return cast("${answer.replaceAll('"', "'")}", ${call})`,
    '',
  ];
}

const typesText = (types: Types): string =>
  [
    NOTICE,
    '"""The JSON of requests and answers, as typed dictionaries."""',
    '',
    'from __future__ import annotations',
    '',
    'from typing import Any, Dict, List, Literal, TypedDict, Union',
    '',
    'from typing_extensions import NotRequired, TypeAlias',
    '',
    '',
    ...types.lines,
  ]
    .join('\n')
    .trimEnd()
    .concat('\n');

function clientText(methods: readonly Method[], isAsync: boolean): string {
  const body = methods.flatMap((method) => methodText(method, isAsync));
  const used = (word: string): boolean => body.some((line) => new RegExp(String.raw`\b${word}\b`).test(line));
  const names = ['TYPE_CHECKING', 'Any', 'Dict', 'List', 'Literal', 'Union', 'cast'].filter(
    (word) => word === 'TYPE_CHECKING' || used(word),
  );
  const [name, base] = isAsync ? ['AsyncApi', 'AsyncRequests'] : ['Api', 'Requests'];
  return [
    NOTICE,
    `"""One method for each operation of the interface${isAsync ? ', for asyncio' : ''}."""`,
    '',
    'from __future__ import annotations',
    '',
    `from typing import ${names.join(', ')}`,
    '',
    `from tracewell._http import ${base}`,
    '',
    'if TYPE_CHECKING:',
    '    from tracewell.api import types',
    '',
    '',
    `class ${name}(${base}):`,
    '    """The whole interface. Everything but success is raised as a `TracewellError`."""',
    '',
    ...body,
  ]
    .join('\n')
    .trimEnd()
    .concat('\n');
}

/** The generated files of the package, by their path in the repository. */
export function pythonClient(document: OpenApi): Record<string, string> {
  const components = Object.entries(document.components.schemas);
  const types = new Types(components.map(([name]) => classNameOf(name)));
  for (const [name, schema] of components) types.component(classNameOf(name), schema);
  const methods = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((verb) => {
      const operation = item[verb];
      return operation === undefined ? [] : [methodOf(verb, path, operation, document, types)];
    }),
  );
  const folder = 'python/src/tracewell/api';
  return {
    [`${folder}/types.py`]: typesText(types),
    [`${folder}/client.py`]: clientText(methods, false),
    [`${folder}/async_client.py`]: clientText(methods, true),
  };
}
