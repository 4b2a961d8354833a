// Calls on a terminal: a list, and one call with its messages and scores.
import type { Schemas } from '@tracewell/sdk';
import { conversationOf, errorHeadline, type Message, type MessagePart } from '@tracewell/sdk/reading';
import { dollars, duration, moment, shortMoment, whole } from '../terminal/amounts.ts';
import { cut, padded, paddedLeft, plain, wrapped } from '../terminal/columns.ts';
import { fitted, screenWidth, type Column } from '../terminal/fitted.ts';
import { facts, paint } from '../terminal/output.ts';

type Call = Schemas['Call'];
type Score = Schemas['Score'];

const CALL_COLUMNS: readonly Column<Schemas['ListedCall']>[] = [
  { head: 'TIME (UTC)', of: ({ timestamp }) => shortMoment(timestamp) },
  { head: ' ', of: ({ error }) => (error === null ? ' ' : paint('red', '✗')) },
  { head: 'MODEL', of: ({ model }) => model, cut: 3 },
  { head: 'TOKENS', of: ({ totalTokens }) => whole(totalTokens), figure: true },
  { head: 'COST', of: ({ costUsd }) => dollars(costUsd), figure: true },
  { head: 'TOOK', of: ({ latencyMs }) => duration(latencyMs), figure: true },
  { head: 'ID', of: ({ id }) => id, cut: 2 },
];

export const callsTable = (calls: readonly Schemas['ListedCall'][], width?: number): string =>
  fitted(CALL_COLUMNS, calls, width);

/** One line of `tail`. Columns have a fixed width, because later lines are not known yet. */
export function callLine(call: Schemas['ListedCall']): string {
  const { timestamp, model, totalTokens, costUsd, latencyMs, id, error } = call;
  const line = [
    shortMoment(timestamp),
    padded(cut(plain(model), 20), 20),
    paddedLeft(whole(totalTokens), 7),
    paddedLeft(dollars(costUsd), 9),
    paddedLeft(duration(latencyMs), 7),
  ].join(' ');
  const rest = error === null ? plain(id) : `✗ ${plain(errorHeadline(error))}`;
  const text = cut(rest, Math.max(18, screenWidth() - 62));
  return `${line}  ${error === null ? paint('dim', text) : paint('red', text)}`;
}

export function callView(call: Call, scores: readonly Score[]): string {
  const { input, output } = conversationOf(call);
  const messages = [...input, ...output].flatMap(messageLines);
  return [
    facts(factsOf(call)),
    ...(messages.length === 0 ? [] : ['', ...messages]),
    ...(scores.length === 0 ? [] : ['', scoresTable(scores)]),
  ].join('\n');
}

function factsOf(call: Call): [string, string][] {
  const { tags, error } = call;
  const pairs: [string, string | null][] = [
    ['id', call.id],
    ['time', moment(call.timestamp)],
    ['model', `${call.model} (${call.provider})`],
    [
      'tokens',
      `${whole(call.totalTokens)} (${whole(call.promptTokens)} in, ${whole(call.completionTokens)} out)`,
    ],
    ['cost', dollars(call.costUsd)],
    ['took', duration(call.latencyMs)],
    ['trace', call.traceId],
    ['span', call.spanId],
    ['session', call.sessionId],
    ['tags', tagsText(tags)],
    ['error', error],
  ];
  return pairs.flatMap(([name, value]) =>
    value === null ? [] : [[name, name === 'error' ? paint('red', plain(value)) : plain(value)]],
  );
}

function tagsText(tags: Call['tags']): string | null {
  const pairs = Object.entries(tags ?? {}).map(([name, value]) => `${name}=${value}`);
  return pairs.length === 0 ? null : pairs.join(', ');
}

function messageLines({ role, parts }: Message): string[] {
  const said = parts.map(partText).filter((text) => text !== '');
  return [paint('cyan', plain(role)), ...said.flatMap(textLines), ''];
}

/** Line breaks of a text are kept, and all other control characters are not. */
const textLines = (text: string): string[] =>
  text.split(/\r?\n/).flatMap((line) => {
    const lines = wrapped(plain(line), screenWidth() - 2);
    return lines.length === 0 ? [''] : lines.map((each) => `  ${each}`);
  });

function partText(part: MessagePart): string {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'reasoning':
      return `(thinks) ${part.text}`;
    case 'toolCall':
      return `→ ${part.name ?? 'tool'} ${asText(part.input)}${part.result === undefined ? '' : `\n← ${asText(part.result)}`}`;
    case 'toolResult':
      return `← ${part.name ?? 'tool'} ${asText(part.result)}`;
    case 'media':
      return `[${part.mediaType ?? part.type}]`;
    default:
      return asText(part.value);
  }
}

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

const SCORE_COLUMNS: readonly Column<Score>[] = [
  { head: 'TIME (UTC)', of: ({ createdAt }) => shortMoment(createdAt) },
  { head: 'SCORE', of: ({ name }) => name, cut: 1 },
  { head: 'VALUE', of: ({ value }) => (value === null ? null : String(value)), cut: 2 },
  { head: 'SOURCE', of: ({ source }) => source },
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
  fitted(SCORE_COLUMNS, scores, width);
