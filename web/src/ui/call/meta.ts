import { isObject } from '#lib/is-object';
import type { CallData } from './types.ts';

type Meta = Record<string, unknown>;

export const metaOf = ({ requestMeta }: CallData): Meta => (isObject(requestMeta) ? requestMeta : {});

export const textIn = (meta: Meta, name: string): string | null => {
  const value = meta[name];
  if (Array.isArray(value)) return value.map(String).join(', ') || null;
  return typeof value === 'string' || typeof value === 'number' ? String(value) || null : null;
};

export const numberIn = (meta: Meta, name: string): number | null => {
  const value = meta[name];
  return typeof value === 'number' ? value : null;
};

export const hasContent = (meta: Meta): boolean =>
  ['input', 'output', 'systemInstructions'].some((name) => meta[name] !== undefined && meta[name] !== null);

const DAY_MS = 86_400_000;

/** A time window that contains the call, for links to similar calls. */
export function windowAround(timestamp: string): Record<string, string> {
  const at = Date.parse(timestamp);
  const age = Date.now() - at;
  if (age < 6.9 * DAY_MS) return { window: '7d' };
  if (age < 29.9 * DAY_MS) return { window: '30d' };
  const around = (days: number) => new Date(at + days * DAY_MS).toISOString();
  return { from: around(-3), to: around(3) };
}
