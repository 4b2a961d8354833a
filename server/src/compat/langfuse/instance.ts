// What clients ask about the server itself: whether it is there, and which project the key belongs to.
import { Type } from 'typebox';
import { endpoint, publicEndpoint, Reply } from '#core/endpoint';
import type { Context, PublicContext } from '#core/context';
import { checkHealth } from '#features/health';
import { LANGFUSE as peer } from './peer.ts';

const tag = 'langfuse';
const Health = Type.Object({ status: Type.String(), version: Type.String() });

/** Clients compare the number with the version from which an endpoint exists. */
const versionOf = ({ config }: PublicContext): string => `4.0.0-tracewell.${config.version}`;

const answer = (ctx: PublicContext, problem: string | null): Reply =>
  new Reply(problem === null ? 200 : 503, { status: problem ?? 'OK', version: versionOf(ctx) });

const HealthQuery = Type.Object({ failIfDatabaseUnavailable: Type.Optional(Type.String()) });

async function projectsOf({ account, project }: Context) {
  const own = project ?? account.defaultProject;
  const others = project ? [] : [...account.projects.values()].filter(({ id }) => id !== own.id);
  return {
    data: [own, ...others].map(({ id, name }) => ({
      id,
      name,
      organization: { id: account.id, name: account.name },
      metadata: {},
      retentionDays: account.retentionDays,
    })),
  };
}

export const langfuseInstanceEndpoints = [
  publicEndpoint({
    id: 'langfuseHealth',
    method: 'GET',
    path: '/api/public/health',
    tag,
    summary: 'Whether the service answers',
    peer,
    query: HealthQuery,
    replies: { 200: Health, 503: Health },
    handle: async (ctx, { query }) => {
      if (query.failIfDatabaseUnavailable !== 'true') return answer(ctx, null);
      const { checks } = await checkHealth(ctx);
      const isAway = checks.records === 'unavailable' || checks.metadata === 'unavailable';
      return answer(ctx, isAway ? 'Database not available' : null);
    },
  }),
  publicEndpoint({
    id: 'langfuseReady',
    method: 'GET',
    path: '/api/public/ready',
    tag,
    summary: 'Whether the service takes requests',
    peer,
    replies: { 200: Health, 503: Health },
    handle: (ctx) => answer(ctx, ctx.lifecycle.stopping ? 'Shutting down' : null),
  }),
  endpoint({
    id: 'langfuseGetProjects',
    method: 'GET',
    path: '/api/public/projects',
    tag,
    summary: 'The project of the key, or all projects if it has none',
    peer,
    access: { scope: 'read' },
    project: 'scoped',
    replies: {
      200: Type.Object({
        data: Type.Array(
          Type.Object({
            id: Type.String(),
            name: Type.String(),
            organization: Type.Object({ id: Type.String(), name: Type.String() }),
            metadata: Type.Object({}),
            retentionDays: Type.Integer(),
          }),
        ),
      }),
    },
    handle: (ctx) => projectsOf(ctx),
  }),
];
