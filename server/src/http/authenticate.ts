import type { FastifyRequest } from 'fastify';
import type { Config } from '#config';
import type { Presented } from '#core/access/authenticate';
import { requireOwnOrigin } from './csrf.ts';

/** The credentials of an HTTP request; core/access/authenticate.ts checks them. */
export function presentedBy(request: FastifyRequest, config: Config): Presented {
  const project = request.headers['x-project-id'];
  return {
    authorization: request.headers.authorization,
    projectId: Array.isArray(project) ? project[0] : project,
    requireOwnOrigin: () => requireOwnOrigin(request, config),
    identified: (accountId, actorId) => {
      request.accountId = accountId;
      request.actorId = actorId;
    },
  };
}
