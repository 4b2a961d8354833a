import type { Schemas } from '#api';

export type CreatedKey = Schemas['CreatedApiKey'];
