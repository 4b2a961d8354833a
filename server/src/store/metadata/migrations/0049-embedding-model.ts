import type { Kysely } from 'kysely';

/** The model of a connection that makes embeddings. */
export const embeddingModel = async (db: Kysely<never>) => {
  await db.schema.alterTable('model_connections').addColumn('embedding_model', 'text').execute();
};
