import type { Schemas } from '#api';

export type Finding = Schemas['Finding'];
export type Status = Finding['status'];
