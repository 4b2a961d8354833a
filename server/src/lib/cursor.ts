// Opaque list cursors: the sort key of the last row as base64url JSON.

export const encodeCursor = (value: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(value)).toString('base64url');

type Kind = 'string' | 'number' | 'integer';

const fits = (value: unknown, kind: Kind | undefined): boolean => {
  if (kind === 'string') return typeof value === 'string';
  // JSON can spell numbers that overflow, such as 1e400.
  return kind === 'integer' ? Number.isSafeInteger(value) : Number.isFinite(value);
};

/** Null for anything that is not one of our cursors. */
export function decodeCursor(text: string, kinds: readonly Kind[]): (string | number)[] | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (!Array.isArray(value) || value.length !== kinds.length) return null;
    return value.every((item, index) => fits(item, kinds[index])) ? (value as (string | number)[]) : null;
  } catch {
    return null;
  }
}
