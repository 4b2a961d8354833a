import { Option, type Command } from 'commander';
import type { Schemas } from '@tracewell/sdk';
import { addFilterOptions, addSearchOption, callFilterOf, type FilterOptions } from '../calls/filter.ts';
import { callsTable, callView, failedCallsTable } from '../calls/views.ts';
import { readLimit, readText } from '../input/readers.ts';
import { addressOf } from '../service/address.ts';
import { addServiceOptions, withService, type Asking } from '../service/ask-command.ts';
import type { AskService } from '../service/connect.ts';
import { Fault, wrongInput } from '../service/fault.ts';
import { readPages } from '../service/pages.ts';
import { print } from '../terminal/output.ts';
import { listText } from '../terminal/list-text.ts';
import { UNCUT } from '../terminal/screen.ts';

/** Shorter ones would match too much. */
const SHORTEST_ID = 6;
const MAX_MATCHES = 50;

const SORTS = { time: 'timestamp', cost: 'cost_usd', latency: 'latency_ms', tokens: 'total_tokens' } as const;

interface CallsOptions extends FilterOptions {
  search?: string;
  sort: keyof typeof SORTS;
  ascending?: boolean;
  limit: number;
  wide?: boolean;
}

export function addCallCommands(program: Command): void {
  const calls = program
    .command('calls')
    .description('List calls, newest first, or show one call with its messages and scores')
    .argument('[id]', 'id of one call, or its start', readText);
  addServiceOptions(
    addSearchOption(
      addFilterOptions(calls),
      'a part of an id, model, error, user or tag, or words of stored messages',
    ),
  )
    .addOption(new Option('--sort <by>', 'order').choices(Object.keys(SORTS)).default('time'))
    .option('--ascending', 'the smallest or oldest first')
    .option('--limit <n>', 'how many', readLimit, 20)
    .option('--wide', 'do not cut columns')
    .action(
      withService((asking, id: string | undefined, options: CallsOptions) =>
        id === undefined ? listCalls(asking, options) : showCall(asking, id),
      ),
    );
}

async function listCalls({ ask, command, address }: Asking, options: CallsOptions): Promise<void> {
  const { search, sort, ascending, limit, wide, errors, error } = options;
  const table = errors === true || error !== undefined ? failedCallsTable : callsTable;
  const filter = { ...callFilterOf(options), ...(search === undefined ? {} : { search }) };
  const query = {
    ...filter,
    sortBy: SORTS[sort],
    sortOrder: ascending === true ? 'asc' : 'desc',
  } satisfies Omit<Schemas['CallsQuery'], 'limit'>;
  const { items, more } = await readPages(limit, async (page) => {
    const { records, nextCursor } = await ask((client, signal) =>
      client.POST('/v1/query/calls', { body: { ...query, ...page }, signal }),
    );
    return { items: records, nextCursor };
  });
  print(command, { calls: items, more }, () =>
    items.length === 0 && Object.keys(filter).length === 0
      ? `No calls yet. ${addressOf(address)}/start shows how to send the first one.`
      : listText('call', items, more, () => table(items, wide === true ? UNCUT : undefined)),
  );
}

async function showCall({ ask, command }: Asking, id: string): Promise<void> {
  const found = await readCall(ask, id).catch(async (error: unknown) => {
    if (!(error instanceof Fault) || error.status !== 404) throw error;
    const whole = await completedId(ask, id);
    if (whole === null) throw error;
    return await readCall(ask, whole);
  });
  print(command, found, () => callView(found.call, found.scores));
}

const readCall = (ask: AskService, id: string) =>
  ask((client, signal) => client.GET('/v1/query/calls/{id}', { params: { path: { id } }, signal }));

/** A list cuts long ids, so the start of an id is enough if no other call has it. */
async function completedId(ask: AskService, given: string): Promise<string | null> {
  const start = given.replace(/…$/, '');
  if (start.length < SHORTEST_ID) return null;
  const { records } = await ask((client, signal) =>
    client.POST('/v1/query/calls', { body: { search: start, limit: MAX_MATCHES }, signal }),
  );
  const ids = records.map(({ id }) => id).filter((id) => id.startsWith(start));
  if (ids.length > 1) {
    throw wrongInput(
      'ambiguous_id',
      `The ids of ${ids.length} calls start with ${JSON.stringify(start)}. Use a longer part.`,
    );
  }
  return ids[0] ?? null;
}
