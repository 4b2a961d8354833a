// The structure of a preset, and the common layout of all judge rubrics: question, evidence, what to ignore,
// levels, edge cases. More is better on every scale, so means, gates and "new failures" read the same for all
// presets.
import type { Criterion } from '#services/scores';

type PresetCategory = 'RAG' | 'quality' | 'safety';

export interface Preset {
  key: string;
  category: PresetCategory;
  name: string;
  /** Instructions for the judge, or the rubric of another type. */
  rubric: string;
  scaleMin: number;
  scaleMax: number;
  type: Criterion['type'];
  scoreType: 'numeric' | 'boolean' | 'categorical';
  descriptionJa: string;
}

type Card = Pick<Preset, 'key' | 'category' | 'name' | 'descriptionJa'>;

interface JudgeCard extends Card {
  question: string;
  lookAt: string;
  ignore: string;
  edgeCases: readonly string[];
}

interface FiveLevelCard extends JudgeCard {
  levels: Record<1 | 2 | 3 | 4 | 5, string>;
}

interface YesNoCard extends JudgeCard {
  pass: string;
  fail: string;
}

interface CheckCard extends Card {
  type: Exclude<Preset['type'], 'llm_judge'>;
  rubric: string;
  /** Boolean unless given; the scale is 0 to 1 in both cases. */
  scoreType?: 'numeric' | 'boolean';
}

export function fiveLevels(card: FiveLevelCard): Preset {
  const { levels } = card;
  const scores = ([5, 4, 3, 2, 1] as const).map((score) => `${score}: ${levels[score]}`);
  return judged(card, scores, { scaleMin: 1, scaleMax: 5, scoreType: 'numeric' });
}

export function yesOrNo(card: YesNoCard): Preset {
  return judged(card, [`1: ${card.pass}`, `0: ${card.fail}`], {
    scaleMin: 0,
    scaleMax: 1,
    scoreType: 'boolean',
  });
}

export function presetCheck({ scoreType = 'boolean', ...card }: CheckCard): Preset {
  const { key, category, name, type, rubric, descriptionJa } = card;
  return { key, category, name, rubric, scaleMin: 0, scaleMax: 1, type, scoreType, descriptionJa };
}

function judged(
  card: JudgeCard,
  scores: string[],
  scale: Pick<Preset, 'scaleMin' | 'scaleMax' | 'scoreType'>,
): Preset {
  const rubric = [
    card.question,
    `Look at: ${card.lookAt}`,
    `Do not consider: ${card.ignore}`,
    'Scores:',
    ...scores,
    'Edge cases:',
    ...card.edgeCases.map((edge) => `- ${edge}`),
  ].join('\n');
  const { key, category, name, descriptionJa } = card;
  return { key, category, name, rubric, ...scale, type: 'llm_judge', descriptionJa };
}
