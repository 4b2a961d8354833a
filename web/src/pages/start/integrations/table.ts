import { AGENT_INTEGRATIONS } from './agents.ts';
import type { Integration } from './integration.ts';
import { JAVASCRIPT } from './javascript.ts';
import { FROM, LITELLM_PYTHON, OTHER_INTEGRATIONS } from './other.ts';
import { PYTHON } from './python.ts';

/** In the order of the page. */
export const INTEGRATIONS: readonly Integration[] = [
  ...PYTHON,
  LITELLM_PYTHON,
  ...JAVASCRIPT,
  ...AGENT_INTEGRATIONS,
  ...OTHER_INTEGRATIONS,
  ...FROM,
];

export const integrationOf = (id: string | undefined): Integration | null =>
  INTEGRATIONS.find((known) => known.id === id) ?? null;
