// Class, prompt and version of calls that have a score. The scores themselves are in the metadata store.
import { question, type CallRef, type KnownPrompt, type Scope } from '#records';
import { CLASS, classedRefs, readCallClass, type CallClass, type ClassRow } from './call-class.ts';

export interface ClassedCall extends CallClass {
  id: string;
  /** '' if the call names none. */
  prompt: string;
  version: string;
  ofEvalRun: boolean;
}

interface Row extends ClassRow {
  id: string;
  prompt: string;
  version: string;
  of_run: number;
}

/** Also calls of evaluation runs. */
export const selectClassesOfCalls = question({
  name: 'selectClassesOfCalls',
  isEmpty: (refs) => refs.length === 0,
  sql: classesOfCallsSql,
  read: (rows: Row[]) => rows.map(figuresOf),
});

const figuresOf = (row: Row): ClassedCall => ({
  ...readCallClass(row),
  id: row.id,
  prompt: row.prompt,
  version: row.version,
  ofEvalRun: row.of_run === 1,
});

export function classesOfCallsSql(scope: Scope, refs: readonly CallRef[], prompts: readonly KnownPrompt[]) {
  const { from, params } = classedRefs(scope, refs, prompts);
  return {
    sql: `SELECT ${CLASS}, id, prompt, version, toUInt8(eval_run != 0) AS of_run\nFROM ${from}\nORDER BY id`,
    params,
  };
}
