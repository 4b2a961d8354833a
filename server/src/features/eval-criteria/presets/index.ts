import type { Preset } from '#services/criteria';
import { AGENT_PRESETS } from './agents.ts';
import { QUALITY_PRESETS } from './quality.ts';
import { RAG_PRESETS } from './rag.ts';
import { SAFETY_PRESETS } from './safety.ts';

export type { Preset } from '#services/criteria';

export const PRESETS: readonly Preset[] = [
  ...RAG_PRESETS,
  ...QUALITY_PRESETS,
  ...AGENT_PRESETS,
  ...SAFETY_PRESETS,
];
