import { randomUUID } from 'node:crypto';
import { Option, type Command } from 'commander';
import type { OperationInput, Schemas } from '@tracewell/sdk';
import { addWindowOptions } from '../calls/filter.ts';
import { scoresTable } from '../calls/views.ts';
import { readLimit, readText } from '../input/readers.ts';
import { addServiceOptions, withService } from '../service/ask-command.ts';
import { wrongInput } from '../service/fault.ts';
import { readPages } from '../service/pages.ts';
import { listText } from '../terminal/list-text.ts';
import { UNCUT } from '../terminal/screen.ts';
import { plain } from '../terminal/columns.ts';
import { paint, print } from '../terminal/output.ts';

type NewScore = Schemas['NewScore'];

const TYPES = ['numeric', 'boolean', 'categorical', 'text'] as const;
const SOURCES = ['api', 'human', 'judge', 'rule'] as const;

interface About {
  call?: string;
  trace?: string;
  session?: string;
  run?: string;
}

interface ListOptions extends About {
  name?: string;
  source?: (typeof SOURCES)[number];
  type?: (typeof TYPES)[number];
  value?: string;
  since?: string;
  until?: string;
  limit: number;
  wide?: boolean;
}

interface AddOptions extends About {
  span?: string;
  type?: (typeof TYPES)[number];
  source?: (typeof SOURCES)[number];
  comment?: string;
  id?: string;
}

export function addScores(program: Command): void {
  const scores = program.command('scores').description('List scores, or add one');
  addList(scores);
  addOne(scores);
}

const addAbout = (command: Command): Command =>
  command
    .option('--call <id>', 'about a call', readText)
    .option('--trace <id>', 'about a trace', readText)
    .option('--session <id>', 'about a session', readText)
    .option('--run <id>', 'about an evaluation run', readText);

function addList(scores: Command): void {
  const list = scores.command('list', { isDefault: true }).description('List scores, newest first');
  addServiceOptions(addWindowOptions(addAbout(list)))
    .option('--name <name>', 'exact name of the score', readText)
    .addOption(new Option('--source <source>', 'who made it').choices(SOURCES))
    .addOption(new Option('--type <type>', 'type of the value').choices(TYPES))
    .option('--value <value>', 'a category, true or false', readText)
    .option('--limit <n>', 'how many', readLimit, 20)
    .option('--wide', 'do not cut columns')
    .action(
      withService(async ({ ask, command }, options: ListOptions) => {
        const { limit, wide } = options;
        const query = listQuery(options);
        const { items, more } = await readPages(limit, async (page) => {
          const answer = await ask((client, signal) =>
            client.GET('/v1/scores', { params: { query: { ...query, ...page } }, signal }),
          );
          return { items: answer.scores, nextCursor: answer.nextCursor };
        });
        print(command, { scores: items, more }, () =>
          listText('score', items, more, () => scoresTable(items, wide === true ? UNCUT : undefined)),
        );
      }),
    );
}

type ListQuery = NonNullable<OperationInput<'get', '/v1/scores'>['query']>;

/** Parameters that are undefined are not sent. */
const listQuery = (options: ListOptions): ListQuery =>
  ({
    name: options.name,
    source: options.source,
    dataType: options.type,
    value: options.value,
    from: options.since,
    to: options.until,
    callId: options.call,
    traceId: options.trace,
    sessionId: options.session,
    runId: options.run,
  }) as ListQuery;

function addOne(scores: Command): void {
  const add = scores
    .command('add')
    .description('Add a score to a call, a trace, a span, a session or an evaluation run')
    .argument('<name>', 'name of the score', readText)
    .argument('<value>', 'a number, true, false or a text', readText);
  addServiceOptions(addAbout(add))
    .option('--span <id>', 'about a span', readText)
    .addOption(
      new Option('--type <type>', 'type of the value; otherwise by what it looks like').choices(TYPES),
    )
    .addOption(new Option('--source <source>', 'who made it').choices(SOURCES).default('api'))
    .option('--comment <text>', 'why', readText)
    .option('--id <id>', 'your own id; a score with the same id is replaced', readText)
    .action(
      withService(async ({ ask, command }, name: string, value: string, options: AddOptions) => {
        const body = scoreOf(name, value, options);
        const answer = await ask((client, signal) => client.POST('/v1/scores', { body, signal }));
        print(command, answer, () => {
          const dropped =
            answer.textDropped > 0 ? ' The account does not store texts, so its text was dropped.' : '';
          return `${paint('green', '✓')} Score ${plain(answer.ids[0] ?? '')} was stored.${dropped}`;
        });
      }),
    );
}

function scoreOf(name: string, value: string, options: AddOptions): NewScore {
  const { call, trace, span, session, run, type, source, comment, id } = options;
  if ([call, trace, span, session, run].every((each) => each === undefined)) {
    throw wrongInput(
      'no_reference',
      'Say what the score is about: --call, --trace, --span, --session or --run.',
    );
  }
  const score = {
    // With an id of its own, a request that is sent twice stores one score.
    id: id ?? `cli-${randomUUID()}`,
    name,
    value: valueOf(value, type),
    dataType: type,
    source,
    comment,
    callId: call,
    traceId: trace,
    spanId: span,
    sessionId: session,
    runId: run,
  };
  return Object.fromEntries(
    Object.entries(score).filter(([, each]) => each !== undefined),
  ) as unknown as NewScore;
}

function valueOf(text: string, type: AddOptions['type']): NewScore['value'] {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  const isNumber = Number.isFinite(number);
  const isBoolean = text === 'true' || text === 'false';
  if (type === 'categorical' || type === 'text') return text;
  if (type === 'numeric' && !isNumber) throw wrongInput('invalid_value', 'A numeric score needs a number.');
  if (type === 'boolean' && !isBoolean)
    throw wrongInput('invalid_value', 'A boolean score is true or false.');
  if (isBoolean) return text === 'true';
  return isNumber ? number : text;
}
