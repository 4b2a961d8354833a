// The part of the metadata store that features use. open.ts opens it.
export type * from './database.ts';
export { isUniqueViolation, translate } from './errors.ts';
export type { Metadata } from './metadata.ts';
export { skipLocked, codePointOrder } from './dialect.ts';
export { nextNumber } from './sequence.ts';
