// What a file is, by the end of its name. Browsers know no type for most of them.
const TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  tsv: 'text/csv',
  jsonl: 'application/x-ndjson',
  ndjson: 'application/x-ndjson',
  json: 'application/json',
  parquet: 'application/vnd.apache.parquet',
};

export const ACCEPTED = Object.keys(TYPES)
  .map((ending) => `.${ending}`)
  .join(',');

/** Null if the service does not read such files. */
export const fileType = (name: string): string | null =>
  TYPES[/\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''] ?? null;
