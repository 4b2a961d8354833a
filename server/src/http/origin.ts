import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import proxyAddress from '@fastify/proxy-addr';
import type { FastifyRequest } from 'fastify';
import type { Origin } from '#core/context';
import { cookiesFor } from '#core/access/cookies';

const USER_AGENT_CHARACTERS = 256;

/** Whether the proxy at this distance may say who the client is. The service itself counts as 0. */
export const trustsHop =
  (hops: number) =>
  (_address: string, hop: number): boolean =>
    hop < hops;

/** The address of the client, as the framework computes it from `trustsHop`. */
export const clientAddress = (request: IncomingMessage, hops: number): string =>
  hops === 0 ? (request.socket.remoteAddress ?? '') : proxyAddress(request, trustsHop(hops));

interface Sender {
  requestId: string;
  ip: string;
  host: string;
  headers: IncomingHttpHeaders;
}

/** The origin of a program with a key, which has no cookies. */
export const originOfProgram = ({ requestId, ip, host, headers }: Sender): Origin => ({
  requestId,
  ip,
  userAgent: headers['user-agent']?.slice(0, USER_AGENT_CHARACTERS) ?? null,
  host,
  sessionToken: null,
  auditActions: [],
});

export function originOf(request: FastifyRequest, publicUrl: string): Origin {
  const names = cookiesFor(request.host, publicUrl);
  const { id: requestId, ip, host, headers } = request;
  return {
    ...originOfProgram({ requestId, ip, host, headers }),
    sessionToken: request.cookies[names.session] ?? null,
    deviceToken: request.cookies[names.device] ?? null,
    ssoToken: request.cookies[names.sso] ?? null,
  };
}
