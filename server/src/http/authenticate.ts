import type { FastifyRequest } from 'fastify';
import type { Config } from '#config';
import type { Credentials } from '#core/access/authenticate';
import { requireOwnOrigin } from './csrf.ts';

/** The credentials of an HTTP request; core/access/authenticate.ts checks them. */
export function credentialsOf(request: FastifyRequest, config: Config): Credentials {
  const project = request.headers['x-project-id'];
  return {
    authorization: request.headers.authorization,
    projectId: Array.isArray(project) ? project[0] : project,
    requireOwnOrigin: () => requireOwnOrigin(request, config),
    onIdentified: (accountId, actorId) => {
      request.accountId = accountId;
      request.actorId = actorId;
    },
  };
}
