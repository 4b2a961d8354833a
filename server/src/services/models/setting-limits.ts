import { Type } from 'typebox';
import { closed, OneOf } from '#lib/schema';
import type { ChatOrder, ChatSettings } from './chat.ts';

/** The limits of vendors. Some accept fewer output tokens. */
const SETTING_LIMITS = {
  temperature: { minimum: 0, maximum: 2 },
  topP: { minimum: 0, maximum: 1 },
  maxOutputTokens: { minimum: 1, maximum: 200_000 },
  presencePenalty: { minimum: -2, maximum: 2 },
  frequencyPenalty: { minimum: -2, maximum: 2 },
  seed: { minimum: 0, maximum: 2_147_483_647 },
} as const;

const WHOLE: ReadonlySet<string> = new Set(['maxOutputTokens', 'seed']);
const MAX_STOPS = 4;
const MAX_STOP_CHARS = 200;

export const settingsSchema = (title: string) =>
  closed(
    {
      temperature: Type.Optional(Type.Number(SETTING_LIMITS.temperature)),
      topP: Type.Optional(Type.Number(SETTING_LIMITS.topP)),
      maxOutputTokens: Type.Optional(
        Type.Integer({ ...SETTING_LIMITS.maxOutputTokens, description: '4096 unless given' }),
      ),
      presencePenalty: Type.Optional(Type.Number(SETTING_LIMITS.presencePenalty)),
      frequencyPenalty: Type.Optional(Type.Number(SETTING_LIMITS.frequencyPenalty)),
      seed: Type.Optional(Type.Integer(SETTING_LIMITS.seed)),
      stopSequences: Type.Optional(
        Type.Array(Type.String({ minLength: 1, maxLength: MAX_STOP_CHARS }), { maxItems: MAX_STOPS }),
      ),
    },
    { title },
  );

const TOOL_CHOICES = ['auto', 'none', 'required'] as const;
export const ToolChoice = OneOf(TOOL_CHOICES);

export const isToolChoice = (value: unknown): value is NonNullable<ChatOrder['toolChoice']> =>
  TOOL_CHOICES.some((choice) => choice === value);

/** The settings that vendors accept; the others are dropped. */
export function acceptedSettings(given: Readonly<Record<string, unknown>>): ChatSettings {
  const settings: ChatSettings = {};
  for (const name of Object.keys(SETTING_LIMITS) as (keyof typeof SETTING_LIMITS)[]) {
    const value = given[name];
    const { minimum, maximum } = SETTING_LIMITS[name];
    if (typeof value !== 'number' || !(value >= minimum && value <= maximum)) continue;
    if (!WHOLE.has(name) || Number.isInteger(value)) settings[name] = value;
  }
  const { stopSequences: stops } = given;
  const isStop = (stop: unknown): stop is string =>
    typeof stop === 'string' && stop !== '' && stop.length <= MAX_STOP_CHARS;
  if (Array.isArray(stops) && stops.length > 0 && stops.length <= MAX_STOPS && stops.every(isStop))
    settings.stopSequences = stops;
  return settings;
}
