export type * from './database.ts';
export { isUniqueViolation, translate } from './errors.ts';
export { Metadata } from './metadata.ts';
export { NewerSchemaError } from './migrate.ts';
export { skipLocked } from './row-lock.ts';
export { knowsSchema, requireOwnMetadata, schemaOf } from './schema-state.ts';
export { nextNumber } from './sequence.ts';
export { codePointOrder } from './text-order.ts';
