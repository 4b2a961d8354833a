import type { Schemas } from '#api';

export type AlertData = Schemas['Alert'];
export type AlertTypeName = AlertData['alertType'];
export type AlertChannelKind = AlertData['channelKinds'][number];
export type AlertThreshold = Pick<AlertData, 'alertType' | 'thresholdValue' | 'windowMinutes'>;
export type AlertEventData = Schemas['AlertEvent'];
