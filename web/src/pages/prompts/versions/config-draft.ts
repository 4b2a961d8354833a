// The configuration of a version while it is edited: what the playground knows has its own fields, and the rest is
// JSON. Nothing is lost on the way.
import type { PromptData } from '../types.ts';

type Config = PromptData['config'];

export const SETTING_FIELDS = ['temperature', 'topP', 'maxOutputTokens'] as const;
export type ConfigField = 'tools' | 'schema' | 'config' | (typeof SETTING_FIELDS)[number];

export interface ConfigDraft {
  model: string;
  settings: Record<(typeof SETTING_FIELDS)[number], string>;
  tools: string;
  schema: string;
  rest: string;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const pretty = (value: unknown): string => JSON.stringify(value, null, 2);

export function draftOfConfig(config: Config): ConfigDraft {
  const { model, settings, tools, outputSchema, ...others } = config;
  const rest: Config = { ...others };
  const known = isObject(settings) ? settings : {};
  const otherSettings = { ...known };
  const fields = { temperature: '', topP: '', maxOutputTokens: '' };
  for (const name of SETTING_FIELDS) {
    if (typeof known[name] !== 'number') continue;
    fields[name] = String(known[name]);
    delete otherSettings[name];
  }
  // What has another form than the fields stays in the JSON.
  if (model !== undefined && typeof model !== 'string') rest['model'] = model;
  if (settings !== undefined && !isObject(settings)) rest['settings'] = settings;
  else if (Object.keys(otherSettings).length > 0) rest['settings'] = otherSettings;
  if (tools !== undefined && !Array.isArray(tools)) rest['tools'] = tools;
  if (outputSchema !== undefined && !isObject(outputSchema)) rest['outputSchema'] = outputSchema;
  return {
    model: typeof model === 'string' ? model : '',
    settings: fields,
    tools: Array.isArray(tools) ? pretty(tools) : '',
    schema: isObject(outputSchema) ? pretty(outputSchema) : '',
    rest: Object.keys(rest).length > 0 ? pretty(rest) : '',
  };
}

function parsed<T>(text: string, isRight: (value: unknown) => value is T): T | null | undefined {
  if (text.trim() === '') return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isRight(value) ? value : null;
  } catch {
    return null;
  }
}

export function configOfDraft(draft: ConfigDraft): { config: Config } | { fault: ConfigField } {
  const rest = parsed(draft.rest, isObject);
  if (rest === null) return { fault: 'config' };
  const tools = parsed(draft.tools, (value): value is unknown[] => Array.isArray(value));
  if (tools === null) return { fault: 'tools' };
  const schema = parsed(draft.schema, isObject);
  if (schema === null) return { fault: 'schema' };
  const settings: Record<string, unknown> = isObject(rest?.['settings']) ? { ...rest['settings'] } : {};
  for (const name of SETTING_FIELDS) {
    const text = draft.settings[name].trim();
    if (text === '') continue;
    if (!Number.isFinite(Number(text))) return { fault: name };
    settings[name] = Number(text);
  }
  const model = draft.model.trim();
  return {
    config: {
      ...rest,
      ...(model === '' ? {} : { model }),
      ...(Object.keys(settings).length > 0 ? { settings } : {}),
      ...(tools === undefined ? {} : { tools }),
      ...(schema === undefined ? {} : { outputSchema: schema }),
    },
  };
}
