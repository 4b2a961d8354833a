// Filters the judge's proposals: only those that could be created as they are, without near duplicates.
import { Compile } from 'typebox/compile';
import { once } from '#lib/later';
import { CriterionInput } from '#services/criteria';
import type { ProposedCriterion } from './schemas.ts';
import { criterionLikeness, nearlySame } from './similarity.ts';

const MAX_REASONING = 1_000;
const input = once(() => Compile(CriterionInput));

/** In the order of the judge, most useful first. */
export function choose(
  raw: readonly unknown[],
  existing: readonly { name: string; rubric: string }[],
  most: number,
): ProposedCriterion[] {
  const chosen: ProposedCriterion[] = [];
  const known = existing.map(criterionLikeness);
  for (const each of raw) {
    if (chosen.length === most) break;
    const proposed = usable(each);
    if (!proposed) continue;
    const like = criterionLikeness(proposed);
    if (known.some((each) => nearlySame(each, like))) continue;
    known.push(like);
    chosen.push(proposed);
  }
  return chosen;
}

/** Applies the same rules as for a criterion created by a person. */
function usable(value: unknown): ProposedCriterion | null {
  if (typeof value !== 'object' || value === null) return null;
  const given = value as Record<string, unknown>;
  const [name, rubric, reasoning] = [text(given['name']), text(given['rubric']), text(given['reasoning'])];
  const { scaleMin, scaleMax } = given;
  const criterion = { name: name.replaceAll(/\s+/g, ' '), rubric, scaleMin, scaleMax };
  if (!input().Check(criterion) || criterion.scaleMin >= criterion.scaleMax) return null;
  return { ...criterion, reasoning: reasoning.slice(0, MAX_REASONING).toWellFormed() };
}

const text = (value: unknown): string =>
  typeof value === 'string' ? value.toWellFormed().replaceAll('\u0000', '').trim() : '';
