// Calls on a terminal: a list, a line of `tail`, and one call with its messages and scores.
import type { Schemas } from '@tracewell/sdk';
import { conversationOf, errorHeadline, type Message, type MessagePart } from '@tracewell/sdk/reading';
import { dollarText, durationText, moment, shortMoment, countText } from '../terminal/amounts.ts';
import { cut, padded, paddedLeft, plain, widthOf, wrapped } from '../terminal/columns.ts';
import { fittedTable, type TextColumn } from '../terminal/fitted.ts';
import { facts, paint } from '../terminal/output.ts';
import { screenWidth, UNCUT } from '../terminal/screen.ts';

type Call = Schemas['Call'];
type Listed = Schemas['ListedCall'];
type Score = Schemas['Score'];

const TIME: TextColumn<Listed> = {
  head: 'TIME (UTC)',
  of: ({ timestamp }) => shortMoment(timestamp),
  drop: 1,
};
const MODEL: TextColumn<Listed> = { head: 'MODEL', of: ({ model }) => model, cut: 3 };
const TOOK: TextColumn<Listed> = {
  head: 'TOOK',
  of: ({ latencyMs }) => durationText(latencyMs),
  figure: true,
  drop: 3,
};
const ID: TextColumn<Listed> = { head: 'ID', of: ({ id }) => id, cut: 2 };

const CALL_COLUMNS: readonly TextColumn<Listed>[] = [
  TIME,
  { head: ' ', of: ({ error }) => (error === null ? ' ' : paint('red', '✗')) },
  MODEL,
  { head: 'TOKENS', of: ({ totalTokens }) => countText(totalTokens), figure: true, drop: 4 },
  { head: 'COST', of: ({ costUsd }) => dollarText(costUsd), figure: true, drop: 2 },
  TOOK,
  ID,
];

/** For a list of failed calls, which have hardly any tokens or cost. */
const FAILED_COLUMNS: readonly TextColumn<Listed>[] = [
  TIME,
  { ...MODEL, cut: 2 },
  TOOK,
  { ...ID, cut: 1 },
  { head: 'ERROR', of: ({ error }) => (error === null ? null : headlineOf(error)), cut: 3, least: 20 },
];

const headlineOf = (error: string): string => plain(errorHeadline(error)) || plain(error);

export const callsTable = (calls: readonly Listed[], width?: number): string =>
  fittedTable(CALL_COLUMNS, calls, width);

export const failedCallsTable = (calls: readonly Listed[], width?: number): string =>
  fittedTable(FAILED_COLUMNS, calls, width);

/** From this width on, a failed call has room for its id and its error. */
const ROOMY = 120;

/** One line of `tail`. Columns have a fixed width, because later lines are not known yet. */
export function callLine(call: Listed, width: number): string {
  const { timestamp, model, totalTokens, costUsd, latencyMs, id, error } = call;
  const modelWidth = width < 80 ? 12 : 20;
  const figures = [
    ...(width < 64 ? [] : [paddedLeft(countText(totalTokens), 7)]),
    ...(width < 50 ? [] : [paddedLeft(dollarText(costUsd), 9)]),
    ...(width < 64 ? [] : [paddedLeft(durationText(latencyMs), 7)]),
  ];
  const name = plain(model);
  const line = [
    width < 50 ? shortMoment(timestamp).slice(6) : shortMoment(timestamp),
    padded(width === UNCUT ? name : cut(name, modelWidth), modelWidth),
    ...figures,
  ].join(' ');
  const failed = error === null ? '' : `✗ ${headlineOf(error)}`;
  const rest = error === null ? plain(id) : width < ROOMY ? failed : `${plain(id)}  ${failed}`;
  const text = cut(rest, Math.max(8, width - widthOf(line) - 2));
  return `${line}  ${error === null ? paint('dim', text) : paint('red', text)}`;
}

export function callView(call: Call, scores: readonly Score[], width = screenWidth()): string {
  const { input, output } = conversationOf(call);
  const messages = [...input, ...output].map((message) => messageText(message, width));
  return [
    facts(factsOf(call, width)),
    ...messages,
    ...(scores.length === 0 ? [] : [scoresTable(scores, width)]),
  ].join('\n\n');
}

