import type { Schemas } from '#api';

export type Webhook = Schemas['Webhook'];
export type WithSecret = Schemas['WebhookWithSecret'];
