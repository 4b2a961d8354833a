// The part of a prompt version's configuration that requests use: the settings, the tools, and the schema of
// the answer. For experiments and for runs of datasets.
import { isDeepStrictEqual } from 'node:util';
import { requestTools } from '@tracewell/sdk/reading';
import { AppError, invalid } from '#lib/app-error';
import { isObject } from '#lib/is-object';
import {
  acceptedSettings,
  isToolChoice,
  type ChatOrder,
  type ChatSettings,
  type ChatTool,
  type ModelChatMessage,
} from '#services/models';
import type { PromptRow } from '#services/prompts';

export interface PromptConfig {
  settings: ChatSettings;
  tools: readonly ChatTool[];
  toolChoice?: NonNullable<ChatOrder['toolChoice']>;
  outputSchema: Record<string, unknown> | null;
}

/** The names that vendors accept. */
const TOOL_NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** Throws if they cannot be sent: a request without them would measure something else. */
export function readPromptConfig({ config }: Pick<PromptRow, 'config'>, field: string): PromptConfig {
  const given = JSON.parse(config) as Record<string, unknown>;
  const schema = given['outputSchema'] ?? null;
  if (schema !== null && !isObject(schema))
    throw invalid(
      field,
      'The output schema in the configuration of this prompt version is not a JSON object.',
      'invalid_output_schema',
    );
  return {
    // In `settings` or beside it, as the playground reads them.
    settings: acceptedSettings(isObject(given['settings']) ? given['settings'] : given),
    tools: readTools(given['tools'] ?? [], field),
    ...(isToolChoice(given['toolChoice']) ? { toolChoice: given['toolChoice'] } : {}),
    outputSchema: schema,
  };
}

function readTools(given: unknown, field: string): PromptConfig['tools'] {
  const tools = requestTools({ tools: given });
  const isWhole = Array.isArray(given) && (given.length === 0 || tools.length >= given.length);
  const names = new Set(tools.map(({ name }) => name));
  if (!isWhole || names.size < tools.length || ![...names].every((name) => TOOL_NAME.test(name)))
    throw invalid(
      field,
      'The tools in the configuration of this prompt version are not a list of {name, description, parameters} with names of their own.',
      'invalid_tools',
    );
  return tools.map(({ name, description, parameters }) =>
    description === null ? { name, parameters } : { name, description, parameters },
  );
}

/** Whether a request with this configuration contains more than messages. */
export const isConfigured = ({ settings, tools, outputSchema }: PromptConfig): boolean =>
  Object.keys(settings).length > 0 || tools.length > 0 || outputSchema !== null;

/** A tool of the prompt replaces a tool of the item with the same name. */
export function orderOf(
  messages: readonly ModelChatMessage[],
  {
    settings,
    tools = [],
    toolChoice,
    outputSchema = null,
  }: Pick<PromptConfig, 'settings'> & Partial<PromptConfig>,
  toolsOfItem: readonly ChatTool[] = [],
): ChatOrder {
  const names = new Set(tools.map(({ name }) => name));
  const allTools = [...tools, ...toolsOfItem.filter(({ name }) => !names.has(name))];
  return {
    messages,
    settings,
    ...(allTools.length > 0 ? { tools: allTools, ...(toolChoice ? { toolChoice } : {}) } : {}),
    ...(outputSchema === null ? {} : { outputSchema }),
  };
}

/** Whether a prompt version still has the configuration that an experiment was created with. */
export function isSameConfig(
  prompt: Pick<PromptRow, 'config'>,
  before: Pick<PromptConfig, 'tools' | 'toolChoice' | 'outputSchema'>,
): boolean {
  try {
    const { tools, toolChoice, outputSchema } = readPromptConfig(prompt, 'variant');
    return (
      toolChoice === before.toolChoice &&
      isDeepStrictEqual(tools, before.tools) &&
      isDeepStrictEqual(outputSchema, before.outputSchema)
    );
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
