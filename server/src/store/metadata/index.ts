// What a feature needs of the metadata store. open.ts opens it.
export type * from './database.ts';
export { isUniqueViolation, translate } from './errors.ts';
export type { Metadata } from './metadata.ts';
export { skipLocked } from './row-lock.ts';
export { nextNumber } from './sequence.ts';
export { codePointOrder } from './text-order.ts';
