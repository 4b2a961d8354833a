// Questions to a person at a terminal. They go to standard error, so that standard output has results only.
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { wrongInput } from '../service/fault.ts';

export const isPersonThere = (): boolean => process.stdin.isTTY && process.stderr.isTTY;

/** With `hidden`, the answer is not shown while it is typed. */
export async function askPerson(question: string, { hidden = false } = {}): Promise<string> {
  let isMuted = false;
  const output = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      if (!isMuted) process.stderr.write(chunk);
      done();
    },
  });
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  // Ctrl-C rejects the answer. Ctrl-D only closes the input.
  const closed = new Promise<never>((_resolve, reject) => {
    lines.once('close', () => reject(new Error('closed')));
  });
  try {
    const answer = lines.question(question);
    isMuted = hidden;
    return (await Promise.race([answer, closed])).trim();
  } catch {
    if (!hidden) process.stderr.write('\n');
    throw wrongInput('stopped', 'Stopped. Nothing was changed.');
  } finally {
    closed.catch(() => {});
    lines.close();
    if (hidden) process.stderr.write('\n');
  }
}
