// The prompt of a call: the registry's name for the id in the call. Without a known id, the name in the call.
import type { Params } from '../engine/params.ts';

/** A version in the registry. A call with its id belongs to it, whatever else the call names. */
export interface KnownPrompt {
  id: number;
  name: string;
  version: string;
}

const FIELDS: ReadonlySet<string> = new Set(['promptName', 'promptVersion']);

/** Whether a field is about prompts, whose names are in the metadata store. */
export const isOfPrompts = (field: string | undefined): boolean => field !== undefined && FIELDS.has(field);

const MAX_UINT32 = 0xffff_ffff;

const fromRegistry = (names: string, column: string, ids = 'promptIds'): string =>
  `if(has({${ids}: Array(UInt32)}, prompt_id), {${names}: Array(String)}[indexOf({${ids}: Array(UInt32)}, prompt_id)], toString(${column}))`;

export const PROMPT = fromRegistry('promptNames', 'prompt_name');
export const VERSION = fromRegistry('promptVersions', 'prompt_version');

/** These have separate parameters, so that they can be used beside a filter that names one prompt. */
export const KNOWN_PROMPT = fromRegistry('knownNames', 'prompt_name', 'knownIds');
export const KNOWN_VERSION = fromRegistry('knownVersions', 'prompt_version', 'knownIds');

/** The column cannot hold a larger id, so calls can only name such a version by its name. */
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

export const knownPromptParams = (prompts: readonly KnownPrompt[]): Params => {
  const { promptIds, promptNames, promptVersions } = promptParams(prompts);
  return { knownIds: promptIds, knownNames: promptNames, knownVersions: promptVersions };
};
