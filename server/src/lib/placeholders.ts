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

/** Fills in a single pass, so inserted text is not expanded again. A name without a value stays as it is. */
export const fillPlaceholders = (template: string, valueOf: (name: string) => string | undefined): string =>
  template.replaceAll(PLACEHOLDER, (whole, inner: string) => valueOf(inner.trim()) ?? whole);
