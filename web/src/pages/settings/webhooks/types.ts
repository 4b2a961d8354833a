import type { Schemas } from '#api';

export type WebhookData = Schemas['Webhook'];
export type WithSecret = Schemas['WebhookWithSecret'];
