import type { Command } from 'commander';
import { REAL_TIME } from '@tracewell/sdk';
import { addConditionOptions, callFilterOf, type FilterOptions } from '../calls/filter.ts';
import { followCalls } from '../calls/follow.ts';
import { callLine } from '../calls/views.ts';
import { readCount, readSeconds } from '../input/readers.ts';
import { addServiceOptions, printLine, withService } from '../service/ask-command.ts';
import { printFault } from '../terminal/output.ts';
import { screenWidth } from '../terminal/screen.ts';

interface TailOptions extends FilterOptions {
  lines: number;
  interval: number;
}

export function addTail(program: Command): void {
  const tail = program
    .command('tail')
    .description('Show calls as they arrive, until Ctrl-C; with --json, one JSON document per line')
    .option('-n, --lines <n>', 'how many earlier calls to show first, at most 200', readCount, 10)
    .option('--interval <seconds>', 'how often to ask', readSeconds, 2);
  addServiceOptions(addConditionOptions(tail)).action(
    withService(async ({ ask, command }, options: TailOptions) => {
      const end = new AbortController();
      const stop = () => end.abort();
      process.once('SIGINT', stop);
      process.once('SIGTERM', stop);
      const filter = callFilterOf(options);
      await followCalls({
        read: (query) => {
          const body = { ...filter, ...query };
          return ask((client, signal) => client.POST('/v1/query/calls', { body, signal }));
        },
        show: (calls) => {
          for (const call of calls) printLine(command, call, () => callLine(call, screenWidth()));
        },
        onFault: ({ reason, message }) =>
          printFault({ reason, message: `${message} Trying again.` }, command),
        earlier: Math.min(200, options.lines),
        intervalMs: options.interval * 1_000,
        time: REAL_TIME,
        signal: end.signal,
      });
    }),
  );
}
