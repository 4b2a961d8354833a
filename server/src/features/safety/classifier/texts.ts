// A call as the texts that a classifier reads: what went in and what came out. A long text is cut into pieces, and of a very long one
// only both ends are looked at: they hold the question and the answer, and somebody has to pay for the rest.
import type { Content } from '#content';
import { stepsOf } from '#features/judge';
import type { Json } from '#records';

export const SIDES = ['input', 'output'] as const;
export type Side = (typeof SIDES)[number];

export interface SideText {
  side: Side;
  pieces: string[];
  /** Of the whole text. */
  chars: number;
  /** Of the pieces; fewer where the text is too long. */
  seen: number;
}

export const PIECE_CHARS = 30_000;
/** From the beginning, and as many from the end. */
export const PIECES_FROM_AN_END = 2;

/** None: nothing was said. Instructions of the system are the developer's, the same with every call, and are left out. */
export function textsOf({ input, output, toolCalls }: Content): SideText[] {
  const said: Record<Side, string[]> = {
    input: stepsOf(input, 'user').map(({ text }) => text),
    output: [...stepsOf(output, 'assistant').map(({ text }) => text), ...toolTexts(toolCalls)],
  };
  return SIDES.flatMap((side) => {
    const text = said[side]
      .filter((part) => part.trim() !== '')
      .join('\n\n')
      .toWellFormed();
    return text === '' ? [] : [cut(side, text)];
  });
}

function toolTexts(toolCalls: Json | undefined): string[] {
  if (toolCalls === undefined || toolCalls === null) return [];
  if (Array.isArray(toolCalls) && toolCalls.length === 0) return [];
  return [typeof toolCalls === 'string' ? toolCalls : JSON.stringify(toolCalls)];
}

function cut(side: Side, text: string): SideText {
  const chars = text.length;
  const end = PIECES_FROM_AN_END * PIECE_CHARS;
  const pieces =
    chars <= 2 * end
      ? piecesOf(text)
      : [...piecesOf(text.slice(0, edge(text, end))), ...piecesOf(text.slice(edge(text, chars - end)))];
  return { side, pieces, chars, seen: pieces.reduce((sum, piece) => sum + piece.length, 0) };
}

function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length;) {
    const next = text.length - at <= PIECE_CHARS ? text.length : edge(text, at + PIECE_CHARS);
    pieces.push(text.slice(at, next));
    at = next;
  }
  return pieces;
}

/** Not in the middle of a character: a half of one is none, and some servers refuse it. */
function edge(text: string, at: number): number {
  const low = text.charCodeAt(at);
  return low >= 0xdc00 && low <= 0xdfff ? at - 1 : at;
}
