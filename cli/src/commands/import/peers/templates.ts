// Templates of other back ends in the form of this one: variables are `{{name}}`.

/** Python's format strings: `{name}` is a variable, `{{` and `}}` are braces. */
const F_STRING = /\{\{|\}\}|\{([^{}:!]*)[^{}]*\}/g;

export const fromFString = (template: string): string =>
  template.replaceAll(F_STRING, (found: string, name: string | undefined) =>
    found === '{{' ? '{' : found === '}}' ? '}' : `{{${(name ?? '').trim()}}}`,
  );

/**
 * Simple variables are the same in Mustache and Jinja, except for spaces. What else they can do stays as it
 * is.
 */
export const fromMustache = (template: string): string =>
  template.replaceAll(/\{\{\{?\s*([\w.]+)\s*\}?\}\}/g, '{{$1}}');

/** By the names that LangChain, Phoenix and Opik use. */
export const ownTemplate = (template: string, format: unknown): string =>
  typeof format === 'string' && /^f[-_]string$/i.test(format)
    ? fromFString(template)
    : fromMustache(template);
