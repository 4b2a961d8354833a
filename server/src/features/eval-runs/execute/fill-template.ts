// Fills the placeholders of a prompt: `{{input}}` with the item, the others with the defaults of their
// variables.
import type { Variables } from '#features/prompts';

const PLACEHOLDER = /\{\{\s*([^{}]{1,200}?)\s*\}\}/g;

/**
 * A template without `{{input}}` gets the input at its end. A single pass, so inserted text is not expanded
 * again.
 */
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
