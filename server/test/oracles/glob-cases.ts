// The meaning of patterns, for the matcher in memory and the one in the record engine: they must agree.

export const GLOB_MODELS = [
  'gpt-4o',
  'GPT-4O-mini',
  'gpt_4o',
  'gpt%',
  'a\\b',
  'claude-3',
  'modèle',
  'x🚀y',
  '',
];

/** A pattern, and the models that it matches. */
export const GLOB_CASES: readonly (readonly [glob: string, models: readonly string[]])[] = [
  ['gpt-4*', ['gpt-4o', 'GPT-4O-mini']],
  ['GPT-4O*', ['gpt-4o', 'GPT-4O-mini']],
  ['gpt?4o', ['gpt-4o', 'gpt_4o']],
  ['gpt_4o', ['gpt_4o']],
  ['gpt%', ['gpt%']],
  ['a\\b', ['a\\b']],
  ['*-?', ['claude-3']],
  ['*4o', ['gpt-4o', 'gpt_4o']],
  ['*4o*i', ['GPT-4O-mini']],
  ['*è*', ['modèle']],
  ['MOD?LE', ['modèle']],
  ['MODÈLE', []],
  ['x?y', ['x🚀y']],
  ['?*', GLOB_MODELS.slice(0, -1)],
  ['*', GLOB_MODELS],
];
