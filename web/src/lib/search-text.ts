// Reads and writes the query string of the URL: every value is a string, and a repeated name is a list.

export type Search = Readonly<Record<string, string | readonly string[] | undefined>>;

export function parseSearch(text: string): Record<string, string | string[]> {
  const search: Record<string, string | string[]> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    if (name === '__proto__') continue;
    // `hasOwn`, because every object inherits names such as `constructor`.
    const known = Object.hasOwn(search, name) ? search[name] : undefined;
    search[name] = known === undefined ? value : [...(Array.isArray(known) ? known : [known]), value];
  }
  return search;
}

export function stringifySearch(search: Search): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (value === undefined) continue;
    for (const one of Array.isArray(value) ? (value as string[]) : [value as string])
      parameters.append(name, one);
  }
  // Colons and slashes are allowed in a query string and are easier to read unescaped.
  const text = parameters.toString().replaceAll('%3A', ':').replaceAll('%2F', '/');
  return text === '' ? '' : `?${text}`;
}

export const first = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === 'object' ? value[0] : value;

export const all = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value;

/** Where to go after signing in. Only local paths, so that a link cannot redirect users to another site. */
export const safeNext = (next: unknown): string =>
  typeof next === 'string' && /^\/(?![/\\])/.test(next) ? next : '/';
