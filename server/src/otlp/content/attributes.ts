// Attributes that say what people and models said. In an observation they stay among its attributes: this tells them from the
// others, for redaction, for sealing, and for accounts that store no content.
import type { Json, JsonObject } from '#records';
import { bareObject } from '../bare-object.ts';
import { meaningOfKey } from '../dialects/index.ts';

/** The key under which `toObservation` puts the events of a span. */
export const EVENTS = 'events';

export const isContentAttribute = (key: string): boolean => key === EVENTS || meaningOfKey(key).content;

/** The same attributes in two parts; `content` is null where there is none. */
export function splitContent(attributes: JsonObject): { plain: JsonObject; content: JsonObject | null } {
  const plain = bareObject();
  let content: JsonObject | null = null;
  for (const key of Object.keys(attributes)) {
    const value: Json = attributes[key] ?? null;
    if (isContentAttribute(key)) (content ??= bareObject())[key] = value;
    else plain[key] = value;
  }
  return { plain, content };
}
