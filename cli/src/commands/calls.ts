import { Option, type Command } from 'commander';
import type { Schemas } from '@tracewell/sdk';
import { addFilterOptions, filterOf, type FilterOptions } from '../calls/filter.ts';
import { callsTable, callView } from '../calls/views.ts';
import { readLimit, readText } from '../input/readers.ts';
import { addServiceOptions, withService, type Asking } from '../service/ask-command.ts';
import { readPages } from '../service/pages.ts';
import { print } from '../terminal/output.ts';
import { listText, UNCUT } from '../terminal/list-text.ts';

const SORTS = { time: 'timestamp', cost: 'cost_usd', latency: 'latency_ms', tokens: 'total_tokens' } as const;

interface CallsOptions extends FilterOptions {
  search?: string;
  sort: keyof typeof SORTS;
  ascending?: boolean;
  limit: number;
  wide?: boolean;
}

export function addCalls(program: Command): void {
  const calls = program
    .command('calls')
    .description('List calls, newest first, or show one call with its messages and scores')
    .argument('[id]', 'id of one call', readText);
  addServiceOptions(addFilterOptions(calls))
    .option(
      '--search <text>',
      'a part of an id, model, error, user or tag, or words of stored messages',
      readText,
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

async function listCalls({ ask, command }: Asking, options: CallsOptions): Promise<void> {
  const { search, sort, ascending, limit, wide } = options;
  const query = {
    ...filterOf(options),
    ...(search === undefined ? {} : { search }),
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
    listText('call', items, more, () => callsTable(items, wide === true ? UNCUT : undefined)),
  );
}

async function showCall({ ask, command }: Asking, id: string): Promise<void> {
  const found = await ask((client, signal) =>
    client.GET('/v1/query/calls/{id}', { params: { path: { id } }, signal }),
  );
  print(command, found, () => callView(found.call, found.scores));
}