/** What `facts` puts before a value: two columns, the longest name, two columns. */
const FACTS_MARGIN = 2 + 'session'.length + 2;

function factsOf(call: Call, width: number): [string, string][] {
  const pairs: [string, string | null][] = [
    ['id', call.id],
    ['time', moment(call.timestamp)],
    ['model', `${call.model} (${call.provider})`],
    [
      'tokens',
      `${countText(call.totalTokens)} (${countText(call.promptTokens)} in, ${countText(call.completionTokens)} out)`,
    ],
    ['cost', dollarText(call.costUsd)],
    ['took', durationText(call.latencyMs)],
    ['trace', call.traceId],
    ['span', call.spanId],
    ['session', call.sessionId],
    ['tags', tagsText(call.tags)],
    ['error', call.error],
  ];
  return pairs.flatMap(([name, value]): [string, string][] => {
    if (value === null) return [];
    return wrapped(plain(value), Math.max(8, width - FACTS_MARGIN)).map((line, at) => [
      at === 0 ? name : '',
      name === 'error' ? paint('red', line) : line,
    ]);
  });
}

function tagsText(tags: Call['tags']): string | null {
  const pairs = Object.entries(tags ?? {}).map(([name, value]) => `${name}=${value}`);
  return pairs.length === 0 ? null : pairs.join(', ');
}

function messageText({ role, parts }: Message, width: number): string {
  const said = parts.map(partText).filter((text) => text !== '');
  return [paint('cyan', plain(role)), ...said.flatMap((text) => textLines(text, width))].join('\n');
}

const MARGIN = 2;
/** Text that is indented deeper than this is code or data that no narrow screen can show well. */
const DEEPEST = 24;

/** Line breaks and the indentation of a text are kept, and all other control characters are not. */
const textLines = (text: string, width: number): string[] =>
  text.split(/\r?\n/).flatMap((line) => {
    const indent = Math.min(DEEPEST, (/^[ \t]*/.exec(line)?.[0] ?? '').replaceAll('\t', '  ').length);
    const lines = wrapped(plain(line), Math.max(8, width - MARGIN - indent));
    return lines.length === 0 ? [''] : lines.map((each) => ' '.repeat(MARGIN + indent) + each);
  });

function partText(part: MessagePart): string {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'reasoning':
      return `(thinks) ${part.text}`;
    case 'toolCall':
      return `→ ${named(part.name, part.input)}${part.result === undefined ? '' : `\n← ${asText(part.result)}`}`;
    case 'toolResult':
      return `← ${named(part.name, part.result)}`;
    case 'media':
      return `[${part.mediaType ?? part.type}]`;
    default:
      return asText(part.value);
  }
}

const named = (name: string | null | undefined, value: unknown): string =>
  [name ?? '', asText(value)].filter((each) => each !== '').join(' ');

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

const SCORE_COLUMNS: readonly TextColumn<Score>[] = [
  { head: 'TIME (UTC)', of: ({ createdAt }) => shortMoment(createdAt), drop: 1 },
  { head: 'SCORE', of: ({ name }) => name, cut: 1 },
  { head: 'VALUE', of: ({ value }) => (value === null ? null : String(value)), cut: 2 },
  { head: 'SOURCE', of: ({ source }) => source, drop: 2 },
  { head: 'ABOUT', of: aboutOf, cut: 3 },
];

function aboutOf({ callId, traceId, spanId, sessionId, runId }: Score): string | null {
  if (callId !== null) return `call ${callId}`;
  if (spanId !== null) return `span ${spanId}`;
  if (traceId !== null) return `trace ${traceId}`;
  if (sessionId !== null) return `session ${sessionId}`;
  return runId === null ? null : `run ${runId}`;
}

export const scoresTable = (scores: readonly Score[], width?: number): string =>
  fittedTable(SCORE_COLUMNS, scores, width);
