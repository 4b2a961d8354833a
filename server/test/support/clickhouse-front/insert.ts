// An INSERT whose rows are in the body. They go through a file, because chDB cuts inline data at the first
// blank line.
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { literal } from './sessions.ts';

const INLINE = /^(\s*insert\s+into\s[\s\S]*?\sformat\s+(\w+))[ \t]*\r?\n([\s\S]+)$/i;
const HEAD = /^\s*(insert\s+into\s[\s\S]*?)(\ssettings\s[\s\S]+?)?\s+format\s+(\w+)\s*$/i;

/** `INSERT … FORMAT X` followed by rows in one text, which the interface also allows. */
export function splitInsert(sql: string, data: Buffer | null): { head: string; data: Buffer } | null {
  if (data) return { head: sql, data };
  const match = INLINE.exec(sql);
  return match ? { head: match[1] ?? '', data: Buffer.from(match[3] ?? '') } : null;
}

export async function insertFromFile<Result>(
  folder: string,
  head: string,
  data: Buffer,
  run: (sql: string) => Promise<Result>,
): Promise<Result> {
  const match = HEAD.exec(head);
  if (!match) throw new Error('Code: 62. DB::Exception: INSERT without FORMAT. (SYNTAX_ERROR)');
  const [, into, settings = '', format] = match;
  const file = path.join(folder, `${randomUUID()}.${format}`);
  await writeFile(file, data);
  try {
    return await run(`${into} FROM INFILE ${literal(file)} COMPRESSION 'none'${settings} FORMAT ${format}`);
  } finally {
    await rm(file, { force: true });
  }
}
