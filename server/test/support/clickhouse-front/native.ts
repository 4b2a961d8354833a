// chDB below its public API, for the front only: the parameters of an HTTP request are already in the
// engine's escaped form, and the public API would escape them again.
import { createRequire } from 'node:module';
import path from 'node:path';

export interface NativeResult {
  bytes: Uint8Array;
  rowsRead: number;
  bytesRead: number;
  elapsed: number;
}

interface Native {
  QueryAsyncConnection(
    connection: unknown,
    sql: string,
    format: string,
    params?: Record<string, string>,
  ): Promise<NativeResult>;
}

export interface Session {
  connection: unknown;
  close(): void;
}

export interface Chdb {
  open(folder: string): Session;
  run(session: Session, sql: string, format: string, params?: Record<string, string>): Promise<NativeResult>;
}

export function loadChdb(): Chdb {
  const require = createRequire(import.meta.url);
  const { Session } = require('chdb') as { Session: new (folder: string) => Session };
  const loader = path.join(path.dirname(require.resolve('chdb')), 'dist', 'loader.js');
  const native = (require(loader) as { loadNative(): Native }).loadNative();
  // The engine keeps parameters in one place for the whole process, so queries with parameters run one after
  // another.
  let last: Promise<unknown> = Promise.resolve();
  return {
    open: (folder) => new Session(folder),
    run: (session, sql, format, params) => {
      if (!params || Object.keys(params).length === 0) {
        return native.QueryAsyncConnection(session.connection, sql, format);
      }
      const turn = last.then(() => native.QueryAsyncConnection(session.connection, sql, format, params));
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}
