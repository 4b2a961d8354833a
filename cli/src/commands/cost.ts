import { InvalidArgumentError, Option, type Command } from 'commander';
import type { Schemas } from '@tracewell/sdk';
import { addFilterOptions, callFilterOf, type FilterOptions } from '../calls/filter.ts';
import { CALL_DIMENSIONS } from '../input/dimensions.ts';
import { readLimit, readMoment } from '../input/readers.ts';
import { addServiceOptions, withService } from '../service/ask-command.ts';
import { countOf, dollarText, countText, unpricedText } from '../terminal/amounts.ts';
import { fittedTable, type TextColumn } from '../terminal/fitted.ts';
import { paint, print, when } from '../terminal/output.ts';

type Group = Schemas['Aggregate']['groups'][number];

const BY_TIME = ['day', 'hour'] as const;
const BY_NAME = ['model', 'provider', 'error', ...CALL_DIMENSIONS] as const;
const WORDS = [...BY_TIME, ...BY_NAME];

type Grouping =
  | { groupBy: (typeof BY_TIME)[number] | (typeof BY_NAME)[number] }
  | { groupBy: 'tag'; tagKey: string };

interface CostOptions extends FilterOptions {
  by: Grouping;
  limit: number;
}

function readGrouping(text: string): Grouping {
  const word = WORDS.find((each) => each === text);
  if (word !== undefined) return { groupBy: word };
  const tagKey = /^tag:(.+)$/s.exec(text)?.[1];
  if (tagKey !== undefined) return { groupBy: 'tag', tagKey };
  throw new InvalidArgumentError(`Give ${WORDS.join(', ')}, or tag:name.`);
}

export function addCost(program: Command): void {
  const cost = program
    .command('cost')
    .description('What calls cost, by model, user, agent, tool, release, day, tag and more');
  addServiceOptions(addFilterOptions(cost))
    .addOption(
      new Option('--by <group>', `${WORDS.join(', ')}, or tag:name`)
        .argParser(readGrouping)
        .default({ groupBy: 'model' } satisfies Grouping, 'model'),
    )
    .option('--limit <n>', 'how many groups', readLimit, 50)
    .action(
      withService(async ({ ask, command }, options: CostOptions) => {
        const { by, limit } = options;
        const startTime = options.since ?? windowBefore(options.until, by);
        const body = { ...callFilterOf(options), startTime, ...by, metric: 'cost' as const };
        const answer = await ask((client, signal) => client.POST('/v1/query/aggregate', { body, signal }));
        print(command, answer, () => costText(answer, by, limit, windowText(startTime, options.until)));
      }),
    );
}

/** Sent, so that the answer and the text below it are about the same time. */
const windowBefore = (until: string | undefined, { groupBy }: Grouping): string =>
  readMoment(groupBy === 'hour' ? '24h' : '30d', until === undefined ? Date.now() : Date.parse(until));

const windowText = (since: string, until: string | undefined): string =>
  until === undefined ? `since ${when(since)}` : `from ${when(since)} to ${when(until)}`;

function costText(
  { groups, total }: Schemas['Aggregate'],
  by: Grouping,
  limit: number,
  window: string,
): string {
  if (total.count === 0) return `No calls ${window}.`;
  const ordered = isTime(by)
    ? [...groups].sort((a, b) => (a.key < b.key ? -1 : 1))
    : [...groups].sort((a, b) => (b.value ?? 0) - (a.value ?? 0));
  // The newest days, or the most expensive groups.
  const shown = isTime(by) ? ordered.slice(-limit) : ordered.slice(0, limit);
  const sum = total.value ?? 0;
  const columns: readonly TextColumn<Group>[] = [
    { head: titleOf(by), of: ({ key }) => key, cut: 1 },
    { head: 'CALLS', of: ({ count }) => countText(count), figure: true, drop: 1 },
    { head: 'COST', of: ({ value }) => dollarText(value), figure: true },
    { head: 'SHARE', of: ({ value }) => share(value, sum), figure: true, drop: 2 },
  ];
  const left = groups.length - shown.length;
  const unpriced = unpricedText(total.unpriced);
  return [
    fittedTable(columns, shown),
    ...(left > 0 ? [paint('dim', `${countText(left)} more; use --limit.`)] : []),
    '',
    `${paint('bold', dollarText(sum))} for ${countOf(total.count, 'call')} ${window}`,
    ...(unpriced === null ? [] : [paint('dim', `+ ${unpriced}; set one under Settings > Prices.`)]),
  ].join('\n');
}

const isTime = ({ groupBy }: Grouping): boolean => BY_TIME.some((each) => each === groupBy);

const titleOf = (by: Grouping): string => (by.groupBy === 'tag' ? by.tagKey : by.groupBy).toUpperCase();

const share = (value: number | null, sum: number): string =>
  value === null || sum === 0
    ? '-'
    : value > 0 && value / sum < 0.001
      ? '<0.1 %'
      : `${((100 * value) / sum).toFixed(1)} %`;
