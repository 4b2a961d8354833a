// The parts of an OpenAPI document that the page uses.

export interface Schema {
  $ref?: string;
  title?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  additionalProperties?: boolean | Schema;
  patternProperties?: Record<string, Schema>;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  default?: unknown;
  examples?: unknown[];
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  multipleOf?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  minProperties?: number;
  maxProperties?: number;
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
}

export type DocumentContent = Record<string, { schema?: Schema }>;

interface Reply {
  description: string;
  content?: DocumentContent;
}

export interface Operation {
  operationId: string;
  tags?: string[];
  summary?: string;
  description?: string;
  security?: Record<string, string[]>[];
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { required?: boolean; content: DocumentContent };
  responses: Record<string, Reply | { $ref: string }>;
}

export interface Document {
  info: { title: string; description?: string };
  tags?: { name: string; description?: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    parameters?: Record<string, Parameter>;
    responses?: Record<string, Reply>;
  };
}

export interface Located {
  method: string;
  path: string;
  operation: Operation;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** In the order of the endpoint list. A path comes where its first operation is. */
export const operationsOf = (document: Document): Located[] =>
  Object.entries(document.paths).flatMap(([path, byMethod]) =>
    METHODS.flatMap((method) => {
      const operation = byMethod[method];
      return operation ? [{ method: method.toUpperCase(), path, operation }] : [];
    }),
  );

const nameIn = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

export const schemaName = (schema: Schema): string | null =>
  schema.$ref === undefined ? null : nameIn(schema.$ref);

export function resolve(document: Document, schema: Schema): Schema {
  const name = schemaName(schema);
  return name === null ? schema : (document.components.schemas[name] ?? {});
}

export const repliesOf = (document: Document, operation: Operation): [status: string, reply: Reply][] =>
  Object.entries(operation.responses).flatMap(([status, reply]) => {
    const resolved = '$ref' in reply ? document.components.responses?.[nameIn(reply.$ref)] : reply;
    return resolved ? [[status, resolved]] : [];
  });

export const parametersOf = (document: Document, operation: Operation): Parameter[] =>
  (operation.parameters ?? []).flatMap((parameter) => {
    if (!('$ref' in parameter)) return [parameter];
    return document.components.parameters?.[nameIn(parameter.$ref)] ?? [];
  });
