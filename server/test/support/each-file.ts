import { afterAll } from 'vitest';
import { bundledThreads } from './bundled-threads.ts';
import { emptyTestEngine } from './lazy-records.ts';
import { dropDatabases } from './metadata.ts';
import { plantNeighbours } from './neighbour.ts';
import { quickPasswords } from './quick-passwords.ts';
import { recordStatements } from './statement-shapes.ts';

quickPasswords();
bundledThreads();
plantNeighbours();
recordStatements();

// Registered before all others, so they run last, when the apps have stopped.
afterAll(emptyTestEngine);
afterAll(dropDatabases);
