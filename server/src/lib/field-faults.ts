// Lists the faults of a value by field, with dotted paths as people write them: `items.0.inputText`. The cost
// is linear in the size of the value.
import type { ErrorDetail } from './app-error.ts';
import { listRules } from './list-rules.ts';

/** The part of a compiled schema that is used here. */
export interface Faulting {
  Type(): object;
  Check(value: unknown): boolean;
  Errors(value: unknown): { instancePath: string; message: string; keyword?: string; params?: unknown }[];
}

const LONGEST_PATH = 200;
const MAX_FAULTS = 20;
/** Limit per kind and object, so that a body with many unknown fields still shows its other faults. */
const MAX_ALIKE = 8;

function dotted(pointer: string): string {
  return pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .join('.');
}

function missingFields(params: unknown): string[] {
  const fields = (params as { requiredProperties?: unknown } | undefined)?.requiredProperties;
  return Array.isArray(fields) ? fields.map(String) : [];
}

/** Names come from the caller and may be as long as a body. */
const shown = ({ path, message }: ErrorDetail): ErrorDetail => ({
  path: path.length > LONGEST_PATH ? `${path.slice(0, LONGEST_PATH)}…` : path,
  message,
});

/** Empty if the value is valid. A list that is too long is not judged any further. */
export function fieldFaults(check: Faulting, value: unknown): ErrorDetail[] {
  const { tooLong, repeated } = listRules(check.Type());
  const long = tooLong(value);
  if (long) return [shown(long)];
  if (!check.Check(value)) return schemaFaults(check, value);
  const twice = repeated(value);
  return twice ? [shown(twice)] : [];
}

/** Never empty: what the schema refuses is refused. */
function schemaFaults(check: Faulting, value: unknown): ErrorDetail[] {
  const faults: ErrorDetail[] = [];
  const unknown = new Map<string, number>();
  for (const { keyword, instancePath, message, params } of check.Errors(value)) {
    // Both repeat an error that is also reported for each member by name.
    if (keyword === 'additionalProperties' || keyword === 'propertyNames') continue;
    const path = dotted(instancePath);
    if (keyword === 'required') {
      for (const field of missingFields(params)) {
        faults.push({ path: path ? `${path}.${field}` : field, message: 'is required' });
      }
    } else if (keyword === 'boolean') {
      // The schema of an undeclared member is `false`.
      const parent = instancePath.slice(0, instancePath.lastIndexOf('/'));
      const before = unknown.get(parent) ?? 0;
      unknown.set(parent, before + 1);
      if (before < MAX_ALIKE) faults.push({ path, message: 'is not a known field' });
    } else {
      faults.push({ path, message });
    }
  }
  if (faults.length === 0) faults.push({ path: '', message: 'is not valid' });
  return faults.slice(0, MAX_FAULTS).map(shown);
}
