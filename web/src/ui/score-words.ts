import type { Schemas } from '#api';
import { useWorded, type Said } from '#i18n';
import { scoreWordings } from './score-wordings.ts';

type Score = Pick<Schemas['EvalScore'], 'code' | 'values' | 'reasoning'>;

/** What a rule says, or why there is no score. A judge's own words are shown as they are, in whatever language they are. */
export function useScoreWords(): (score: Score) => Said<string> {
  const say = useWorded(scoreWordings);
  return (score) =>
    score.code === null ? { words: score.reasoning, lang: undefined } : say(score, score.reasoning);
}
