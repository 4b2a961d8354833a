// The labels at hand: those that this browser used last, filled up with a few to begin with. Labels are compared exactly,
// so the words to begin with are the same in every language.
import { stored, useStored } from '#lib/stored';

const FIRST_LABELS = ['correct', 'hallucination', 'incomplete', 'off-topic', 'unsafe'];
/** The keys of the labels, beside 1 to 5 of the scores. */
export const LABEL_KEYS = ['6', '7', '8', '9', '0'] as const;
export const LONGEST_LABEL = 50;

const own = stored<readonly string[]>('review-labels', (text) => {
  try {
    const list: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(list) ? list.filter((label): label is string => typeof label === 'string') : [];
  } catch {
    return [];
  }
});

export function useLabels(): [readonly string[], (label: string) => void] {
  const used = useStored(own);
  const labels = [...new Set([...used, ...FIRST_LABELS])].slice(0, LABEL_KEYS.length);
  const remember = (label: string) => {
    // Those at hand keep their keys; only a new one takes a place, that of the last.
    if (label !== '' && !labels.includes(label)) own.set([label, ...labels].slice(0, LABEL_KEYS.length));
  };
  return [labels, remember];
}
