import { invalid } from '#lib/app-error';
import type { AnnotationChange } from './schemas.ts';

/** The parts of an annotation, of which at least one is set. */
export interface Remarks {
  annotationText: string | null;
  label: string | null;
  qualityScore: number | null;
}

export const NO_REMARKS: Remarks = { annotationText: null, label: null, qualityScore: null };

const said = (text: string | null): string | null => (text === null || text.trim() === '' ? null : text);

/** Fields that are not given keep their value. */
export function remarksOf(given: AnnotationChange, before: Remarks): Remarks {
  const { annotationText, label, qualityScore } = given;
  const remarks: Remarks = {
    annotationText: annotationText === undefined ? before.annotationText : said(annotationText),
    label: label === undefined ? before.label : said(label),
    qualityScore: qualityScore === undefined ? before.qualityScore : qualityScore,
  };
  if (Object.values(remarks).every((remark) => remark === null)) {
    throw invalid(
      'annotationText',
      'At least one of annotationText, label and qualityScore is needed.',
      'empty_annotation',
    );
  }
  return remarks;
}
