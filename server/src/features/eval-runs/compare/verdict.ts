export const VERDICTS = ['improved', 'regressed', 'unchanged', 'inconclusive'] as const;
export type Verdict = (typeof VERDICTS)[number];
