import { bundledThreads } from './bundled-threads.ts';

bundledThreads();
