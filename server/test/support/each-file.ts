import { afterAll } from 'vitest';
import { dropDatabases } from './metadata.ts';

// Registered before all others, so it runs last, when the apps have stopped.
afterAll(dropDatabases);
