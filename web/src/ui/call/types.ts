import type { Schemas } from '#api';

export type Call = Schemas['Call'];
