import type { Schemas } from '#api';

export type CallData = Schemas['Call'];
