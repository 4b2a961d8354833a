import type { Preset } from './preset.ts';
import { QUALITY_PRESETS } from './quality.ts';
import { RAG_PRESETS } from './rag.ts';
import { SAFETY_PRESETS } from './safety.ts';

export type { Preset } from './preset.ts';

export const PRESETS: readonly Preset[] = [...RAG_PRESETS, ...QUALITY_PRESETS, ...SAFETY_PRESETS];
