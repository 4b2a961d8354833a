// A curl command for each operation: the minimum it needs, with recognisable sample values.
import { parametersOf, resolve, type Document, type Located, type Schema } from './document.ts';

const DEPTH = 6;

const BY_FORMAT: Readonly<Record<string, string>> = {
  'date-time': '2026-01-31T09:30:00.000Z',
  email: 'ada@example.com',
  uri: 'https://example.com/hook',
};

/** Null if the value should be left out. */
function sample(document: Document, schema: Schema, name: string, depth = 0): unknown {
  const open = resolve(document, schema);
  if (open.examples?.[0] !== undefined) return open.examples[0];
  if (open.const !== undefined) return open.const;
  if (open.enum) return open.enum[0];
  if (open.default !== undefined) return open.default;
  if (depth > DEPTH) return null;
  const option = (open.anyOf ?? open.oneOf)?.find((part) => part.type !== 'null');
  if (option) return sample(document, option, name, depth + 1);
  const type = Array.isArray(open.type) ? open.type[0] : open.type;
  switch (type) {
    case 'object':
      return sampleObject(document, open, depth);
    case 'array':
      return open.items ? [sample(document, open.items, name, depth + 1)] : [];
    case 'integer':
    case 'number':
      return open.minimum ?? Math.min(1, open.maximum ?? 1);
    case 'boolean':
      return true;
    case 'string':
      return BY_FORMAT[open.format ?? ''] ?? sampleText(open, name);
    default:
      return null;
  }
}

function sampleText(schema: Schema, name: string): string {
  const text = `<${name}>`;
  return text.padEnd(schema.minLength ?? 0, '.').slice(0, schema.maxLength);
}

/** The required fields; without any, the first two, so that the command does something. */
function sampleObject(document: Document, schema: Schema, depth: number): Record<string, unknown> {
  const properties = Object.entries(schema.properties ?? {});
  const required = properties.filter(([name]) => schema.required?.includes(name));
  const shown = required.length > 0 || depth > 0 ? required : properties.slice(0, 2);
  return Object.fromEntries(shown.map(([name, part]) => [name, sample(document, part, name, depth + 1)]));
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

function credential({ operation }: Located): string | null {
  const schemes = new Set((operation.security ?? []).flatMap((need) => Object.keys(need)));
  if (schemes.has('apiKey')) return '-H "Authorization: Bearer $TRACEWELL_API_KEY"';
  if (schemes.has('operatorToken')) return '-H "Authorization: Bearer $TRACEWELL_OPERATOR_TOKEN"';
  return schemes.has('session') ? '-b "tracewell_session=$TRACEWELL_SESSION"' : null;
}

export function curlOf(document: Document, located: Located, baseUrl: string): string {
  const { method, path, operation } = located;
  const query = parametersOf(document, operation)
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map((parameter) => `${parameter.name}=<${parameter.name}>`);
  const url =
    baseUrl + path.replaceAll(/\{(\w+)\}/g, '<$1>') + (query.length > 0 ? `?${query.join('&')}` : '');
  const login = credential(located);
  const schema = operation.requestBody?.content['application/json']?.schema;
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(url)}`,
    ...(login === null ? [] : [login]),
    ...(login?.startsWith('-b') && method !== 'GET' ? [`-H ${quoted(`Origin: ${baseUrl}`)}`] : []),
    ...(schema
      ? [
          "-H 'Content-Type: application/json'",
          `-d ${quoted(JSON.stringify(sample(document, schema, 'body'), null, 2))}`,
        ]
      : []),
  ];
  return lines.join(' \\\n  ');
}
