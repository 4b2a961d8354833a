import type { Schemas } from '#api';

export type Project = Schemas['Project'];
