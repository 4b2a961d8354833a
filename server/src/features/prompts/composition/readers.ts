// Prompts that contain another one read it when they are read themselves. A change of the inner one therefore
// changes them. Before it is committed, they are composed as before and as after it.
import { AppError } from '#lib/app-error';
import type { Context } from '#core/context';
import type { Writer } from '#metadata';
import { PromptComposer, ReferenceFault } from '#services/prompts';
import { deployedLabels } from '../deployments/store.ts';
import { requireMayMove } from '../protected-labels/require.ts';
import { selectReaders, type ReaderRow } from './store.ts';

/** More than a chain of references can have. */
const MAX_ROUNDS = 6;
/** Versions that are checked; older ones are not. */
const MAX_READERS = 1_000;
const MAX_NAMED = 5;

/** Versions that contain one of the names, directly or through others. */
async function readersOf(db: Writer, accountId: string, names: readonly string[]): Promise<ReaderRow[]> {
  const found = new Map<number, ReaderRow>();
  const seen = new Set(names);
  let round = [...seen];
  for (let turn = 0; turn < MAX_ROUNDS && round.length > 0; turn += 1) {
    const rows = await selectReaders(db, accountId, round, MAX_READERS);
    for (const row of rows) found.set(row.id, row);
    round = [...new Set(rows.map(({ name }) => name))].filter((name) => !seen.has(name));
    for (const name of round) seen.add(name);
  }
  return [...found.values()];
}

type Composition = { row: ReaderRow; template: string } | { row: ReaderRow; fault: ReferenceFault };

async function composeReaders(
  db: Writer,
  accountId: string,
  names: readonly string[],
): Promise<Map<number, Composition>> {
  const composed = new Map<number, Composition>();
  const readers = await readersOf(db, accountId, names);
  const composer = new PromptComposer(db, accountId);
  for (const row of readers) {
    try {
      composed.set(row.id, { row, template: (await composer.compose(row)).template });
    } catch (error) {
      if (!(error instanceof ReferenceFault)) throw error;
      composed.set(row.id, { row, fault: error });
    }
  }
  return composed;
}

/**
 * Changes what the names mean. 409 if a prompt that contains them could not be read any more, 403 if a protected
 * label would give another text. Call it in a transaction that has locked the account.
 */
export async function changeIncluded<T>(
  ctx: Context,
  db: Writer,
  names: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  const accountId = ctx.account.id;
  const before = await composeReaders(db, accountId, names);
  const result = await work();
  if (before.size === 0) return result;
  const after = await composeReaders(db, accountId, names);
  const broken: string[] = [];
  const changed: number[] = [];
  for (const [id, now] of after) {
    const then = before.get(id);
    if (!then || 'fault' in then) continue;
    if ('fault' in now) broken.push(`"${now.row.name}" ${now.row.version}: ${now.fault.message}`);
    else if (now.template !== then.template) changed.push(id);
  }
  if (broken.length > 0) throw breaksPrompts(broken);
  const labels = await deployedLabels(db, accountId, changed);
  await requireMayMove(ctx, db, [...labels.values()].flat());
  return result;
}

function breaksPrompts(broken: readonly string[]): AppError {
  const more = broken.length > MAX_NAMED ? ` And ${broken.length - MAX_NAMED} more.` : '';
  return new AppError(
    'conflict',
    'breaks_prompts',
    `Other prompts contain this one and could not be read any more. ${broken.slice(0, MAX_NAMED).join(' ')}${more}`,
  );
}
