// Combines the verdicts on the pieces of a call into labels, a score, and one sentence for people. It
// contains no content.
import type { Coded } from '#lib/figures';
import type { SafetyFigures } from '../figures.ts';
import type { SafetyVerdict } from './read-answer.ts';
import type { Side, SideText } from './texts.ts';

export type Conclusion = Coded<typeof SafetyFigures> & {
  /** Sorted; empty if nothing was flagged. */
  labels: string[];
  score: number;
  reasoning: string;
};

interface Finding {
  category: string;
  side: Side;
  score: number;
  flagged: boolean;
}

const SHOWN = 3;

export function conclude(
  verdicts: readonly { side: Side; verdict: SafetyVerdict }[],
  texts: readonly SideText[],
): Conclusion {
  const findings = highestFirst(verdicts);
  const flagged = findings.filter((each) => each.flagged);
  const shown = (flagged.length > 0 ? flagged : findings).slice(0, SHOWN);
  return {
    labels: [...new Set(flagged.map(({ category }) => category))].toSorted(),
    score: findings[0]?.score ?? 0,
    code: flagged.length > 0 ? 'flagged' : 'not_flagged',
    values: {
      ...Object.fromEntries(
        shown.map(({ category, side, score }) => [`score:${side}:${category}`, rounded(score)]),
      ),
      ...(flagged.length > SHOWN ? { more: flagged.length - SHOWN } : {}),
      ...Object.assign({}, ...texts.map(cutFigures)),
    },
    reasoning: `${[sentence(shown, flagged.length), ...texts.flatMap(cutNote)].join('; ')}.`,
  };
}

/** One finding per category and side: the highest score of its pieces, flagged if any piece was. */
function highestFirst(verdicts: readonly { side: Side; verdict: SafetyVerdict }[]): Finding[] {
  const found = new Map<string, Finding>();
  for (const { side, verdict } of verdicts) {
    for (const [category, { flagged, score }] of verdict) {
      const key = `${side} ${category}`;
      const known = found.get(key);
      found.set(key, {
        category,
        side,
        score: Math.max(score, known?.score ?? 0),
        flagged: flagged || known?.flagged === true,
      });
    }
  }
  return [...found.values()].toSorted(
    (left, right) => right.score - left.score || (left.category < right.category ? -1 : 1),
  );
}

function sentence(shown: readonly Finding[], flagged: number): string {
  const named = shown.map(inWords).join(', ');
  if (flagged === 0) return `Nothing was flagged, the highest were ${named}`;
  return `Flagged for ${named}${flagged > SHOWN ? ` and ${flagged - SHOWN} more` : ''}`;
}

const inWords = ({ category, side, score }: Finding): string =>
  `${category} in the ${side} (${score.toFixed(2)})`;

const rounded = (score: number): number => Math.round(score * 1e4) / 1e4;

const cutFigures = ({ side, chars, seen }: SideText): Record<string, number> =>
  seen === chars ? {} : { [`${side}Chars`]: chars, [`${side}Seen`]: seen };

function cutNote({ side, chars, seen }: SideText): string[] {
  if (seen === chars) return [];
  const number = (value: number) => value.toLocaleString('en');
  return [
    `of the ${side}, ${number(chars)} characters long, only the beginning and the end were classified, ${number(seen)} characters`,
  ];
}
