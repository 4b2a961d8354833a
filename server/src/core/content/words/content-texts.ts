import type { Json } from '#records';
import type { Content } from '#core/content/content';

/** Arguments and results of tools are often JSON in a text, with escaped line breaks and letters. */
function textOrJson(text: string, each: (text: string) => void, waiting: Json[]): void {
  const first = text.charCodeAt(0);
  if ((first === 123 || first === 91) && text.includes('\\')) {
    try {
      waiting.push(JSON.parse(text) as Json);
      return;
    } catch {
      // The text only looks like JSON.
    }
  }
  each(text);
}

/** All texts of the content; field names are not content. */
export function eachText(content: Content, each: (text: string) => void): void {
  const waiting: Json[] = [
    content.input ?? null,
    content.output ?? null,
    content.systemInstructions ?? null,
    content.toolCalls ?? null,
    content.attributes ?? null,
    content.requestMeta ?? null,
    content.error ?? null,
    content.errorDetails ?? null,
  ];
  // A list instead of a recursion, so that deep nesting cannot overflow the stack.
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value === 'string') textOrJson(value, each, waiting);
    else if (typeof value === 'number') each(String(value));
    else if (Array.isArray(value)) for (const item of value) waiting.push(item);
    else if (typeof value === 'object' && value !== null) {
      for (const key of Object.keys(value)) waiting.push(value[key] ?? null);
    }
  }
}
