// How a test makes the front fail. A fault is armed over HTTP for the next insert into a table: the front
// dies when the table has the rows and the named views do not, like a server that loses power in mid-insert.

export interface Fault {
  /** The table of the insert. */
  table: string;
  /** Views behind the table that do not get the rows. */
  without: string[];
}

const NAME = /^\w+$/;

export function readFault(body: string): Fault {
  const fault = JSON.parse(body) as Fault;
  if (![fault.table, ...fault.without].every((name) => NAME.test(name))) throw new Error('Not a name.');
  return fault;
}

export const isAbout = ({ table }: Fault, sql: string): boolean =>
  new RegExp(`^\\s*insert\\s+into\\s+${table}\\b`, 'i').test(sql);

/** A detached view gets no rows, and is attached again after a restart. */
export async function dieBehind(
  { without }: Fault,
  run: (sql: string) => Promise<unknown>,
  insert: () => Promise<unknown>,
): Promise<never> {
  for (const view of without) await run(`DETACH TABLE ${view}`);
  await insert();
  process.kill(process.pid, 'SIGKILL');
  return new Promise<never>(() => undefined);
}
