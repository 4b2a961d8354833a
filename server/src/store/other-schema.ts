import { AppError } from '#lib/app-error';

/** For a store with another first schema, which cannot be migrated to this one. */
export const otherSchema = (store: string, found: string, own: string): AppError =>
  new AppError(
    'unavailable',
    'schema_other',
    `${store} has another schema than this version of Tracewell can read (${found}; this version has ${own}). ` +
      'Nothing was changed. Start the version that made it. To move to this version, export with that one ' +
      '(`tracewell-server export`), start this one with a new data folder or an empty database, and import there.',
  );
