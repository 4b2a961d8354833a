// Finds the palette entries that match the typed text, best first. The list of the library sorts elements of
// the page behind React's back and loses track of groups that come and go, so it only shows what is ranked
// here.
import { defaultFilter } from 'cmdk';

interface Ranked {
  label: string;
  note?: string;
}

interface RankedGroup<E> {
  entries: readonly E[];
}

const scoreOf = ({ label, note = '' }: Ranked, text: string): number =>
  defaultFilter(`${label} ${note}`.trim(), text);

/** Without a text, returns everything in its own order. */
export function rank<E extends Ranked, G extends RankedGroup<E>>(groups: readonly G[], text: string): G[] {
  const wanted = text.trim();
  if (wanted === '') return groups.filter(({ entries }) => entries.length > 0);
  return groups
    .map((group) => {
      const scored = group.entries
        .map((entry) => ({ entry, score: scoreOf(entry, wanted) }))
        .filter(({ score }) => score > 0)
        .toSorted((a, b) => b.score - a.score);
      return {
        group: { ...group, entries: scored.map(({ entry }) => entry) },
        score: scored[0]?.score ?? 0,
      };
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ group }) => group);
}

/** Text with a digit is more likely an id than a word. */
export const isIdFirst = (text: string): boolean => /\d/.test(text);
