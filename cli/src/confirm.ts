import { confirm, isCancel } from '@clack/prompts';

/** Asks a person at a terminal. A script does not need to confirm. */
export async function confirmed(message: string, skip: boolean): Promise<boolean> {
  if (skip || !process.stdin.isTTY || !process.stdout.isTTY) return true;
  const answer = await confirm({ message, initialValue: false });
  return !isCancel(answer) && answer;
}
