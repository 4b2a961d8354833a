import type { Schemas } from '#api';

export type Comparison = Schemas['RunComparison'];
export type ComparedRow = Schemas['ComparedSpan'];
export type Side = 'a' | 'b';
