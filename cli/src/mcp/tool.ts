// The form of a tool. Tools ask the service through its public interface with the caller's own credential, so
// scopes, projects, limits and consent are enforced there and nowhere else.
import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { TracewellError, type TracewellClient } from '@tracewell/sdk';
import type { ToolAnswer } from './answer.ts';
import type { Links } from './links.ts';

export type ToolScope = 'read' | 'write:records' | 'write';

export interface ToolContext {
  client: TracewellClient;
  links: Links;
  now: () => number;
}

interface Hints {
  /** It replaces something that others use. */
  destructive?: boolean;
  /** The same call twice has the effect of one. */
  idempotent?: boolean;
}

interface ToolSpec<Shape extends z.ZodRawShape> {
  name: string;
  title: string;
  description: string;
  /** The scope of the endpoints behind it. A key without it does not see the tool. */
  scope: ToolScope;
  input: Shape;
  hints?: Hints;
  run: (args: z.output<z.ZodObject<Shape>>, ctx: ToolContext) => Promise<ToolAnswer>;
}

export interface McpTool {
  name: string;
  title: string;
  description: string;
  scope: ToolScope;
  inputSchema: z.ZodObject;
  /** The same, as clients list it. */
  listedSchema: StandardSchemaWithJSON;
  hints: Hints;
  run: (args: Record<string, unknown>, ctx: ToolContext) => Promise<ToolAnswer>;
}

export const DEFAULT_CHARACTERS = 20_000;
const MAX_CHARACTERS = 80_000;

const maxChars = z
  .int()
  .min(1_000)
  .max(MAX_CHARACTERS)
  .optional()
  .describe(`Of the answer; ${DEFAULT_CHARACTERS} unless set`);

/** Unknown arguments are rejected by name, because a misspelt filter would otherwise match everything. */
export function tool<Shape extends z.ZodRawShape>(spec: ToolSpec<Shape>): McpTool {
  const { name, title, description, scope, input, hints = {}, run } = spec;
  const inputSchema = z.strictObject({ ...input, maxChars });
  const listedSchema = listedForm(inputSchema);
  return { name, title, description, scope, inputSchema, listedSchema, hints, run: run as McpTool['run'] };
}

/**
 * Limits of texts and lists. The service checks them, and a model does better with a shorter list of tools.
 */
const UNLISTED = new Set([
  '$schema',
  'maxItems',
  'maxLength',
  'minItems',
  'minLength',
  'pattern',
  'propertyNames',
]);

type Json = Record<string, unknown>;

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;

function shorter(schema: Json): Json {
  const kept = Object.entries(schema).filter(
    ([name, value]) => !UNLISTED.has(name) && value !== Number.MAX_SAFE_INTEGER,
  );
  return Object.fromEntries(
    kept.map(([name, value]) => {
      if (name === 'properties' && isJson(value))
        return [
          name,
          Object.fromEntries(Object.entries(value).map(([each, of]) => [each, shorter(of as Json)])),
        ];
      if (name === 'anyOf' && Array.isArray(value)) return [name, value.map((each: Json) => shorter(each))];
      if ((name === 'items' || name === 'additionalProperties') && isJson(value))
        return [name, shorter(value)];
      return [name, value];
    }),
  );
}

/** Converted once: the library would do it for each list, which takes 15 ms for all tools. */
function listedForm(schema: z.ZodObject): StandardSchemaWithJSON {
  const standard = schema['~standard'];
  let listed: Json | null = null;
  const input: typeof standard.jsonSchema.input = (options) =>
    (listed ??= shorter(standard.jsonSchema.input(options)));
  return { '~standard': { ...standard, jsonSchema: { ...standard.jsonSchema, input } } };
}

/** An id as records have it. A path of dots would name another resource. */
export const recordId = (what: string) =>
  z
    .string()
    .min(1)
    .max(512)
    .regex(/^(?!\.{1,2}$)/, 'It must be an id.')
    .describe(what);

export const numericId = (what: string) => z.int().min(1).describe(what);

export const pageCursor = z.string().max(4_000).optional().describe('nextCursor; same arguments');

type Given<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Without the members that are undefined. */
export const given = <T extends object>(value: T): Given<T> =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Given<T>;

/** For arguments that depend on each other, which a schema for models cannot say. */
export const wrongArgument = (message: string): TracewellError =>
  new TracewellError(message, { status: 400, reason: 'invalid_arguments' });
