import { THOROUGH } from './models.ts';
import { Scene, type Sample } from './scene.ts';
import { CATALOG_ANSWER, CATALOG_QUESTION, CATALOG_SYSTEM } from '#services/sample-stories';

/** Hours lie between two of these calls, and a provider's cache lasts minutes. */
const UNCACHED = { ...THOROUGH, cachedPct: 0 };

/** Sums up the same catalog again and again. A response cache would save these calls. */
export function catalog(sample: Sample, atMs: number): void {
  const role = { agent: 'support-bot', feature: 'catalog', user: 'nightly', sessionId: null };
  new Scene(sample, role, atMs, false).ask({
    model: UNCACHED,
    promptTokens: sample.random.whole(23_500, 24_500),
    completionTokens: sample.random.whole(180, 260),
    prompt: { name: 'catalog-summary', version: '1' },
    system: CATALOG_SYSTEM,
    input: [{ role: 'user', content: CATALOG_QUESTION }],
    output: CATALOG_ANSWER,
  });
}
