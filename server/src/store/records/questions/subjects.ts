// What a question can be about.

export const SUBJECTS = ['calls', 'spans', 'runs', 'sessions'] as const;
export type Subject = (typeof SUBJECTS)[number];

export type SpanSubject = 'calls' | 'spans';
export type RunSubject = 'runs' | 'sessions';

/** Groups of spans: one row for each run or session. */
export const isOfRuns = (of: Subject): of is RunSubject => of === 'runs' || of === 'sessions';
