import type { Schemas } from '#api';

export type Run = Schemas['EvalRun'];
export type Score = Schemas['EvalScore'];
