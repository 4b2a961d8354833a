import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { AppError } from '#lib/app-error';

/** The interface checks bodies by their schemas; what is typed at a terminal is held to the same ones. */
export function requireValid(schema: TSchema, value: unknown, what: string): void {
  const check = Compile(schema);
  if (check.Check(value)) return;
  const [fault] = check.Errors(value);
  const path = fault?.instancePath.slice(1).replaceAll('/', '.');
  throw new AppError(
    'bad_request',
    'invalid_request',
    `${path || what}: ${fault?.message ?? 'is not valid'}.`,
  );
}
