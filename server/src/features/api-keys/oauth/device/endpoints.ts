import { endpoint } from '#core/endpoint';
import { decideDeviceLogin, describeDeviceLogin } from './decide.ts';
import { DeviceDecided, DeviceDecision, DeviceLoginQuery, DeviceLoginView } from './schemas.ts';

const tag = 'api-keys';

export const deviceEndpoints = [
  endpoint({
    id: 'describeDeviceLogin',
    method: 'GET',
    path: '/v1/oauth/device',
    tag,
    summary: 'What a program in a terminal asks a person for',
    description: 'For the page that `tracewell login` opens. Wrong codes are limited.',
    access: { scope: 'read', role: 'admin', credential: 'session' },
    project: 'account-wide',
    query: DeviceLoginQuery,
    replies: { 200: DeviceLoginView },
    errors: [404, 429],
    handle: (ctx, { query }) => describeDeviceLogin(ctx, query.code),
  }),
  endpoint({
    id: 'decideDeviceLogin',
    method: 'POST',
    path: '/v1/oauth/device',
    tag,
    summary: 'Let a program in a terminal in, or refuse',
    description:
      'The program then gets a key with the allowed scopes, which is valid for 30 days. A code can be decided once, within 10 minutes.',
    access: { scope: 'write', role: 'admin', credential: 'session' },
    project: 'account-wide',
    body: DeviceDecision,
    replies: { 200: DeviceDecided },
    errors: [404, 429],
    audit: 'device_login.decide',
    handle: (ctx, { body }) => decideDeviceLogin(ctx, body),
  }),
];
