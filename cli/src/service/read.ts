// Defensive readers: the answer may come from a newer or older service than the sdk was generated from.
export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const asFinite = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

export const asString = (value: unknown): string | null => (typeof value === 'string' ? value : null);

export const count = (value: unknown): number => Math.max(0, Math.trunc(asFinite(value) ?? 0));

export const fieldsIn = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);
