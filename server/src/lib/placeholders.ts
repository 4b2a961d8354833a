// `{{name}}` in a text.

// No brace inside, so that the pattern never reads a character twice.
const PLACEHOLDER = /\{\{([^{}]{1,200})\}\}/g;

/** Names in a text, in order of first use. */
export function placeholders(template: string): string[] {
  const names = new Set<string>();
  for (const [, inner = ''] of template.matchAll(PLACEHOLDER)) {
    const name = inner.trim();
    if (name !== '') names.add(name);
  }
  return [...names];
}

/** Fills in a single pass, so inserted text is not expanded again. Unknown names stay as they are. */
export const fillPlaceholders = (template: string, values: ReadonlyMap<string, string>): string =>
  template.replaceAll(PLACEHOLDER, (whole, inner: string) => values.get(inner.trim()) ?? whole);
