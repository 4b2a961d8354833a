import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { AppError } from '#lib/app-error';
import { fieldFaults } from '#lib/field-faults';

/** The interface checks bodies by their schemas; what is typed at a terminal is held to the same ones. */
export function requireValid(schema: TSchema, value: unknown, what: string): void {
  const check = Compile(schema);
  if (check.Check(value)) return;
  const details = fieldFaults(check, value);
  const [fault] = details;
  throw new AppError(
    'bad_request',
    'invalid_request',
    `${fault?.path || what}: ${fault?.message ?? 'is not valid'}.`,
    { details },
  );
}
