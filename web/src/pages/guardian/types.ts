import type { Schemas } from '#api';

export type FindingData = Schemas['Finding'];
export type Status = FindingData['status'];
