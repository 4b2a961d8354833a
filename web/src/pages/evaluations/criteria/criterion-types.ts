// What each type of criterion can score, and how its rubric is written.
import type { Schemas } from '#api';

export type CriterionType = Schemas['EvalCriterion']['type'];
export type CriterionScope = Schemas['EvalCriterion']['scope'];
export type CriterionScore = Schemas['EvalCriterion']['scoreType'];

interface TypeFacts {
  scopes: readonly CriterionScope[];
  /** None: it passes or fails, on a scale from 0 to 1. */
  scoreTypes: readonly CriterionScore[];
  /** A model is asked, which costs money. */
  asksModel: boolean;
  editor: 'prose' | 'line' | 'json' | 'code';
  /** A rubric to begin with. */
  template: string;
}

const RULE = { scopes: ['call'], scoreTypes: [], asksModel: false } as const;
const NUMBERS = ['numeric', 'boolean'] as const;
const ALL = ['numeric', 'boolean', 'categorical'] as const;
const ANY_SCOPE = ['call', 'trajectory', 'session'] as const;

const json = (value: unknown): string => JSON.stringify(value, null, 2);

const CODE = `function score({ output, expectedOutput, latencyMs }) {
  if (output.trim() === '') return { score: 0, reason: 'empty' };
  return output.length <= 800
    ? { score: 1, reason: 'short enough' }
    : { score: 0, reason: \`\${output.length} characters\` };
}
`;

export const CRITERION_TYPES: Readonly<Record<CriterionType, TypeFacts>> = {
  llm_judge: { scopes: ANY_SCOPE, scoreTypes: ALL, asksModel: true, editor: 'prose', template: '' },
  contains: { ...RULE, editor: 'line', template: '' },
  exact_match: { ...RULE, editor: 'line', template: '' },
  regex: { ...RULE, editor: 'line', template: '' },
  json_schema: { ...RULE, editor: 'json', template: '' },
  json_path: { ...RULE, editor: 'line', template: '' },
  embedding_similarity: {
    scopes: ['call'],
    scoreTypes: NUMBERS,
    asksModel: true,
    editor: 'line',
    template: '{{expectedOutput}}',
  },
  code: { scopes: ANY_SCOPE, scoreTypes: ALL, asksModel: false, editor: 'code', template: CODE },
  tool_repeats: { ...RULE, editor: 'line', template: '1' },
  tool_calls: {
    scopes: ANY_SCOPE,
    scoreTypes: NUMBERS,
    asksModel: false,
    editor: 'json',
    template: json({ expected: [{ name: 'search' }], match: 'exact', order: 'any', allowUnexpected: false }),
  },
  trajectory: {
    scopes: ['trajectory', 'session'],
    scoreTypes: NUMBERS,
    asksModel: false,
    editor: 'json',
    template: json({ maxSteps: 20, maxRepeats: 2, noFailedStep: true, endsWithAnswer: true }),
  },
};

/** In the order of the form. */
export const TYPE_NAMES = Object.keys(CRITERION_TYPES) as CriterionType[];
