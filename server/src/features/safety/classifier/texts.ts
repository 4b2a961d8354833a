// Splits a call into the texts for the classifier: input and output. A long text is cut into pieces. A very
// long one is classified only at both ends, which hold the question and the answer, to limit the cost.
import type { Content } from '#core/content/content';
import { stepsOf } from '#services/conversation';
import type { Json } from '#records';

const SIDES = ['input', 'output'] as const;
export type Side = (typeof SIDES)[number];

export interface SideText {
  side: Side;
  pieces: string[];
  /** Length of the whole text. */
  chars: number;
  /** Characters in the pieces; fewer if the text is too long. */
  seen: number;
}

export const PIECE_CHARS = 30_000;
/** This many from the beginning and as many from the end. */
const PIECES_FROM_AN_END = 2;

/**
 * Empty if there is no content. System instructions are omitted: they come from the developer and are the
 * same in every call.
 */
export function classifiedTextsOf({ input, output, toolCalls }: Content): SideText[] {
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

/** Never splits a surrogate pair, because some servers reject half of one. */
function edge(text: string, at: number): number {
  const low = text.charCodeAt(at);
  return low >= 0xdc00 && low <= 0xdfff ? at - 1 : at;
}
