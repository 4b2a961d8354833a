// What the configuration of a prompt version says about its requests: the tools, and the schema of the answer.
import { isDeepStrictEqual } from 'node:util';
import { requestTools } from '@tracewell/sdk/reading';
import { AppError, invalid } from '#lib/app-error';
import { isObject } from '#lib/is-object';
import type { PromptRow } from '#features/prompts';
import type { ChatOrder, ChatSettings } from '#services/models';

export interface PromptConfig {
  tools: NonNullable<ChatOrder['tools']>;
  outputSchema: Record<string, unknown> | null;
}

/** What vendors accept. */
const TOOL_NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** Throws if they cannot be sent: without them, the experiment would measure something else. */
export function readPromptConfig({ config }: Pick<PromptRow, 'config'>, field: string): PromptConfig {
  const given = JSON.parse(config) as Record<string, unknown>;
  const schema = given['outputSchema'] ?? null;
  if (schema !== null && !isObject(schema))
    throw invalid(
      field,
      'The output schema in the configuration of this prompt version is not a JSON object.',
      'invalid_output_schema',
    );
  return { tools: readTools(given['tools'] ?? [], field), outputSchema: schema };
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

const SETTINGS = {
  temperature: { least: 0, most: 2, isWhole: false },
  topP: { least: 0, most: 1, isWhole: false },
  maxOutputTokens: { least: 1, most: 200_000, isWhole: true },
  seed: { least: 0, most: 2_147_483_647, isWhole: true },
} as const;

/** The settings of a prompt version, in `settings` or beside it, as the playground reads them. Others are left out. */
export function promptSettings({ config }: Pick<PromptRow, 'config'>): ChatSettings {
  const given = JSON.parse(config) as Record<string, unknown>;
  const members = isObject(given['settings']) ? given['settings'] : given;
  const settings: ChatSettings = {};
  for (const name of Object.keys(SETTINGS) as (keyof typeof SETTINGS)[]) {
    const value = members[name];
    const { least, most, isWhole } = SETTINGS[name];
    if (typeof value !== 'number' || value < least || value > most) continue;
    if (!isWhole || Number.isInteger(value)) settings[name] = value;
  }
  return settings;
}

/** Whether a prompt version still says what an experiment was made with. */
export function isSameConfig(prompt: Pick<PromptRow, 'config'>, before: Partial<PromptConfig>): boolean {
  // Experiments of earlier versions sent neither.
  if (before.tools === undefined) return true;
  try {
    const { tools, outputSchema } = readPromptConfig(prompt, 'variant');
    return (
      isDeepStrictEqual(tools, before.tools) && isDeepStrictEqual(outputSchema, before.outputSchema ?? null)
    );
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
