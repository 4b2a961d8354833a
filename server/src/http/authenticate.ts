import type { FastifyRequest } from 'fastify';
import type { Config } from '#config';
import type { Credentials } from '#core/access/authenticate';
import { foreignCredential } from '#core/access/foreign-credential';
import { requireOwnOrigin } from './csrf.ts';

/** The credentials of an HTTP request; core/access/authenticate.ts checks them. */
export function credentialsOf(request: FastifyRequest, config: Config, isAny: boolean): Credentials {
  const project = request.headers['x-project-id'];
  const { authorization, projectId } = isAny
    ? foreignCredential(request.headers)
    : { authorization: request.headers.authorization };
  return {
    authorization,
    projectId: (Array.isArray(project) ? project[0] : project) ?? projectId,
    requireOwnOrigin: () => requireOwnOrigin(request, config),
    onIdentified: (accountId, actorId) => {
      request.accountId = accountId;
      request.actorId = actorId;
    },
  };
}
