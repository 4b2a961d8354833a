// A criterion while somebody writes it.
import type { Schemas } from '#api';
import {
  CRITERION_TYPES,
  type CriterionScope,
  type CriterionType,
  type CriterionScore,
} from './criterion-types.ts';

type Body = Schemas['EvalCriterionInput'];

export interface CriterionDraft {
  name: string;
  rubric: string;
  type: CriterionType;
  scoreType: CriterionScore;
  scope: CriterionScope;
  /** As typed. */
  scaleMin: string;
  scaleMax: string;
}

/** What a draft can begin with: a criterion, a preset, or a starter. */
type Beginning = Pick<Body, 'name' | 'rubric' | 'scaleMin' | 'scaleMax'> & {
  type: CriterionType;
  scoreType: CriterionScore;
  scope?: CriterionScope;
};

export const emptyDraft = (): CriterionDraft => ({
  name: '',
  rubric: '',
  type: 'llm_judge',
  scoreType: 'numeric',
  scope: 'call',
  scaleMin: '1',
  scaleMax: '5',
});

export const draftFrom = ({ name, rubric, type, scoreType, scope, scaleMin, scaleMax }: Beginning) => ({
  name,
  rubric,
  type,
  scoreType,
  scope: scope ?? CRITERION_TYPES[type].scopes[0] ?? 'call',
  scaleMin: String(scaleMin),
  scaleMax: String(scaleMax),
});

/**
 * Another type brings its own scale, and its template unless somebody has already written something.
 */
export function withType(draft: CriterionDraft, type: CriterionType): CriterionDraft {
  const { scoreTypes, scopes, template } = CRITERION_TYPES[type];
  const untouched = draft.rubric.trim() === '' || draft.rubric === CRITERION_TYPES[draft.type].template;
  const isJudge = type === 'llm_judge';
  const scale = isJudge ? { scaleMin: '1', scaleMax: '5' } : { scaleMin: '0', scaleMax: '1' };
  return {
    ...draft,
    ...scale,
    type,
    rubric: untouched ? template : draft.rubric,
    scoreType: isJudge || scoreTypes.length > 0 ? 'numeric' : 'boolean',
    scope: scopes.find((scope) => scope === draft.scope) ?? scopes[0] ?? 'call',
  };
}

/** A rule has no choice, but one that was created through the API may have a scale, which is kept. */
export const hasScale = ({ type, scoreType }: CriterionDraft): boolean =>
  CRITERION_TYPES[type].scoreTypes.length > 0 && scoreType !== 'boolean';

export function bodyOfDraft(draft: CriterionDraft): Body {
  const { name, rubric, type, scoreType, scope, scaleMin, scaleMax } = draft;
  const scale =
    scoreType === 'boolean'
      ? { scaleMin: 0, scaleMax: 1 }
      : { scaleMin: Number(scaleMin), scaleMax: Number(scaleMax) };
  return { name, rubric, type, scoreType, scope, ...scale };
}

const THRESHOLD = /\n?Threshold:[ \t]*([\d.]+)[ \t]*\n?$/;

/** The reference text of a similarity, and the threshold in its last line. */
export function splitThreshold(rubric: string): { text: string; threshold: string } {
  const found = THRESHOLD.exec(rubric);
  return found
    ? { text: rubric.slice(0, found.index), threshold: found[1] ?? '' }
    : { text: rubric, threshold: '' };
}

export const joinThreshold = (text: string, threshold: string): string =>
  threshold === '' ? text : `${text}\nThreshold: ${threshold}`;

/** The object in a rubric; null if it is something else, such as a text with a placeholder. */
export function objectInRubric(rubric: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(rubric);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** The rubric with one member changed; undefined removes it. */
export function withMember(rubric: string, member: string, value: unknown): string {
  const { [member]: _before, ...rest } = objectInRubric(rubric) ?? {};
  return JSON.stringify(value === undefined ? rest : { ...rest, [member]: value }, null, 2);
}
