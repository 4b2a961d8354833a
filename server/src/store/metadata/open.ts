// Opens the metadata store and says which schema it has. Apart from index.ts, so that a feature does not load the
// engines and the migrations.
export { Metadata } from './metadata.ts';
export { NewerSchemaError } from './migrate.ts';
export { knowsSchema, requireOwnMetadata, schemaOf } from './schema-state.ts';
