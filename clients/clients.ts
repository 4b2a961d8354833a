// Every client that `npm run test:clients` runs.
import { APPS } from './expected/apps.ts';
import { FROM_SOURCE } from './expected/from-source.ts';
import { LANGFUSE } from './expected/langfuse.ts';
import { LANGSMITH } from './expected/langsmith.ts';
import { OTEL } from './expected/otel.ts';
import { OTHER } from './expected/other.ts';
import { OWN_SDK } from './expected/own-sdk.ts';
import { WITH_FILES } from './expected/with-files.ts';
import type { Client } from './harness/client.ts';

const isPython = ({ language }: Client) => language.name === 'python';
const all = [
  ...OWN_SDK,
  ...LANGFUSE,
  ...LANGSMITH,
  ...OTEL,
  ...OTHER,
  ...APPS,
  ...FROM_SOURCE,
  ...WITH_FILES,
];

/** Those that need no Python first. */
export const CLIENTS: readonly Client[] = [
  ...all.filter((client) => !isPython(client)),
  ...all.filter(isPython),
];
