export const KINDS = [
  'cheaper_model',
  'prompt_caching',
  'repeated_calls',
  'failing_prompt_version',
  'long_context',
] as const;
export type ProposalKind = (typeof KINDS)[number];
