// Which prompt a call is of: what the registry calls the id that it names, whatever else it says; without a known id, what it says.
import type { Params } from '../engine/engine.ts';

/** A prompt of the registry: a call that names its id is of it, whatever else the call says. */
export interface KnownPrompt {
  id: number;
  name: string;
  version: string;
}

const MAX_UINT32 = 0xffff_ffff;

const told = (names: string, column: string): string =>
  `if(has({promptIds: Array(UInt32)}, prompt_id), {${names}: Array(String)}[indexOf({promptIds: Array(UInt32)}, prompt_id)], toString(${column}))`;

export const PROMPT = told('promptNames', 'prompt_name');
export const VERSION = told('promptVersions', 'prompt_version');

/** A call cannot name a larger id, so such a version is found by what calls say alone. */
export const nameable = <Prompt extends { id: number }>(prompts: readonly Prompt[]): Prompt[] =>
  prompts.filter(({ id }) => id <= MAX_UINT32);

export const promptParams = (prompts: readonly KnownPrompt[]): Params => {
  const known = nameable(prompts);
  return {
    promptIds: known.map(({ id }) => id),
    promptNames: known.map(({ name }) => name),
    promptVersions: known.map(({ version }) => version),
  };
};
