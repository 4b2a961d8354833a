// Endpoints are validated by their own declarations. Without these two functions the framework would load
// unused compilers, a hundred modules at each start.
import type { FastifyServerOptions } from 'fastify';

const none = () => {
  throw new Error('Routes have no schemas of the framework.');
};

export const NO_SCHEMAS: NonNullable<FastifyServerOptions['schemaController']> = {
  compilersFactory: { buildValidator: none, buildSerializer: none },
};
