import type { Command } from 'commander';
import type { Schemas } from '@tracewell/sdk';
import { addFilterOptions, addSearchOption, callFilterOf, type FilterOptions } from '../calls/filter.ts';
import { callsTable, scoresTable } from '../calls/views.ts';
import { readLimit, readText } from '../input/readers.ts';
import { addServiceOptions, withService, type Asking } from '../service/ask-command.ts';
import { readPages } from '../service/pages.ts';
import { countOf, dollarText, durationText, moment, shortMoment, countText } from '../terminal/amounts.ts';
import { plain, wrapped } from '../terminal/columns.ts';
import { fittedTable, type TextColumn } from '../terminal/fitted.ts';
import { listText } from '../terminal/list-text.ts';
import { screenWidth, UNCUT } from '../terminal/screen.ts';
import { paint, print } from '../terminal/output.ts';

interface SessionsOptions extends FilterOptions {
  search?: string;
  limit: number;
  wide?: boolean;
}

const COLUMNS: readonly TextColumn<Schemas['SessionSummary']>[] = [
  { head: 'LAST (UTC)', of: ({ endTime }) => shortMoment(endTime) },
  { head: 'SESSION', of: ({ sessionId }) => sessionId, cut: 1 },
  { head: 'CALLS', of: ({ calls }) => countText(calls), figure: true, drop: 2 },
  { head: 'ERRORS', of: ({ errors }) => countText(errors), figure: true, drop: 3 },
  { head: 'COST', of: ({ costUsd }) => dollarText(costUsd), figure: true, drop: 1 },
  { head: 'LASTED', of: ({ durationMs }) => durationText(durationMs), figure: true, drop: 4 },
  { head: 'USER', of: ({ users }) => users.join(', '), cut: 2, drop: 5 },
];

export function addSessions(program: Command): void {
  const sessions = program
    .command('sessions')
    .description('List sessions, latest activity first, or show the calls of one')
    .argument('[id]', 'id of one session', readText);
  addServiceOptions(addSearchOption(addFilterOptions(sessions), 'a part of an id, model, error, user or tag'))
    .option('--limit <n>', 'how many', readLimit, 20)
    .option('--wide', 'do not cut columns')
    .action(
      withService((asking, id: string | undefined, options: SessionsOptions) =>
        id === undefined ? listSessions(asking, options) : showSession(asking, id, options),
      ),
    );
}

async function listSessions({ ask, command }: Asking, options: SessionsOptions): Promise<void> {
  const { search, limit, wide } = options;
  const query = { ...callFilterOf(options), ...(search === undefined ? {} : { search }) };
  const { items, more } = await readPages(limit, async (page) => {
    const { sessions, nextCursor } = await ask((client, signal) =>
      client.POST('/v1/query/sessions', { body: { ...query, ...page }, signal }),
    );
    return { items: sessions, nextCursor };
  });
  print(command, { sessions: items, more }, () =>
    listText('session', items, more, () => fittedTable(COLUMNS, items, wide === true ? UNCUT : undefined)),
  );
}

async function showSession({ ask, command }: Asking, id: string, { wide }: SessionsOptions): Promise<void> {
  const session = await ask((client, signal) =>
    client.GET('/v1/query/session/{id}', { params: { path: { id } }, signal }),
  );
  const { totals, calls, scores, truncated } = session;
  const summary = [
    `${moment(totals.startTime)} to ${moment(totals.endTime)}`,
    countOf(totals.calls, 'call'),
    countOf(totals.totalTokens, 'token'),
    dollarText(totals.costUsd),
    countOf(totals.errors, 'error'),
  ].join(', ');
  print(command, session, () =>
    [
      paint('bold', `Session ${plain(session.sessionId)}`),
      ...wrapped(summary, screenWidth()),
      ...(truncated ? [paint('yellow', `Below: the newest ${countOf(calls.length, 'call')}.`)] : []),
      '',
      callsTable(calls, wide === true ? UNCUT : undefined),
      ...(scores.length === 0 ? [] : ['', scoresTable(scores, wide === true ? UNCUT : undefined)]),
    ].join('\n'),
  );
}
