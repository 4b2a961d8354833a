// The rubric of embedding_similarity: a reference text and, for a boolean criterion, a last line with the
// threshold.
import { RubricError, type ScoreType } from '../evaluators/evaluator.ts';

const DEFAULT_THRESHOLD = 0.8;

const THRESHOLD = /(?:^|\n)[ \t]*threshold[ \t]*[:=][ \t]*([^\n]*?)\s*$/i;

interface SimilarityRubric {
  reference: string;
  threshold: number;
}

/** Throws a RubricError. A numeric criterion has no threshold, so all of its rubric is the text. */
export function similarityRubric(rubric: string, scoreType: ScoreType): SimilarityRubric {
  const line = scoreType === 'boolean' ? THRESHOLD.exec(rubric) : null;
  const reference = line ? rubric.slice(0, line.index) : rubric;
  if (reference.trim() === '') throw new RubricError('The rubric has no reference text.');
  if (!line) return { reference, threshold: DEFAULT_THRESHOLD };
  const threshold = /^[01](?:\.\d{1,6})?$|^0?\.\d{1,6}$/.test(line[1] ?? '') ? Number(line[1]) : Number.NaN;
  if (!(threshold >= 0 && threshold <= 1))
    throw new RubricError('The threshold in the last line must be a number from 0 to 1.');
  return { reference, threshold };
}
