import type { FilterScore } from '#lib/call-filter';

/** The condition of a form. Undefined unless both the name and the value are given. */
export function scoreOf(values: Record<string, string>): FilterScore | undefined {
  const [name = '', typed = ''] = [values['scoreName']?.trim(), values['scoreValue']?.trim()];
  if (name === '' || typed === '') return undefined;
  const op = (values['scoreOp'] ?? 'eq') as FilterScore['op'];
  if (Number.isFinite(Number(typed))) return { name, op, value: Number(typed) };
  // Only numbers have an order.
  const equal = op === 'ne' ? 'ne' : 'eq';
  return { name, op: equal, value: typed === 'true' || typed === 'false' ? typed === 'true' : typed };
}
