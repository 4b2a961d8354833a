import type { Schemas } from '#api';

export type ProjectData = Schemas['Project'];
