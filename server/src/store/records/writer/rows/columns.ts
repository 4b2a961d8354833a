// A table's columns in the order in which a row encoder writes them. The engine gets this list when it loads
// such rows.

export interface Column {
  name: string;
  /** The type of the bytes; the engine converts it to the column's own. */
  type: string;
}

export const columns = (...list: [name: string, type: string][]): Column[] =>
  list.map(([name, type]) => ({ name, type }));

export const columnNames = (list: readonly Column[]): string => list.map(({ name }) => name).join(', ');

export const structure = (list: readonly Column[]): string =>
  list.map(({ name, type }) => `${name} ${type}`).join(', ');

export const MILLISECONDS = "DateTime64(3, 'UTC')";
export const SECONDS = "DateTime('UTC')";
