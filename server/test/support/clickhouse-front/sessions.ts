// Connections of the front, each with the database and the settings of its last request: a request with the
// same ones costs nothing, another one changes only the difference.
import type { Chdb, NativeResult, Session } from './native.ts';

interface Statement {
  sql: string;
  format: string;
  database: string;
  settings: Record<string, string>;
  params: Record<string, string>;
}

interface Lane {
  session: Session;
  /** True if compilation is switched off. */
  quick: boolean;
  database: string;
  settings: Record<string, string>;
}

// Compiling machine code for one small query never pays off, especially under emulation, which has to
// translate every new instruction.
const QUICK = [
  'compile_expressions = 0',
  'compile_aggregate_expressions = 0',
  'compile_sort_description = 0',
];

export class Sessions {
  readonly #chdb: Chdb;
  readonly #lanes: Lane[];
  readonly #free: Lane[];
  readonly #waiting: ((lane: Lane) => void)[] = [];

  constructor(chdb: Chdb, folder: string, count: number) {
    this.#chdb = chdb;
    this.#lanes = Array.from({ length: count }, () => ({
      session: chdb.open(folder),
      quick: false,
      database: 'default',
      settings: {},
    }));
    this.#free = [...this.#lanes];
  }

  async run(statement: Statement): Promise<NativeResult> {
    const lane = this.#take(statement) ?? (await new Promise<Lane>((resolve) => this.#waiting.push(resolve)));
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

  /** Returns a free one that is set up for this statement, or else one that differs only in settings. */
  #take(statement: Statement): Lane | undefined {
    const best = this.#free.toSorted(
      (left, right) => changesFor(left, statement) - changesFor(right, statement),
    )[0];
    if (best) this.#free.splice(this.#free.indexOf(best), 1);
    return best;
  }

  async #prepare(lane: Lane, { database, settings }: Statement): Promise<void> {
    if (lane.database !== database) {
      await this.#chdb.run(lane.session, `USE \`${database.replaceAll('`', '``')}\``, 'TSV');
      lane.database = database;
    }
    const changes = changedSettings(lane, settings);
    if (!lane.quick) changes.push(...QUICK);
    lane.quick = true;
    if (changes.length === 0) return;
    lane.settings = {}; // The settings are unknown until the statement has succeeded.
    await this.#chdb.run(lane.session, `SET ${changes.join(', ')}`, 'TSV');
    lane.settings = { ...settings };
  }
}

const changesFor = (lane: Lane, { database, settings }: Statement): number =>
  (lane.database === database ? 0 : 1) + (changedSettings(lane, settings).length === 0 ? 0 : 1);

function changedSettings(lane: Lane, settings: Record<string, string>): string[] {
  return [
    ...Object.keys(lane.settings)
      .filter((name) => !(name in settings))
      .map((name) => `${name} = DEFAULT`),
    ...Object.entries(settings)
      .filter(([name, value]) => lane.settings[name] !== value)
      .map(([name, value]) => `${name} = ${literal(value)}`),
  ];
}

export const literal = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
