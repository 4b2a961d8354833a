// A prompt with its placeholders filled: `{{input}}` by the item, the others by the defaults of their variables.
import type { Variables } from '#features/prompts';

const PLACEHOLDER = /\{\{\s*([^{}]{1,200}?)\s*\}\}/g;

/** A template that does not say where the input goes gets it at its end. One pass: what is filled in is not looked at again. */
export function fillTemplate(template: string, variables: Variables | null, input: string): string {
  let placed = false;
  const text = template.replaceAll(PLACEHOLDER, (whole, name: string) => {
    if (name === 'input') {
      placed = true;
      return input;
    }
    const variable = variables && Object.hasOwn(variables, name) ? variables[name] : undefined;
    const value = typeof variable === 'object' && variable !== null ? variable.default : variable;
    return value === undefined || value === null ? whole : String(value);
  });
  return placed ? text : `${text}\n\n${input}`;
}
