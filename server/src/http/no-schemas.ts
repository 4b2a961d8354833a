// Endpoints are checked by their own declarations. Without these two the framework would load compilers that nobody uses, a hundred
// modules at each start.
import type { FastifyServerOptions } from 'fastify';

const none = () => {
  throw new Error('Routes have no schemas of the framework.');
};

export const NO_SCHEMAS: NonNullable<FastifyServerOptions['schemaController']> = {
  compilersFactory: { buildValidator: none, buildSerializer: none },
};
