import type { Schemas } from '#api';

export type RunData = Schemas['EvalRun'];
export type ScoreData = Schemas['EvalScore'];
