// The query part of the address, readable and without surprises: every value is a text, and a name that is said twice is a list.

export type Search = Readonly<Record<string, string | readonly string[] | undefined>>;

export function parseSearch(text: string): Record<string, string | string[]> {
  const search: Record<string, string | string[]> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    if (name === '__proto__') continue;
    // Also a name that every object has, such as `constructor`, is said for the first time.
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
  // Colons and slashes may stand in a query as they are, and read better so.
  const text = parameters.toString().replaceAll('%3A', ':').replaceAll('%2F', '/');
  return text === '' ? '' : `?${text}`;
}

export const first = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === 'object' ? value[0] : value;

export const all = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value;

/** Where to go on to: a place of our own only, so that no link can send people elsewhere. */
export const safeNext = (next: unknown): string =>
  typeof next === 'string' && /^\/(?![/\\])/.test(next) ? next : '/';
