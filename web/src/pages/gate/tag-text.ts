// Parses tags and lists as users type them: `env:prod, team:growth` and `delete_*, drop_*`.

export const readList = (text: string): string[] | null => {
  const list = text
    .split(/[,、\n]/)
    .map((one) => one.trim())
    .filter((one) => one !== '');
  return list.length === 0 ? null : list;
};

export const writeList = (list: readonly string[] | null): string => (list ?? []).join(', ');

/** null: no tags; undefined: invalid text. */
export function readTags(text: string): Record<string, string> | null | undefined {
  const list = readList(text);
  if (list === null) return null;
  const pairs = list.map((one): [string, string] => {
    const colon = one.indexOf(':');
    return [one.slice(0, Math.max(colon, 0)).trim(), one.slice(colon + 1).trim()];
  });
  return pairs.every(([name]) => name !== '') ? Object.fromEntries(pairs) : undefined;
}

export const writeTags = (tags: Readonly<Record<string, string>> | null): string =>
  Object.entries(tags ?? {})
    .map(([name, value]) => `${name}:${value}`)
    .join(', ');
