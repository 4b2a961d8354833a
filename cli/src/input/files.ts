// Files that commands read and write. `-` is standard input or standard output.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { wrongInput } from '../service/fault.ts';

export async function readInput(file: string): Promise<string> {
  try {
    return file === '-' ? await text(process.stdin) : await readFile(file, 'utf8');
  } catch (error) {
    throw cannotRead(file, error);
  }
}

export async function writeOutput(file: string, content: string): Promise<void> {
  try {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  } catch (error) {
    throw cannotWrite(file, error);
  }
}

export const cannotRead = (file: string, error: unknown) =>
  wrongInput('cannot_read', `${file} cannot be read (${codeOf(error)}).`);

export const cannotWrite = (file: string, error: unknown) =>
  wrongInput('cannot_write', `${file} cannot be written (${codeOf(error)}).`);

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);
