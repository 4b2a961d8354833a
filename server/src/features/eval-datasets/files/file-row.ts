import { AppError } from '#lib/app-error';

/** Twice as many as a dataset can have. */
export const MAX_ROWS = 20_000;

export type FileRow =
  | { fields: Readonly<Record<string, unknown>> }
  | { fault: 'invalid_json' }
  | { fault: 'invalid_row' }
  | { fault: 'row_too_large'; bytes: number };

/** The limit of a row in JSON, several times the longest item. */
export const MAX_ROW_BYTES = 2 * 1_048_576;

/** The file as a whole cannot be read. */
export const badFile = (reason: string, message: string, cause?: unknown): AppError =>
  new AppError('bad_request', reason, message, { cause });

export const tooManyRows = (): AppError =>
  badFile('too_many_rows', `The file has more than ${MAX_ROWS} rows. Split it.`);
