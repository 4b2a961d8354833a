// Records which metadata statements the tests run, so that `npm test` can choose the files that run on PostgreSQL
// too (tools/test/statement-shapes.ts).
import { appendFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { DefaultQueryExecutor, type CompiledQuery } from 'kysely';
import { afterAll, expect, inject } from 'vitest';
import { shapeOf } from '../../../tools/test/statement-shapes.ts';

interface Executor {
  executeQuery: (this: Executor, query: CompiledQuery, ...rest: unknown[]) => Promise<unknown>;
}

// The tests of a process share the class, so it is changed once.
const seen = globalThis as { tracewellStatements?: Set<string> };

function watch(): Set<string> {
  const texts = new Set<string>();
  const base = Object.getPrototypeOf(DefaultQueryExecutor.prototype) as Executor;
  const execute = base.executeQuery;
  base.executeQuery = function (query, ...rest) {
    texts.add(query.sql);
    return execute.call(this, query, ...rest);
  };
  return texts;
}

/** Writes the shapes of each file into the folder that `npm test` names. */
export function recordStatements(): void {
  const folder = process.env['TEST_STATEMENTS'];
  if (folder === undefined) return;
  const texts = (seen.tracewellStatements ??= watch());
  texts.clear();
  afterAll(() => {
    mkdirSync(folder, { recursive: true });
    const file = path.relative(process.cwd(), expect.getState().testPath ?? '');
    const shapes = [...new Set([...texts].map(shapeOf))];
    const line = JSON.stringify({ engine: inject('engine'), file, shapes });
    appendFileSync(path.join(folder, `${process.pid}.jsonl`), `${line}\n`);
  });
}
