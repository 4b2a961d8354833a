import type { Schemas } from '#api';

export type Assessment = Schemas['SafetyAssessment'];
