import { Type, type Static } from 'typebox';
import { PageQuery } from '#core/paging';
import { codesOf, FigureValues } from '#lib/figures';
import { closed, Id, Nullable, OneOf, Timestamp } from '#lib/schema';
import { SafetyFigures } from './figures.ts';

const SOURCES = ['on_demand', 'background'] as const;
export type ScanSource = (typeof SOURCES)[number];

export const SafetyAssessment = Type.Object(
  {
    id: Id,
    call_id: Type.String(),
    labels: Type.Array(Type.String(), {
      description: 'Flagged categories in the input or the output, sorted; empty if none',
    }),
    score: Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'The highest score of any category, flagged or not',
    }),
    reasoning: Type.String({ description: 'The highest categories and where they occurred' }),
    code: OneOf(codesOf(SafetyFigures)),
    values: FigureValues(
      SafetyFigures,
      'The figures in the reasoning: `score:<input or output>:<category>`, highest first, and those of the code',
    ),
    classifier_id: Type.String(),
    source: OneOf(SOURCES, 'Origin: a request or the background scan'),
    createdAt: Timestamp,
  },
  { title: 'SafetyAssessment', additionalProperties: false },
);
export type SafetyAssessment = Static<typeof SafetyAssessment>;

export const AssessmentList = Type.Object({
  assessments: Type.Array(SafetyAssessment),
  nextCursor: Nullable(Type.String()),
});
export type AssessmentList = Static<typeof AssessmentList>;

export const AssessmentParams = Type.Object({ id: Id });

export const AssessmentQuery = Type.Object({
  call_id: Type.Optional(Type.String({ minLength: 1, maxLength: 256, description: 'Only this call' })),
  flagged: Type.Optional(
    Type.Boolean({ description: 'true for assessments with labels only, false for those without' }),
  ),
  ...PageQuery.properties,
});
export type AssessmentQuery = Static<typeof AssessmentQuery>;

export const ScanOrder = closed(
  {
    maxRecords: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, default: 50, description: 'Number of calls to check' }),
    ),
  },
  { title: 'ScanSafetyBatch' },
);
export type ScanOrder = Static<typeof ScanOrder>;

const Count = (description: string) => Type.Integer({ minimum: 0, description });

export const ScanCounts = Type.Object(
  {
    scanned: Count('Checked calls: the sum of assessed, failures and skipped'),
    assessed: Count('Calls that got an assessment'),
    flagged: Count('Of these, with labels'),
    failures: Count('Calls that could not be classified; the next scan tries them again'),
    skipped: Count('Calls without stored content'),
  },
  { title: 'SafetyScan', additionalProperties: false },
);
export type ScanCounts = Static<typeof ScanCounts>;
