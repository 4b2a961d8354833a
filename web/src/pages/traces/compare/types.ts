import type { Schemas } from '#api';

export type ComparisonData = Schemas['RunComparison'];
export type ComparedRow = Schemas['ComparedSpan'];
export type ComparedSide = 'a' | 'b';
