import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Config } from '#config';
import type { Credentials } from '#core/access/authenticate';
import { foreignCredential } from '#core/access/foreign-credential';
import { headerReader } from './body.ts';
import { requireOwnOrigin } from './csrf.ts';

const projectIn = (headers: IncomingHttpHeaders): string | undefined => headerReader(headers)('x-project-id');

/** The credentials of a program with a key. It has no cookies that another site could use. */
export const programCredentials = (headers: IncomingHttpHeaders, authorization: string) => ({
  authorization,
  projectId: projectIn(headers),
  requireOwnOrigin: () => undefined,
  onIdentified: () => undefined,
});

/** The credentials of an HTTP request; core/access/authenticate.ts checks them. */
export function credentialsOf(request: FastifyRequest, config: Config, isAny: boolean): Credentials {
  const { authorization, projectId } = isAny
    ? foreignCredential(request.headers)
    : { authorization: request.headers.authorization };
  return {
    authorization,
    projectId: projectIn(request.headers) ?? projectId,
    requireOwnOrigin: () => requireOwnOrigin(request, config),
    onIdentified: (accountId, actorId) => {
      request.accountId = accountId;
      request.actorId = actorId;
    },
  };
}
