import type { Answer } from '#api';

export type Queue = Answer<'get', '/v1/annotations/review-queue'>;
export type Item = Queue['items'][number];
export type ReviewCoverage = Queue['coverage'];

/** How far back the queue looks. */
export const DAYS = ['1', '7', '30', '90'] as const;
export type Days = (typeof DAYS)[number];
