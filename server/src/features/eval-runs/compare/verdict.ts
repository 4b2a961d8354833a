export const VERDICTS = ['improved', 'regressed', 'unchanged', 'inconclusive'] as const;
export type ComparisonVerdict = (typeof VERDICTS)[number];
