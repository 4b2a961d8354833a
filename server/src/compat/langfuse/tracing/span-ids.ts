import { shortId } from '../../draft-span.ts';

/** An id that a record can have. '' if the value is no id. */
export const idIn = (value: unknown): string =>
  typeof value === 'string' && value !== '' ? shortId(value) : '';
