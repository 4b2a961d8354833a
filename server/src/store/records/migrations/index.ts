// Every step of the records schema, in order. Forward only: a released step never changes, a new one is added
// below it.
import { schema } from './0001-schema.ts';
import type { Migration } from './migration.ts';

export type { Migration } from './migration.ts';

export const migrations: readonly Migration[] = [schema];
