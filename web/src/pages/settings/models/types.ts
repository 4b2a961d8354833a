import type { Schemas } from '#api';

export type ModelConnectionData = Schemas['ModelConnection'];
export type ModelFaultData = Schemas['ModelFault'];
