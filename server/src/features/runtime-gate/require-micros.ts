import { invalid } from '#lib/app-error';
import { exactMicros } from './money.ts';

export function requireMicros(path: string, amount: number): number {
  const micros = exactMicros(amount);
  if (micros === null) throw invalid(path, 'must be in steps of 0.000001');
  return micros;
}
