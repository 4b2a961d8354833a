import { afterAll } from 'vitest';
import { dropDatabases } from './metadata.ts';
import { quickPasswords } from './quick-passwords.ts';

quickPasswords();

// Registered before all others, so it runs last, when the apps have stopped.
afterAll(dropDatabases);
