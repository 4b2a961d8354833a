// The labels that the code of a categorical criterion declares: a list, the best first, or their scores.
import { RubricError } from '../evaluator.ts';

export interface CodeLabel {
  label: string;
  score: number;
}

const MAX_LABELS = 20;
const HOW =
  "Declare them in the code, the best first, as const labels = ['good', 'bad'], or with scores, as const labels = { good: 5, bad: 1 }";

/** `json` is a list of pairs: a label, and its score or null. Throws a RubricError. */
export function codeLabels(json: string, scaleMin: number, scaleMax: number): CodeLabel[] {
  const pairs = pairsIn(json);
  if (pairs.length < 2) throw new RubricError(`A categorical criterion needs two labels or more. ${HOW}.`);
  if (pairs.length > MAX_LABELS) throw new RubricError(`There are more than ${MAX_LABELS} labels.`);
  const step = (scaleMax - scaleMin) / (pairs.length - 1);
  const labels = pairs.map(([label, score], at): CodeLabel => {
    if (typeof label !== 'string' || !/^.{1,60}$/u.test(label.trim()) || /\p{Cc}/u.test(label))
      throw new RubricError('Each label must be a line of 1 to 60 characters.');
    if (score === null)
      return { label: label.trim(), score: at === pairs.length - 1 ? scaleMin : scaleMax - at * step };
    if (typeof score !== 'number' || score < scaleMin || score > scaleMax)
      throw new RubricError(`The label "${label.trim()}" must have a score from ${scaleMin} to ${scaleMax}.`);
    return { label: label.trim(), score };
  });
  if (new Set(labels.map(({ label }) => label.toLowerCase())).size < labels.length)
    throw new RubricError('A label is declared twice.');
  return labels;
}

function pairsIn(json: string): unknown[][] {
  try {
    const value: unknown = JSON.parse(json);
    return Array.isArray(value) ? value.map((pair) => (Array.isArray(pair) ? pair : [])) : [];
  } catch {
    return [];
  }
}
