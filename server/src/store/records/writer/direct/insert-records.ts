// Inserts the rows of a flush. Content is inserted before the row that refers to it: an interruption leaves
// unused content, never a call that lacks its content.
import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { AppError, unavailable } from '#lib/app-error';
import type { RecordsEngine, RecordsTable } from '../../engine/engine.ts';
import type { InsertMode } from '../../engine/settings.ts';
import { CALL_COLUMNS } from '../rows/call-row.ts';
import { columnNames, type Column } from '../rows/columns.ts';
import { CONTENT_COLUMNS } from '../rows/content-row.ts';
import { OBSERVATION_COLUMNS } from '../rows/observation-row.ts';
import type { EncodedRecord } from './split-request.ts';
import { heldCall, type Held } from './held-call.ts';

/** `write` names the inserts on the server. */
export type InsertRecords = (records: readonly EncodedRecord[], write: string, hold: Held) => Promise<void>;

/** From this size on, the server's buffer for small inserts only costs time. */
const LARGE_ROWS = 5_000;
const ATTEMPTS = 3;
const PAUSE_MS = 200;
/** A server that takes this long to fail is overloaded, so there is no retry. */
const QUICK_MS = 3_000;

export const insertRecords =
  (engine: RecordsEngine): InsertRecords =>
  async (records, write, hold) => {
    const rowsOf = (table: EncodedRecord['table']) =>
      records.filter((record) => record.table === table).map(({ row }) => row);
    const content = records.flatMap(({ content }) => content ?? []);
    const insert = inserter(engine, write, hold);
    await insert('call_content', CONTENT_COLUMNS, content);
    // Waits for both, also when one fails: no insert may be running when the accounts are released.
    const ends = await Promise.allSettled([
      insert('observations', OBSERVATION_COLUMNS, rowsOf('observations')),
      insert('calls', CALL_COLUMNS, rowsOf('calls')),
    ]);
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  };

const inserter =
  (engine: RecordsEngine, write: string, hold: Held) =>
  async (table: RecordsTable, columns: readonly Column[], rows: readonly Buffer[]): Promise<void> => {
    if (rows.length === 0) return;
    const names = columnNames(columns);
    const bytes = Buffer.concat(rows);
    const send = (mode: InsertMode, attempt: number): Promise<void> =>
      engine.insertRows(table, names, bytes, mode, heldCall(hold, `${write}.${table}.${attempt}`));
    try {
      if (rows.length < LARGE_ROWS) await send({ buffered: true }, 1);
      else await repeated(send);
    } catch (error) {
      throw error instanceof AppError ? error : notStored(error);
    }
  };

/** With a token, repeated rows are stored once, also in the views behind the table. */
async function repeated(send: (mode: InsertMode, attempt: number) => Promise<void>): Promise<void> {
  const token = randomUUID();
  const began = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send({ token }, attempt);
    } catch (error) {
      if (attempt >= ATTEMPTS || performance.now() - began > QUICK_MS) throw error;
      await setTimeout(PAUSE_MS * attempt);
    }
  }
}

const notStored = (error: unknown) =>
  unavailable('not_stored', 'The records could not be written. Send them again shortly.', error);
