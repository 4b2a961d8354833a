import { createInterface } from 'node:readline/promises';

/** Asks the person at a terminal; Ctrl-C and Ctrl-D mean no. A script does not need to confirm. */
export async function confirmed(message: string, skip: boolean): Promise<boolean> {
  if (skip || !process.stdin.isTTY || !process.stdout.isTTY) return true;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const left = new AbortController();
  terminal.once('SIGINT', () => left.abort()).once('close', () => left.abort());
  try {
    const answer = await terminal.question(`${message} [y/N] `, { signal: left.signal });
    return /^y(es)?$/i.test(answer.trim());
  } catch (error) {
    if (left.signal.aborted) return false;
    throw error;
  } finally {
    terminal.close();
  }
}
