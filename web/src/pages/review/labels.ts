// Suggested labels: those last used in this browser, then some defaults. Labels are compared exactly, so the
// defaults are the same in every language.
import { stored, useStored } from '#lib/stored';

const FIRST_LABELS = ['correct', 'hallucination', 'incomplete', 'off-topic', 'unsafe'];
/** Shortcut keys for the labels; 1 to 5 are the scores. */
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
    // Existing labels keep their keys; a new one replaces the last.
    if (label !== '' && !labels.includes(label)) own.set([label, ...labels].slice(0, LABEL_KEYS.length));
  };
  return [labels, remember];
}
