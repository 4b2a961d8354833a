// Connections of the front, each with the database and the settings of its last request: a request that wants the same
// costs nothing, another one changes the difference.
import type { Chdb, NativeResult, Session } from './native.ts';

export interface Statement {
  sql: string;
  format: string;
  database: string;
  settings: Record<string, string>;
  params: Record<string, string>;
}

interface Lane {
  session: Session;
  database: string;
  settings: Record<string, string>;
}

export class Sessions {
  readonly #chdb: Chdb;
  readonly #lanes: Lane[];
  readonly #free: Lane[];
  readonly #waiting: ((lane: Lane) => void)[] = [];

  constructor(chdb: Chdb, folder: string, count: number) {
    this.#chdb = chdb;
    this.#lanes = Array.from({ length: count }, () => ({
      session: chdb.open(folder),
      database: 'default',
      settings: {},
    }));
    this.#free = [...this.#lanes];
  }

  async run(statement: Statement): Promise<NativeResult> {
    const lane = this.#free.pop() ?? (await new Promise<Lane>((resolve) => this.#waiting.push(resolve)));
    try {
      await this.#prepare(lane, statement);
      return await this.#chdb.run(lane.session, statement.sql, statement.format, statement.params);
    } finally {
      const next = this.#waiting.shift();
      if (next) next(lane);
      else this.#free.push(lane);
    }
  }

  close(): void {
    for (const lane of this.#lanes) lane.session.close();
  }

  async #prepare(lane: Lane, { database, settings }: Statement): Promise<void> {
    if (lane.database !== database) {
      await this.#chdb.run(lane.session, `USE \`${database.replaceAll('`', '``')}\``, 'TSV');
      lane.database = database;
    }
    const changes = [
      ...Object.keys(lane.settings)
        .filter((name) => !(name in settings))
        .map((name) => `${name} = DEFAULT`),
      ...Object.entries(settings)
        .filter(([name, value]) => lane.settings[name] !== value)
        .map(([name, value]) => `${name} = ${literal(value)}`),
    ];
    if (changes.length === 0) return;
    lane.settings = {}; // Unknown until the statement has gone through.
    await this.#chdb.run(lane.session, `SET ${changes.join(', ')}`, 'TSV');
    lane.settings = { ...settings };
  }
}

export const literal = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
