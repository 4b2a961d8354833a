import type { Schemas } from '#api';

export type Alert = Schemas['Alert'];
export type AlertType = Alert['alertType'];
export type Channel = Alert['channelKinds'][number];
export type Rule = Pick<Alert, 'alertType' | 'thresholdValue' | 'windowMinutes'>;
export type AlertEvent = Schemas['AlertEvent'];
