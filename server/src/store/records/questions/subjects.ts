// What a question can be about.

export const SUBJECTS = ['calls', 'spans'] as const;
export type Subject = (typeof SUBJECTS)[number];
