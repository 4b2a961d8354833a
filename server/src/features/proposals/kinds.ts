export const PROPOSAL_KINDS = [
  'cheaper_model',
  'prompt_caching',
  'repeated_calls',
  'failing_prompt_version',
  'long_context',
] as const;
export type ProposalKind = (typeof PROPOSAL_KINDS)[number];
