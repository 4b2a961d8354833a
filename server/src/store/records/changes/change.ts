// Changes of stored records, as values: `records.admin.change(account, deleteProject(project))`. A caller
// holds the account's turn (core/record-changes/record-changes.ts), because two changes at once would undo
// each other's work.
import type { RecordsEngine } from '../engine/engine.ts';
import { asks, type AfterThree } from '../questions/question.ts';
import { ACCOUNT } from '../questions/scope.ts';

export interface Change<Result> {
  readonly name: string;
  /** Its input, for tests that replace the store. */
  readonly input: readonly unknown[];
  /**
   * True if it only stages rows, or if its rows are computed again after a crash. Every other change needs a
   * checkpoint: otherwise the log could restore rows that it removes.
   */
  readonly isStaging: boolean;
  /** It may remove messages that contents share, so contents that arrive must not refer to any that are stored by now. */
  readonly removesContent: boolean;
  run(engine: RecordsEngine, account: number, signal?: AbortSignal): Promise<Result>;
}

type ChangeRun = (
  engine: RecordsEngine,
  account: number,
  signal: AbortSignal | undefined,
  ...input: never[]
) => Promise<unknown>;

export const recordsChange = <R extends ChangeRun>({
  name,
  isStaging = false,
  removesContent = false,
  run,
}: {
  name: string;
  isStaging?: boolean;
  removesContent?: boolean;
  run: R;
}) =>
  asks(name, (...input: AfterThree<R>): Change<Awaited<ReturnType<R>>> => ({
    name,
    input,
    isStaging,
    removesContent,
    run: (engine, account, signal) =>
      run(engine, account, signal, ...(input as never[])) as Promise<Awaited<ReturnType<R>>>,
  }));

export const STAGED_TABLES = ['staged_costs', 'staged_erasures', 'staged_additions'] as const;

/**
 * The last step of a staged change. Until then, a process that starts after a crash finds the batch and repeats
 * it.
 */
export const dropStaged = (
  engine: RecordsEngine,
  table: (typeof STAGED_TABLES)[number],
  account: number,
  batch: string,
): Promise<void> =>
  engine.command(`ALTER TABLE ${table} DROP PARTITION (${ACCOUNT}, {batch: UInt64})`, { account, batch });
