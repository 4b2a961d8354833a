import type { Schemas } from '#api';
import type { OperationInput } from '@tracewell/sdk';

export type AppRequest = OperationInput<'get', '/v1/oauth/authorization'>['query'];
export type AppView = Schemas['AppAuthorizationView'];
export type DeviceView = Schemas['DeviceLoginView'];
