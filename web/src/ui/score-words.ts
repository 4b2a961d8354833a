import type { Schemas } from '#api';
import { useWorded, type Said } from '#i18n';
import { scoreWordings } from './score-wordings.ts';

type Score = Pick<Schemas['EvalScore'], 'code' | 'values' | 'reasoning'>;

/** The result of a rule, or the reason for a missing score. A judge's reasoning is shown untranslated. */
export function useScoreWords(): (score: Score) => Said<string> {
  const say = useWorded(scoreWordings);
  return (score) =>
    score.code === null ? { words: score.reasoning, lang: undefined } : say(score, score.reasoning);
}
