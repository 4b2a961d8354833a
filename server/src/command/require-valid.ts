import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { AppError } from '#lib/app-error';
import { fieldFaults } from '#lib/field-faults';

/** Input from a terminal is checked by the same schemas as the bodies of requests. */
export function requireValid(schema: TSchema, value: unknown, what: string): void {
  const details = fieldFaults(Compile(schema), value);
  const [fault] = details;
  if (!fault) return;
  throw new AppError('bad_request', 'invalid_request', `${fault.path || what}: ${fault.message}.`, {
    details,
  });
}
